/* UInt8, UInt16, UInt32, UInt64 and USize (64 bits here): arithmetic modulo 2^width, and conversions. Bool is a uint8_t
   that is 0 or 1, Char a uint32_t. */
#ifndef LEAN_RUNTIME_FIXED_WIDTH_H
#define LEAN_RUNTIME_FIXED_WIDTH_H

#include "natural.h"

#ifdef __cplusplus
extern "C" {
#endif

/* n modulo 2^64, for a Nat that is not small */
uint64_t lean_uint64_of_big_nat(b_lean_obj_arg n);

/* n modulo 2^width */
static inline uint64_t lean_uint64_of_nat(b_lean_obj_arg n) {
  return LEAN_LIKELY(lean_is_scalar(n)) ? lean_unbox(n) : lean_uint64_of_big_nat(n);
}
static inline size_t lean_usize_of_nat(b_lean_obj_arg n) { return lean_uint64_of_nat(n); }
static inline uint32_t lean_uint32_of_nat(b_lean_obj_arg n) { return (uint32_t)lean_uint64_of_nat(n); }
static inline uint16_t lean_uint16_of_nat(b_lean_obj_arg n) { return (uint16_t)lean_uint64_of_nat(n); }
static inline uint8_t lean_uint8_of_nat(b_lean_obj_arg n) { return (uint8_t)lean_uint64_of_nat(n); }

/* The same for a Nat below 2^width, which is consumed: UInt64.ofBitVec and its like. */
static inline uint64_t lean_uint64_of_nat_mk(lean_obj_arg n) {
  uint64_t a = lean_uint64_of_nat(n);
  lean_dec(n);
  return a;
}
static inline size_t lean_usize_of_nat_mk(lean_obj_arg n) { return lean_uint64_of_nat_mk(n); }
static inline uint32_t lean_uint32_of_nat_mk(lean_obj_arg n) { return (uint32_t)lean_uint64_of_nat_mk(n); }
static inline uint16_t lean_uint16_of_nat_mk(lean_obj_arg n) { return (uint16_t)lean_uint64_of_nat_mk(n); }
static inline uint8_t lean_uint8_of_nat_mk(lean_obj_arg n) { return (uint8_t)lean_uint64_of_nat_mk(n); }

static inline lean_obj_res lean_uint32_to_nat(uint32_t a) { return lean_box(a); }
static inline lean_obj_res lean_uint16_to_nat(uint16_t a) { return lean_box(a); }
static inline lean_obj_res lean_uint8_to_nat(uint8_t a) { return lean_box(a); }

/* Division by 0 gives 0, the remainder by 0 is the dividend, shifts are by `b` modulo the width, the logarithm of 0 is
   0. The arithmetic is done in 64 bits, so that nothing is promoted to a signed type. */
#define LEAN_FIXED_WIDTH(name, type, width)                                                                         \
  static inline type lean_##name##_add(type a, type b) { return (type)((uint64_t)a + b); }                          \
  static inline type lean_##name##_sub(type a, type b) { return (type)((uint64_t)a - b); }                          \
  static inline type lean_##name##_mul(type a, type b) { return (type)((uint64_t)a * b); }                          \
  static inline type lean_##name##_div(type a, type b) { return (type)(b == 0 ? 0 : a / b); }                       \
  static inline type lean_##name##_mod(type a, type b) { return (type)(b == 0 ? a : a % b); }                       \
  static inline type lean_##name##_neg(type a) { return (type)(0 - (uint64_t)a); }                                  \
  static inline type lean_##name##_complement(type a) { return (type) ~(uint64_t)a; }                               \
  static inline type lean_##name##_land(type a, type b) { return (type)(a & b); }                                   \
  static inline type lean_##name##_lor(type a, type b) { return (type)(a | b); }                                    \
  static inline type lean_##name##_xor(type a, type b) { return (type)(a ^ b); }                                    \
  static inline type lean_##name##_shift_left(type a, type b) { return (type)((uint64_t)a << (b & (width - 1))); }  \
  static inline type lean_##name##_shift_right(type a, type b) { return (type)((uint64_t)a >> (b & (width - 1))); } \
  static inline type lean_##name##_log2(type a) { return (type)(a == 0 ? 0 : 63 - __builtin_clzll(a)); }            \
  static inline uint8_t lean_##name##_dec_eq(type a, type b) { return a == b; }                                     \
  static inline uint8_t lean_##name##_dec_lt(type a, type b) { return a < b; }                                      \
  static inline uint8_t lean_##name##_dec_le(type a, type b) { return a <= b; }                                     \
  static inline type lean_bool_to_##name(uint8_t a) { return a; }
LEAN_FIXED_WIDTH(uint8, uint8_t, 8)
LEAN_FIXED_WIDTH(uint16, uint16_t, 16)
LEAN_FIXED_WIDTH(uint32, uint32_t, 32)
LEAN_FIXED_WIDTH(uint64, uint64_t, 64)
LEAN_FIXED_WIDTH(usize, size_t, 64)
#undef LEAN_FIXED_WIDTH

/* From one width to another: modulo 2^width of the target. */
#define LEAN_CONVERSION(from, from_type, to, to_type) \
  static inline to_type lean_##from##_to_##to(from_type a) { return (to_type)a; }
LEAN_CONVERSION(uint8, uint8_t, uint16, uint16_t)
LEAN_CONVERSION(uint8, uint8_t, uint32, uint32_t)
LEAN_CONVERSION(uint8, uint8_t, uint64, uint64_t)
LEAN_CONVERSION(uint8, uint8_t, usize, size_t)
LEAN_CONVERSION(uint16, uint16_t, uint8, uint8_t)
LEAN_CONVERSION(uint16, uint16_t, uint32, uint32_t)
LEAN_CONVERSION(uint16, uint16_t, uint64, uint64_t)
LEAN_CONVERSION(uint16, uint16_t, usize, size_t)
LEAN_CONVERSION(uint32, uint32_t, uint8, uint8_t)
LEAN_CONVERSION(uint32, uint32_t, uint16, uint16_t)
LEAN_CONVERSION(uint32, uint32_t, uint64, uint64_t)
LEAN_CONVERSION(uint32, uint32_t, usize, size_t)
LEAN_CONVERSION(uint64, uint64_t, uint8, uint8_t)
LEAN_CONVERSION(uint64, uint64_t, uint16, uint16_t)
LEAN_CONVERSION(uint64, uint64_t, uint32, uint32_t)
LEAN_CONVERSION(uint64, uint64_t, usize, size_t)
LEAN_CONVERSION(usize, size_t, uint8, uint8_t)
LEAN_CONVERSION(usize, size_t, uint16, uint16_t)
LEAN_CONVERSION(usize, size_t, uint32, uint32_t)
LEAN_CONVERSION(usize, size_t, uint64, uint64_t)
#undef LEAN_CONVERSION

/* Both, or one of them. */
static inline uint8_t lean_strict_and(uint8_t a, uint8_t b) { return (uint8_t)(a & b); }
static inline uint8_t lean_strict_or(uint8_t a, uint8_t b) { return (uint8_t)(a | b); }

/* Boxed forms, where a type variable stands for the type; UInt8, UInt16 and Bool use lean_box. */
static inline lean_obj_res lean_box_uint32(uint32_t a) { return lean_box(a); }
static inline uint32_t lean_unbox_uint32(b_lean_obj_arg o) { return (uint32_t)lean_unbox(o); }
static inline lean_obj_res lean_box_uint64(uint64_t a) {
  lean_object* o = lean_alloc_ctor(0, 0, sizeof(uint64_t));
  lean_ctor_set_uint64(o, 0, a);
  return o;
}
static inline uint64_t lean_unbox_uint64(b_lean_obj_arg o) { return lean_ctor_get_uint64(o, 0); }
static inline lean_obj_res lean_box_usize(size_t a) {
  lean_object* o = lean_alloc_ctor(0, 0, sizeof(size_t));
  lean_ctor_set_usize(o, 0, a);
  return o;
}
static inline size_t lean_unbox_usize(b_lean_obj_arg o) { return lean_ctor_get_usize(o, 0); }

#ifdef __cplusplus
}
#endif
#endif
