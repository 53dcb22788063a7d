/* What Lean emits for the three characters "a\u0000b". It must not compile. */
#include <lean/lean.h>

lean_object* misread(void) {
  return lean_mk_string_unchecked("a\x00b", 3, 3);
}
