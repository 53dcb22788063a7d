; Two indices in one.
(declare-fun m (Int) Int)
(declare-fun m2 (Int) Int)
(declare-const x Int)(declare-const y Int)(declare-const w Int)
(assert (forall ((a Int) (b Int)) (=> (and (<= 0 b) (< b 1000)) (= (m (+ (* 1000 a) b)) 0))))
(assert (and (<= 0 y) (< y 1000)))
(assert (not (= (m (+ (* 1000 x) y)) 0)))
(check-sat)
