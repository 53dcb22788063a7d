; A product of integers that is 1, where one factor is a sum.
(declare-const p Int)(declare-const q Int)(declare-const u Int)
(assert (= (* (+ p q) u) 1))
(assert (<= 0 p))(assert (<= 0 q))
(assert (not (= (+ p q) 1)))
(check-sat)
