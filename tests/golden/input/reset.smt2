(declare-const x Int)
(reset)
