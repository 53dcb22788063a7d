/-
# What was proved, in the README's words

The theorems that a user relies on, stated again and each proved from the theorem of the same name. If that theorem said less, this file
would not compile.

Main results: `check_sound` (what the kernel accepts, holds), `report_certified` and `report_refuted` (the same for the function that
C++ calls).
-/
module

public import Soundness
public import Report

public section

open Plato

namespace Headline

/-- What the kernel accepts, holds. -/
theorem check_sound {bytes : ByteArray} {claim : Claim} (h : Kernel.check bytes = .ok claim) : claim.Holds :=
  Plato.check_sound h

/-- If the function that C++ calls answers `certified`, its message describes a claim that holds, other than that a program is wrong. -/
theorem report_certified {bytes : ByteArray} (h : (report bytes).verdict = .certified) :
    ∃ claim : Claim, claim.Holds ∧ claim.isRefutation = false ∧ (report bytes).message = claim.describe :=
  Plato.report_certified h

/-- If it answers `refuted`, its message describes a claim that holds: that a program is wrong. -/
theorem report_refuted {bytes : ByteArray} (h : (report bytes).verdict = .refuted) :
    ∃ claim : Claim, claim.Holds ∧ claim.isRefutation = true ∧ (report bytes).message = claim.describe :=
  Plato.report_refuted h

end Headline
