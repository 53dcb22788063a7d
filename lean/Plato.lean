/-
# Plato's kernel

What an auditor reads, in this order: the meaning of formulas, the claims, what a certificate line says, how bytes are
read, the formula table, unit propagation, the steps, the kernel. Why it is right is in `proofs/`, which starts with
`Soundness.lean`. Nothing here imports anything from there.
-/
module

public import Plato.Formula
public import Plato.Claim
public import Plato.Error
public import Plato.Certificate
public import Plato.Reader
public import Plato.Table
public import Plato.Refutation.Rup
public import Plato.Refutation.State
public import Plato.Kernel
public import Plato.Report
