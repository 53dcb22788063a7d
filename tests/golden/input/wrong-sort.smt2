(declare-const p Bool)
(assert (< p 3))
(check-sat)
