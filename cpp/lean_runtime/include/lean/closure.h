/* Closures: a function that waits for more arguments. */
#ifndef LEAN_RUNTIME_CLOSURE_H
#define LEAN_RUNTIME_CLOSURE_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of at most this many parameters takes them one by one, a larger one takes a pointer to all of them. */
#define LEAN_CLOSURE_MAX_ARGS 16

/* `m_fun` takes `m_arity` arguments, all boxed and all consumed; the first `m_num_fixed` are in `m_objs`. */
typedef struct {
  lean_object m_header;
  void* m_fun;
  uint16_t m_arity;
  uint16_t m_num_fixed;
  lean_object* m_objs[];
} lean_closure_object;

static inline lean_obj_res lean_alloc_closure(void* function, unsigned arity, unsigned fixed) {
  lean_closure_object* c =
      (lean_closure_object*)lean_alloc_object(sizeof(lean_closure_object) + fixed * sizeof(void*), LeanClosure, 0);
  c->m_fun = function;
  c->m_arity = (uint16_t)arity;
  c->m_num_fixed = (uint16_t)fixed;
  return (lean_object*)c;
}
static inline void lean_closure_set(b_lean_obj_arg c, unsigned i, lean_obj_arg a) {
  ((lean_closure_object*)c)->m_objs[i] = a;
}

/* Applies `f` to `n` arguments: with fewer than it waits for the result is a closure, with more the result of the
   function is applied to the rest. Consumes `f` and the arguments, not the array they are in. */
lean_obj_res lean_apply_n(lean_obj_arg f, unsigned n, lean_object** args);

/* The same, as emitted for more than 16 arguments. */
static inline lean_obj_res lean_apply_m(lean_obj_arg f, unsigned n, lean_object** args) {
  return lean_apply_n(f, n, args);
}

/* The same for a fixed number of arguments. */
static inline lean_obj_res lean_apply_1(lean_obj_arg f, lean_obj_arg a1) {
  lean_object* args[] = {a1};
  return lean_apply_n(f, 1, args);
}
static inline lean_obj_res lean_apply_2(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2) {
  lean_object* args[] = {a1, a2};
  return lean_apply_n(f, 2, args);
}
static inline lean_obj_res lean_apply_3(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3) {
  lean_object* args[] = {a1, a2, a3};
  return lean_apply_n(f, 3, args);
}
static inline lean_obj_res lean_apply_4(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4) {
  lean_object* args[] = {a1, a2, a3, a4};
  return lean_apply_n(f, 4, args);
}
static inline lean_obj_res lean_apply_5(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4, lean_obj_arg a5) {
  lean_object* args[] = {a1, a2, a3, a4, a5};
  return lean_apply_n(f, 5, args);
}
static inline lean_obj_res lean_apply_6(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6};
  return lean_apply_n(f, 6, args);
}
static inline lean_obj_res lean_apply_7(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7};
  return lean_apply_n(f, 7, args);
}
static inline lean_obj_res lean_apply_8(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                        lean_obj_arg a8) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8};
  return lean_apply_n(f, 8, args);
}
static inline lean_obj_res lean_apply_9(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                        lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                        lean_obj_arg a8, lean_obj_arg a9) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9};
  return lean_apply_n(f, 9, args);
}
static inline lean_obj_res lean_apply_10(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
  return lean_apply_n(f, 10, args);
}
static inline lean_obj_res lean_apply_11(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11};
  return lean_apply_n(f, 11, args);
}
static inline lean_obj_res lean_apply_12(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11,
                                         lean_obj_arg a12) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12};
  return lean_apply_n(f, 12, args);
}
static inline lean_obj_res lean_apply_13(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11,
                                         lean_obj_arg a12, lean_obj_arg a13) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13};
  return lean_apply_n(f, 13, args);
}
static inline lean_obj_res lean_apply_14(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11,
                                         lean_obj_arg a12, lean_obj_arg a13, lean_obj_arg a14) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14};
  return lean_apply_n(f, 14, args);
}
static inline lean_obj_res lean_apply_15(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11,
                                         lean_obj_arg a12, lean_obj_arg a13, lean_obj_arg a14, lean_obj_arg a15) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
  return lean_apply_n(f, 15, args);
}
static inline lean_obj_res lean_apply_16(lean_obj_arg f, lean_obj_arg a1, lean_obj_arg a2, lean_obj_arg a3,
                                         lean_obj_arg a4, lean_obj_arg a5, lean_obj_arg a6, lean_obj_arg a7,
                                         lean_obj_arg a8, lean_obj_arg a9, lean_obj_arg a10, lean_obj_arg a11,
                                         lean_obj_arg a12, lean_obj_arg a13, lean_obj_arg a14, lean_obj_arg a15,
                                         lean_obj_arg a16) {
  lean_object* args[] = {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16};
  return lean_apply_n(f, 16, args);
}

#ifdef __cplusplus
}
#endif
#endif
