; One step of a spin lock, as a verification condition: the lock holds its owner's identifier, or 0 if it is free.
; The invariant says that whoever is in the critical section (a set, as an array to 0/1) owns the lock.
; Thread t takes the free lock and enters. Afterwards at most one thread is inside: two different ones lead to a
; contradiction.
(set-logic ALIA)
(declare-const lock Int)
(declare-const lock1 Int)                    ; after the step
(declare-const inside (Array Int Int))
(declare-const inside1 (Array Int Int))
(declare-const t Int)
(declare-const u Int)
(declare-const v Int)
; the invariant before the step
(assert (forall ((i Int)) (=> (= (select inside i) 1) (= i lock))))
; the step: if the lock is free, thread t takes it and goes in
(assert (= lock 0))
(assert (not (= t 0)))
(assert (= (select inside 0) 0))             ; nobody is called 0
(assert (= lock1 t))
(assert (= inside1 (store inside t 1)))
; what must not be: two threads inside
(assert (= (select inside1 u) 1))
(assert (= (select inside1 v) 1))
(assert (distinct u v))
(check-sat)
