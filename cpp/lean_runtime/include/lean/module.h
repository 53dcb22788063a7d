/* Module initialisers: what the emitted function `initialize_<Module>` uses. */
#ifndef LEAN_RUNTIME_MODULE_H
#define LEAN_RUNTIME_MODULE_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of an initialiser: `ok a` is constructor 0, `error e` constructor 1. */
static inline lean_obj_res lean_io_result_mk_ok(lean_obj_arg a) {
  lean_object* r = lean_alloc_ctor(0, 1, 0);
  lean_ctor_set(r, 0, a);
  return r;
}
static inline bool lean_io_result_is_error(b_lean_obj_arg r) { return lean_obj_tag(r) == 1; }

#ifdef __cplusplus
}
#endif
#endif
