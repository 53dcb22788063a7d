/* Thunks: a value computed when it is first asked for. */
#ifndef LEAN_RUNTIME_THUNK_H
#define LEAN_RUNTIME_THUNK_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `m_other` of the header says what `m_content` is: 0 a closure that waits for the unit value, 1 the value. */
typedef struct {
  lean_object m_header;
  lean_object* m_content;
} lean_thunk_object;

static inline lean_obj_res lean_mk_thunk(lean_obj_arg closure) {
  lean_object* t = lean_alloc_object(sizeof(lean_thunk_object), LeanThunk, 0);
  ((lean_thunk_object*)t)->m_content = closure;
  return t;
}
static inline lean_obj_res lean_thunk_pure(lean_obj_arg value) {
  lean_object* t = lean_alloc_object(sizeof(lean_thunk_object), LeanThunk, 1);
  ((lean_thunk_object*)t)->m_content = value;
  return t;
}

/* The thunk's value. A persistent thunk is shared between threads, so it is not updated but computed each time. */
lean_obj_res lean_thunk_get_own(b_lean_obj_arg t);

#ifdef __cplusplus
}
#endif
#endif
