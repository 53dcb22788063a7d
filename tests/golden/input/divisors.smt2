; A product of integers that is 6, where one factor lies between two numbers, so that few cases are left.
(declare-const p Int)(declare-const q Int)(declare-const u Int)
(assert (= (* (+ p q) u) 6))
(assert (< u 4))(assert (> u (- 4)))
(assert (not (= (+ p q) 6)))(assert (not (= (+ p q) (- 6))))(assert (not (= (+ p q) 3)))(assert (not (= (+ p q) (- 3))))(assert (not (= (+ p q) 2)))(assert (not (= (+ p q) (- 2))))
(check-sat)
