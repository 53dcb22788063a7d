/* Array: elements in consecutive memory. An array with one reference is changed in place, any other is copied first. */
#ifndef LEAN_RUNTIME_ARRAY_H
#define LEAN_RUNTIME_ARRAY_H

#include "object.h"
#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  lean_object m_header;
  size_t m_size;
  size_t m_capacity;
  lean_object* m_data[];
} lean_array_object;

/* No array can have more elements; sizes up to here are small Nat values, and their bytes fit in a size_t. */
#define LEAN_MAX_ARRAY_SIZE (((size_t)1 << 48) - 1)

/* The array's elements for reading. */
static inline lean_object** lean_array_cptr(b_lean_obj_arg a) { return ((lean_array_object*)a)->m_data; }
/* Array.usize, and Array.size */
static inline size_t lean_array_size(b_lean_obj_arg a) { return ((lean_array_object*)a)->m_size; }
static inline lean_obj_res lean_array_get_size(b_lean_obj_arg a) { return lean_box(lean_array_size(a)); }

/* An array of `size` elements, not yet filled in. */
static inline lean_obj_res lean_alloc_array(size_t size, size_t capacity) {
  if (LEAN_UNLIKELY(capacity > LEAN_MAX_ARRAY_SIZE)) lean_internal_panic_out_of_memory();
  lean_array_object* a =
      (lean_array_object*)lean_alloc_object(sizeof(lean_array_object) + capacity * sizeof(void*), LeanArray, 0);
  a->m_size = size;
  a->m_capacity = capacity;
  return (lean_object*)a;
}
static inline lean_obj_res lean_mk_empty_array_with_capacity(b_lean_obj_arg capacity) {
  return lean_alloc_array(0, lean_is_scalar(capacity) ? lean_unbox(capacity) : SIZE_MAX);
}

/* `n` times `v` */
lean_obj_res lean_mk_array(lean_obj_arg n, lean_obj_arg v);

/* List.toArray, and Array.toList */
lean_obj_res lean_array_mk(lean_obj_arg list);
lean_obj_res lean_array_to_list(lean_obj_arg a);

/* The elements in an array of its own, with room for one more if `grow`; the old array is consumed. */
lean_obj_res lean_array_own(lean_obj_arg a, bool grow);
static inline lean_obj_res lean_ensure_exclusive_array(lean_obj_arg a) {
  return LEAN_LIKELY(lean_is_exclusive(a)) ? a : lean_array_own(a, false);
}

/* Element i, which must exist: owned or borrowed, with the index a USize or a Nat. */
static inline lean_obj_res lean_array_uget(b_lean_obj_arg a, size_t i) {
  lean_object* v = lean_array_cptr(a)[i];
  lean_inc(v);
  return v;
}
static inline lean_obj_res lean_array_fget(b_lean_obj_arg a, b_lean_obj_arg i) {
  return lean_array_uget(a, lean_unbox(i));
}
static inline b_lean_obj_res lean_array_fget_borrowed(b_lean_obj_arg a, b_lean_obj_arg i) {
  return lean_array_cptr(a)[lean_unbox(i)];
}

static inline bool lean_array_has(b_lean_obj_arg a, b_lean_obj_arg i) {
  return lean_is_scalar(i) && lean_unbox(i) < lean_array_size(a);
}

/* Array.get!: element i, or the default value and a panic. Consumes the default value. */
lean_obj_res lean_array_get_panic(lean_obj_arg default_value);
b_lean_obj_res lean_array_get_panic_borrowed(lean_obj_arg default_value);
static inline lean_obj_res lean_array_get(lean_obj_arg default_value, b_lean_obj_arg a, b_lean_obj_arg i) {
  if (LEAN_UNLIKELY(!lean_array_has(a, i))) return lean_array_get_panic(default_value);
  lean_dec(default_value);
  return lean_array_fget(a, i);
}
static inline b_lean_obj_res lean_array_get_borrowed(lean_obj_arg default_value, b_lean_obj_arg a, b_lean_obj_arg i) {
  if (LEAN_UNLIKELY(!lean_array_has(a, i))) return lean_array_get_panic_borrowed(default_value);
  lean_dec(default_value);
  return lean_array_fget_borrowed(a, i);
}

/* The array with element i, which must exist, replaced by `v`. */
static inline lean_obj_res lean_array_uset(lean_obj_arg a, size_t i, lean_obj_arg v) {
  a = lean_ensure_exclusive_array(a);
  lean_object* old = lean_array_cptr(a)[i];
  lean_array_cptr(a)[i] = v;
  lean_dec(old);
  return a;
}
static inline lean_obj_res lean_array_fset(lean_obj_arg a, b_lean_obj_arg i, lean_obj_arg v) {
  return lean_array_uset(a, lean_unbox(i), v);
}

/* Array.set!: the same, or the array as it is and a panic. */
lean_obj_res lean_array_set_panic(lean_obj_arg a, lean_obj_arg v);
static inline lean_obj_res lean_array_set(lean_obj_arg a, b_lean_obj_arg i, lean_obj_arg v) {
  return LEAN_LIKELY(lean_array_has(a, i)) ? lean_array_fset(a, i, v) : lean_array_set_panic(a, v);
}

/* The array with elements i and j exchanged; Array.swapIfInBounds leaves it as it is if one does not exist. */
static inline lean_obj_res lean_array_fswap(lean_obj_arg a, b_lean_obj_arg i, b_lean_obj_arg j) {
  a = lean_ensure_exclusive_array(a);
  lean_object** data = lean_array_cptr(a);
  lean_object* v = data[lean_unbox(i)];
  data[lean_unbox(i)] = data[lean_unbox(j)];
  data[lean_unbox(j)] = v;
  return a;
}
static inline lean_obj_res lean_array_swap(lean_obj_arg a, b_lean_obj_arg i, b_lean_obj_arg j) {
  return lean_array_has(a, i) && lean_array_has(a, j) ? lean_array_fswap(a, i, j) : a;
}

/* The array with `v` added at its end. */
static inline lean_obj_res lean_array_push(lean_obj_arg a, lean_obj_arg v) {
  if (LEAN_UNLIKELY(!lean_is_exclusive(a) || lean_array_size(a) == ((lean_array_object*)a)->m_capacity))
    a = lean_array_own(a, true);
  lean_array_cptr(a)[((lean_array_object*)a)->m_size++] = v;
  return a;
}

/* The array without its last element; an empty one stays as it is. */
static inline lean_obj_res lean_array_pop(lean_obj_arg a) {
  a = lean_ensure_exclusive_array(a);
  if (lean_array_size(a) != 0) lean_dec(lean_array_cptr(a)[--((lean_array_object*)a)->m_size]);
  return a;
}

#ifdef __cplusplus
}
#endif
#endif
