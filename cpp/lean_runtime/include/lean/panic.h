/* Panics: a program error inside emitted code, which makes the whole call fail. */
#ifndef LEAN_RUNTIME_PANIC_H
#define LEAN_RUNTIME_PANIC_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Remembers the message of the call's first panic and goes on with the default value. */
lean_obj_res lean_panic_fn(lean_obj_arg default_value, lean_obj_arg message);

/* Fails the call at once: the compiler had proved that this point is never reached. */
__attribute__((noreturn)) void lean_internal_panic_unreachable(void);

/* Fails the call at once: the object asked for cannot exist in memory. */
__attribute__((noreturn)) void lean_internal_panic_out_of_memory(void);

#ifdef __cplusplus
}
#endif
#endif
