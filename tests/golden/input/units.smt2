; A product of integers that is 1: both are 1, or both are -1.
(declare-const p Int)(declare-const q Int)(declare-const u Int)
(assert (= (* (+ p q) u) 1))
(assert (not (= u 1)))(assert (not (= u (- 1))))
(check-sat)
