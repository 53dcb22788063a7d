/* Int: values from -2^62 to 2^62 - 1 are unboxed, all others are objects with tag LeanMPZ. Each value has exactly one
   form. */
#ifndef LEAN_RUNTIME_INTEGER_H
#define LEAN_RUNTIME_INTEGER_H

#include "natural.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LEAN_MAX_SMALL_INT ((int64_t)(((uint64_t)1 << 62) - 1))
#define LEAN_MIN_SMALL_INT (-LEAN_MAX_SMALL_INT - 1)

/* The value in an unboxed Int, and the unboxed form of a small value. */
static inline int64_t lean_unbox_int(b_lean_obj_arg a) { return (int64_t)a >> 1; }
static inline lean_obj_res lean_box_int(int64_t n) { return lean_box((size_t)n); }
static inline bool lean_is_small_int(int64_t n) { return LEAN_MIN_SMALL_INT <= n && n <= LEAN_MAX_SMALL_INT; }

/* The same operations when an operand or the result is not small. */
lean_obj_res lean_big_int64_to_int(int64_t n);
lean_obj_res lean_big_nat_to_int(lean_obj_arg n);
lean_obj_res lean_int_big_neg(b_lean_obj_arg a);
lean_obj_res lean_int_big_add(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_sub(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_mul(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_div(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_mod(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_ediv(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_emod(b_lean_obj_arg a, b_lean_obj_arg b);
lean_obj_res lean_int_big_abs(b_lean_obj_arg a);
bool lean_int_big_eq(b_lean_obj_arg a, b_lean_obj_arg b);
bool lean_int_big_le(b_lean_obj_arg a, b_lean_obj_arg b);

static inline lean_obj_res lean_int64_to_int(int64_t n) {
  return LEAN_LIKELY(lean_is_small_int(n)) ? lean_box_int(n) : lean_big_int64_to_int(n);
}

/* n as an Int, and -(n + 1) */
static inline lean_obj_res lean_nat_to_int(lean_obj_arg n) {
  if (LEAN_LIKELY(lean_is_scalar(n) && lean_unbox(n) <= (size_t)LEAN_MAX_SMALL_INT)) return n;
  return lean_big_nat_to_int(n);
}
lean_obj_res lean_int_neg_succ_of_nat(lean_obj_arg n);

/* As for Nat, the operations work on the words 2n + 1, here signed. */
static inline lean_obj_res lean_int_neg(b_lean_obj_arg a) {
  return LEAN_LIKELY(lean_is_scalar(a)) ? lean_int64_to_int(-lean_unbox_int(a)) : lean_int_big_neg(a);
}
static inline lean_obj_res lean_int_add(b_lean_obj_arg a, b_lean_obj_arg b) {
  int64_t sum;
  if (LEAN_LIKELY(lean_are_scalars(a, b) && !__builtin_add_overflow((int64_t)a, (int64_t)b - 1, &sum)))
    return (lean_object*)sum;
  return lean_int_big_add(a, b);
}
static inline lean_obj_res lean_int_sub(b_lean_obj_arg a, b_lean_obj_arg b) {
  int64_t difference;
  if (LEAN_LIKELY(lean_are_scalars(a, b) && !__builtin_sub_overflow((int64_t)a, (int64_t)b - 1, &difference)))
    return (lean_object*)difference;
  return lean_int_big_sub(a, b);
}
static inline lean_obj_res lean_int_mul(b_lean_obj_arg a, b_lean_obj_arg b) {
  int64_t product;
  if (LEAN_LIKELY(lean_are_scalars(a, b) && !__builtin_mul_overflow(lean_unbox_int(a), (int64_t)b - 1, &product)))
    return (lean_object*)(product + 1);
  return lean_int_big_mul(a, b);
}

/* Int.tdiv and Int.tmod: the quotient rounded towards zero, 0 where b is 0; the remainder, with the sign of a, a where
   b is 0. */
static inline lean_obj_res lean_int_div(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b)))
    return lean_unbox_int(b) == 0 ? lean_box(0) : lean_int64_to_int(lean_unbox_int(a) / lean_unbox_int(b));
  return lean_int_big_div(a, b);
}
static inline lean_obj_res lean_int_mod(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b)))
    return lean_unbox_int(b) == 0 ? a : lean_box_int(lean_unbox_int(a) % lean_unbox_int(b));
  return lean_int_big_mod(a, b);
}

/* a / b where b divides a; a quotient like any other here */
static inline lean_obj_res lean_int_div_exact(b_lean_obj_arg a, b_lean_obj_arg b) { return lean_int_div(a, b); }

/* Int.ediv and Int.emod, the operators / and %: the remainder is never negative; a / 0 = 0 and a % 0 = a. */
static inline lean_obj_res lean_int_ediv(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) {
    int64_t n = lean_unbox_int(a), d = lean_unbox_int(b);
    if (d == 0) return lean_box(0);
    int64_t quotient = n / d;
    if (n % d < 0) quotient += d > 0 ? -1 : 1;
    return lean_int64_to_int(quotient);
  }
  return lean_int_big_ediv(a, b);
}
static inline lean_obj_res lean_int_emod(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (LEAN_LIKELY(lean_are_scalars(a, b))) {
    int64_t n = lean_unbox_int(a), d = lean_unbox_int(b);
    if (d == 0) return a;
    int64_t remainder = n % d;
    if (remainder < 0) remainder += d > 0 ? d : -d;
    return lean_box_int(remainder);
  }
  return lean_int_big_emod(a, b);
}

/* Int.natAbs: the absolute value, a Nat */
static inline lean_obj_res lean_nat_abs(b_lean_obj_arg a) {
  if (LEAN_LIKELY(lean_is_scalar(a)))
    return lean_box((size_t)(lean_unbox_int(a) < 0 ? -lean_unbox_int(a) : lean_unbox_int(a)));
  return lean_int_big_abs(a);
}

static inline uint8_t lean_int_dec_eq(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_is_scalar(a) || lean_is_scalar(b)) ? a == b : lean_int_big_eq(a, b);
}
static inline uint8_t lean_int_dec_le(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_are_scalars(a, b)) ? (int64_t)a <= (int64_t)b : lean_int_big_le(a, b);
}
static inline uint8_t lean_int_dec_lt(b_lean_obj_arg a, b_lean_obj_arg b) {
  return LEAN_LIKELY(lean_are_scalars(a, b)) ? (int64_t)a < (int64_t)b : !lean_int_big_le(b, a);
}

#ifdef __cplusplus
}
#endif
#endif
