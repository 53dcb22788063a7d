; Integer rounding: x is at least half of y and at most half of y, but y is odd. Over the rationals there is a solution;
; over the integers a cut shows that there is none.
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const k Int)
(assert (= y (+ (* 2 k) 1)))
(assert (<= y (* 2 x)))
(assert (<= (* 2 x) y))
(check-sat)
