/-
# Plato's kernel

What an auditor reads, in this order: the meaning of formulas, the claims, what a certificate line says, how bytes are
read, the tables of terms and formulas, the rules of refutations, the evaluation of models, the kernel. Why it is right is in `proofs/`, which starts with
`Soundness.lean`. Nothing here imports anything from there.
-/
module

public import Plato.Value
public import Plato.Formula
public import Plato.Substitution
public import Plato.Claim
public import Plato.Error
public import Plato.Certificate
public import Plato.Reader
public import Plato.Polynomial
public import Plato.Table
public import Plato.Refutation.Rup
public import Plato.Refutation.Equality
public import Plato.Refutation.Congruence
public import Plato.Refutation.Cases
public import Plato.Refutation.Maps
public import Plato.Refutation.Instance
public import Plato.Refutation.Arithmetic
public import Plato.Refutation.State
public import Plato.Evaluation
public import Plato.Program.Semantics
public import Plato.Program.Open
public import Plato.Program.Core
public import Plato.Program.Code
public import Plato.Program.Auxiliary
public import Plato.Program.Reader
public import Plato.Program.Check
public import Plato.Program.Estimate
public import Plato.Program.Scene
public import Plato.Program.Replay
public import Plato.Program.Schedule
public import Plato.Conditions.Builder
public import Plato.Conditions.Instance
public import Plato.Conditions.Generate
public import Plato.Kernel
public import Plato.Report
public import Plato.Conditions.Print
