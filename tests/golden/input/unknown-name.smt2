(declare-const count Int)
(assert (< coumt 3))
(check-sat)
