(declare-const a (Array Int Int))
(assert (forall ((i Int)) (>= (select a i) 7)))
(check-sat)
