/* ByteArray: bytes in consecutive memory. One with one reference is changed in place, any other is copied first. */
#ifndef LEAN_RUNTIME_BYTE_ARRAY_H
#define LEAN_RUNTIME_BYTE_ARRAY_H

#include "object.h"
#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  lean_object m_header;
  size_t m_size;
  size_t m_capacity;
  uint8_t m_data[];
} lean_sarray_object;

/* No byte array can be longer; sizes up to here are small Nat values. */
#define LEAN_MAX_BYTE_ARRAY_SIZE (((size_t)1 << 48) - 1)

static inline uint8_t* lean_sarray_cptr(b_lean_obj_arg a) { return ((lean_sarray_object*)a)->m_data; }
/* ByteArray.usize, and ByteArray.size */
static inline size_t lean_sarray_size(b_lean_obj_arg a) { return ((lean_sarray_object*)a)->m_size; }
static inline lean_obj_res lean_byte_array_size(b_lean_obj_arg a) { return lean_box(lean_sarray_size(a)); }

/* An array of `size` elements of one byte each, not yet filled in. */
static inline lean_obj_res lean_alloc_sarray(unsigned element_size, size_t size, size_t capacity) {
  if (LEAN_UNLIKELY(capacity > LEAN_MAX_BYTE_ARRAY_SIZE)) lean_internal_panic_out_of_memory();
  lean_sarray_object* a =
      (lean_sarray_object*)lean_alloc_object(sizeof(lean_sarray_object) + capacity, LeanScalarArray, element_size);
  a->m_size = size;
  a->m_capacity = capacity;
  return (lean_object*)a;
}
static inline lean_obj_res lean_mk_empty_byte_array(b_lean_obj_arg capacity) {
  return lean_alloc_sarray(1, 0, lean_is_scalar(capacity) ? lean_unbox(capacity) : SIZE_MAX);
}

/* From and to an Array of UInt8. */
lean_obj_res lean_byte_array_mk(lean_obj_arg array);
lean_obj_res lean_byte_array_data(lean_obj_arg a);

/* The bytes in an array of its own, with room for at least `capacity`; the old array is consumed. */
lean_obj_res lean_byte_array_own(lean_obj_arg a, size_t capacity);

static inline bool lean_byte_array_has(b_lean_obj_arg a, b_lean_obj_arg i) {
  return lean_is_scalar(i) && lean_unbox(i) < lean_sarray_size(a);
}

/* Byte i, which must exist; ByteArray.get! gives 0 if it does not, without a panic, as in Lean's own runtime. */
static inline uint8_t lean_byte_array_uget(b_lean_obj_arg a, size_t i) { return lean_sarray_cptr(a)[i]; }
static inline uint8_t lean_byte_array_fget(b_lean_obj_arg a, b_lean_obj_arg i) {
  return lean_byte_array_uget(a, lean_unbox(i));
}
static inline uint8_t lean_byte_array_get(b_lean_obj_arg a, b_lean_obj_arg i) {
  return LEAN_LIKELY(lean_byte_array_has(a, i)) ? lean_byte_array_fget(a, i) : 0;
}

/* The array with byte i, which must exist, replaced; ByteArray.set! gives it unchanged if it does not. */
static inline lean_obj_res lean_byte_array_uset(lean_obj_arg a, size_t i, uint8_t v) {
  if (LEAN_UNLIKELY(!lean_is_exclusive(a))) a = lean_byte_array_own(a, lean_sarray_size(a));
  lean_sarray_cptr(a)[i] = v;
  return a;
}
static inline lean_obj_res lean_byte_array_fset(lean_obj_arg a, b_lean_obj_arg i, uint8_t v) {
  return lean_byte_array_uset(a, lean_unbox(i), v);
}
static inline lean_obj_res lean_byte_array_set(lean_obj_arg a, b_lean_obj_arg i, uint8_t v) {
  return LEAN_LIKELY(lean_byte_array_has(a, i)) ? lean_byte_array_fset(a, i, v) : a;
}

/* The array with a byte added at its end. */
static inline lean_obj_res lean_byte_array_push(lean_obj_arg a, uint8_t v) {
  lean_sarray_object* s = (lean_sarray_object*)a;
  if (LEAN_UNLIKELY(!lean_is_exclusive(a) || s->m_size == s->m_capacity)) {
    a = lean_byte_array_own(a, s->m_size + 1);
    s = (lean_sarray_object*)a;
  }
  s->m_data[s->m_size++] = v;
  return a;
}

/* `target` with `length` bytes from `start` in `target` overwritten by (or, at its end, extended by) those from
   `source_start` in `source`; what lies outside `source` is left out, and a `start` after the end means the end.
   `exact` asks not to reserve room for more. */
lean_obj_res lean_byte_array_copy_slice(b_lean_obj_arg source, lean_obj_arg source_start, lean_obj_arg target,
                                        lean_obj_arg start, lean_obj_arg length, uint8_t exact);

#ifdef __cplusplus
}
#endif
#endif
