(set-logic QF_LRA)
(declare-const x Real)
(assert (< x x))
(check-sat)
