; From each j a k; the k of j0 is excluded.
(declare-fun t (Int) Int)
(declare-fun key (Int) Int)
(declare-const j0 Int)
(assert (forall ((j Int)) (exists ((k Int)) (= (t k) (key j)))))
(assert (forall ((k Int)) (distinct (t k) (key j0))))
(check-sat)
