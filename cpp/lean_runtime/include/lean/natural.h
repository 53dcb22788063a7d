/* Nat: values below 2^63 are unboxed, larger ones are objects with tag LeanMPZ. Each value has exactly one form, so
   two values of different form are different, and an object is larger than every unboxed value. */
#ifndef LEAN_RUNTIME_NATURAL_H
#define LEAN_RUNTIME_NATURAL_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LEAN_MAX_SMALL_NAT (SIZE_MAX >> 1)

/* Nat literals: below 2^32, and any in decimal digits. */
static inline lean_obj_res lean_unsigned_to_nat(unsigned n) { return lean_box(n); }
lean_obj_res lean_cstr_to_nat(const char* digits);

/* The number that a machine word holds. */
lean_obj_res lean_big_uint64_to_nat(uint64_t n);
static inline lean_obj_res lean_uint64_to_nat(uint64_t n) {
  return LEAN_LIKELY(n <= LEAN_MAX_SMALL_NAT) ? lean_box(n) : lean_big_uint64_to_nat(n);
}
static inline lean_obj_res lean_usize_to_nat(size_t n) { return lean_uint64_to_nat(n); }

/* The same operations when an operand or the result is not small. */
lean_obj_res lean_nat_big_add(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_sub(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_mul(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_div(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_mod(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_land(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_lor(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_lxor(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_shiftl(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_nat_big_shiftr(b_lean_obj_arg a, b_lean_obj_arg b);
bool lean_nat_big_eq(b_lean_obj_arg a, b_lean_obj_arg b);
bool lean_nat_big_le(b_lean_obj_arg a, b_lean_obj_arg b);

static inline bool lean_are_scalars(b_lean_obj_arg a, b_lean_obj_arg b) { return ((size_t)a & (size_t)b & 1) == 1; }

/* An unboxed n is the word 2n + 1. The operations below work on these words: where one overflows, the result is not
   small. */

/* a + b */
static inline lean_obj_res lean_nat_add(b_lean_obj_arg a, b_lean_obj_arg b) {
  size_t sum;
  if (LEAN_LIKELY(lean_are_scalars(a, b) && !__builtin_add_overflow((size_t)a, (size_t)b - 1, &sum)))
    return (lean_object*)sum;
  return lean_nat_big_add(a, b);
}

/* a - b, and 0 where b is larger */
static inline lean_obj_res lean_nat_sub(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b)))
    return (size_t)a < (size_t)b ? lean_box(0) : (lean_object*)((size_t)a - (size_t)b + 1);
  return lean_nat_big_sub(a, b);
}

/* a - 1, and 0 for 0 */
static inline lean_obj_res lean_nat_pred(b_lean_obj_arg a) { return lean_nat_sub(a, lean_box(1)); }

/* a * b */
static inline lean_obj_res lean_nat_mul(b_lean_obj_arg a, b_lean_obj_arg b) {
  size_t product;
  if (LEAN_LIKELY(lean_are_scalars(a, b) && !__builtin_mul_overflow(lean_unbox(a), (size_t)b - 1, &product)))
    return (lean_object*)(product + 1);
  return lean_nat_big_mul(a, b);
}

/* a / b rounded down, and 0 where b is 0 */
static inline lean_obj_res lean_nat_div(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return lean_box(lean_unbox(b) == 0 ? 0 : lean_unbox(a) / lean_unbox(b));
  return lean_nat_big_div(a, b);
}

/* a / b where b divides a; a quotient like any other here */
static inline lean_obj_res lean_nat_div_exact(b_lean_obj_arg a, b_lean_obj_arg b) { return lean_nat_div(a, b); }

/* the remainder of a / b, and a where b is 0 */
static inline lean_obj_res lean_nat_mod(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return lean_unbox(b) == 0 ? a : lean_box(lean_unbox(a) % lean_unbox(b));
  return lean_nat_big_mod(a, b);
}

/* the bits that both, one of them, or exactly one of them has */
static inline lean_obj_res lean_nat_land(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return (lean_object*)((size_t)a & (size_t)b);
  return lean_nat_big_land(a, b);
}
static inline lean_obj_res lean_nat_lor(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return (lean_object*)((size_t)a | (size_t)b);
  return lean_nat_big_lor(a, b);
}
static inline lean_obj_res lean_nat_lxor(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return (lean_object*)(((size_t)a ^ (size_t)b) | 1);
  return lean_nat_big_lxor(a, b);
}

/* a * 2^b */
static inline lean_obj_res lean_nat_shiftl(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) {
    size_t n = lean_unbox(a), shift = lean_unbox(b);
    if (LEAN_LIKELY(shift < 63 && n <= LEAN_MAX_SMALL_NAT >> shift)) return lean_box(n << shift);
  }
  return lean_nat_big_shiftl(a, b);
}

/* a / 2^b rounded down */
static inline lean_obj_res lean_nat_shiftr(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) return lean_box(lean_unbox(b) < 64 ? lean_unbox(a) >> lean_unbox(b) : 0);
  return lean_nat_big_shiftr(a, b);
}

/* a^b, with 0^0 = 1 */
lean_obj_res lean_nat_pow(b_lean_obj_arg a, b_lean_obj_arg b);

/* the greatest common divisor, with gcd(a, 0) = gcd(0, a) = a */
lean_obj_res lean_nat_gcd(b_lean_obj_arg a, b_lean_obj_arg b);

/* the largest k with 2^k <= a, and 0 for 0 */
lean_obj_res lean_nat_log2(b_lean_obj_arg a);

static inline uint8_t lean_nat_dec_eq(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_is_scalar(a) || lean_is_scalar(b)) ? a == b : lean_nat_big_eq(a, b);
}
static inline uint8_t lean_nat_dec_le(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_are_scalars(a, b)) ? (size_t)a <= (size_t)b : lean_nat_big_le(a, b);
}
static inline uint8_t lean_nat_dec_lt(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_are_scalars(a, b)) ? (size_t)a < (size_t)b : !lean_nat_big_le(b, a);
}

#ifdef __cplusplus
}
#endif
#endif
