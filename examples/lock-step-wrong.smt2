; The wrong twin of lock-step.smt2: the thread does not look whether the lock is free, so there is a model with two
; threads inside. Without quantifiers, so that the kernel can evaluate the model.
(set-logic QF_ALIA)
(declare-const lock Int)
(declare-const lock1 Int)
(declare-const inside (Array Int Int))
(declare-const inside1 (Array Int Int))
(declare-const t Int)
(declare-const u Int)
(declare-const v Int)
; the invariant before the step, for the two threads that matter
(assert (=> (= (select inside u) 1) (= u lock)))
(assert (=> (= (select inside v) 1) (= v lock)))
; the step: thread t goes in
(assert (not (= t 0)))
(assert (= lock1 t))
(assert (= inside1 (store inside t 1)))
; two threads inside
(assert (= (select inside1 u) 1))
(assert (= (select inside1 v) 1))
(assert (distinct u v))
(check-sat)
