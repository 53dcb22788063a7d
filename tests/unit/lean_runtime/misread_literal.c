/* What Lean emits for the three characters "\u0001ab". It must not compile. */
#include <lean/lean.h>

lean_object* misread(void) { return lean_mk_string_unchecked("\x01ab", 3, 3); }
