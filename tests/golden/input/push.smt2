(declare-const x Int)
(push 1)
(assert (< x 3))
(check-sat)
