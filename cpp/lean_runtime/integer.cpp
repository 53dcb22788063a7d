// Int when a value is not small. The inline functions call these only when they have to, but each is right for all
// operands.

#include "big_integer.hpp"

#include <optional>

using namespace lean_runtime;

namespace {

Operand value(b_lean_obj_arg a) { return lean_is_scalar(a) ? Operand(lean_unbox_int(a)) : Operand(a); }

// The small value of a number, if it has one.
std::optional<int64_t> small_value(const Integer& n) {
  if (n.backend().size() != 1) return std::nullopt;
  const uint64_t magnitude = *n.backend().limbs();
  if (magnitude > (uint64_t{1} << 62)) return std::nullopt;
  const auto small = static_cast<int64_t>(magnitude);
  if (n.backend().sign()) return -small;
  return lean_is_small_int(small) ? std::optional(small) : std::nullopt;
}

// The one form of a number.
lean_object* make_int(Integer&& n) {
  if (const auto small = small_value(n)) return lean_box_int(*small);
  return make_big(std::move(n));
}

// A Nat as a number, consumed.
Integer take_nat(lean_obj_arg n) {
  Integer v = lean_is_scalar(n) ? Integer(lean_unbox(n)) : big_value(n);
  lean_dec(n);
  return v;
}

lean_object* copy(b_lean_obj_arg n) {
  lean_inc(n);
  return n;
}

}   // namespace

extern "C" {

lean_obj_res lean_big_int64_to_int(int64_t n) { return make_int(Integer(n)); }

lean_obj_res lean_big_nat_to_int(lean_obj_arg n) {
  if (!lean_is_scalar(n)) return n;   // a big Nat has the same form as an Int
  return make_int(take_nat(n));
}

lean_obj_res lean_int_neg_succ_of_nat(lean_obj_arg n) { return make_int(-(take_nat(n) + 1)); }

lean_obj_res lean_int_big_neg(b_lean_obj_arg a) { return make_int(-*value(a)); }
lean_obj_res lean_int_big_add(b_lean_obj_arg a, b_lean_obj_arg b) { return make_int(*value(a) + *value(b)); }
lean_obj_res lean_int_big_sub(b_lean_obj_arg a, b_lean_obj_arg b) { return make_int(*value(a) - *value(b)); }
lean_obj_res lean_int_big_mul(b_lean_obj_arg a, b_lean_obj_arg b) { return make_int(*value(a) * *value(b)); }

// The library's quotient is rounded towards zero, and its remainder has the sign of the dividend.
lean_obj_res lean_int_big_div(b_lean_obj_arg a, b_lean_obj_arg b) {
  return b == lean_box(0) ? b : make_int(*value(a) / *value(b));
}

lean_obj_res lean_int_big_mod(b_lean_obj_arg a, b_lean_obj_arg b) {
  return b == lean_box(0) ? copy(a) : make_int(*value(a) % *value(b));
}

lean_obj_res lean_int_big_ediv(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (b == lean_box(0)) return b;
  const Operand n = value(a), d = value(b);
  Integer quotient, remainder;
  multiprecision::divide_qr(*n, *d, quotient, remainder);
  if (remainder < 0) quotient += *d > 0 ? -1 : 1;
  return make_int(std::move(quotient));
}

lean_obj_res lean_int_big_emod(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (b == lean_box(0)) return copy(a);
  const Operand d = value(b);
  Integer remainder = *value(a) % *d;
  if (remainder < 0) remainder += multiprecision::abs(*d);
  return make_int(std::move(remainder));
}

lean_obj_res lean_int_big_abs(b_lean_obj_arg a) {
  Integer n = multiprecision::abs(*value(a));
  if (n <= LEAN_MAX_SMALL_NAT) return lean_box(static_cast<size_t>(n));
  return make_big(std::move(n));
}

bool lean_int_big_eq(b_lean_obj_arg a, b_lean_obj_arg b) { return *value(a) == *value(b); }
bool lean_int_big_le(b_lean_obj_arg a, b_lean_obj_arg b) { return *value(a) <= *value(b); }

}   // extern "C"
