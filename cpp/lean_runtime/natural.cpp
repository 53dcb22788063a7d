// Nat when a value is not small. The inline functions call these only when they have to, but each is right for all
// operands.

#include "big_integer.hpp"

#include <lean_runtime.hpp>

#include <bit>
#include <numeric>
#include <string_view>

using namespace lean_runtime;

namespace {

Operand value(b_lean_obj_arg n) { return lean_is_scalar(n) ? Operand(lean_unbox(n)) : Operand(n); }

// The one form of a number.
lean_object* make_nat(Integer&& n) {
  static_assert(sizeof(multiprecision::limb_type) == sizeof(std::size_t));
  if (n.backend().size() == 1 && *n.backend().limbs() <= LEAN_MAX_SMALL_NAT) return lean_box(*n.backend().limbs());
  return make_big(std::move(n));
}

lean_object* copy(b_lean_obj_arg n) {
  lean_inc(n);
  return n;
}

}   // namespace

extern "C" {

lean_obj_res lean_big_uint64_to_nat(uint64_t n) { return make_nat(Integer(n)); }

lean_obj_res lean_cstr_to_nat(const char* digits) {
  Integer n;
  for (const char digit : std::string_view(digits)) {
    n *= 10;
    n += digit - '0';
  }
  return make_nat(std::move(n));
}

lean_obj_res lean_nat_big_add(b_lean_obj_arg a, b_lean_obj_arg b) { return make_nat(*value(a) + *value(b)); }

lean_obj_res lean_nat_big_sub(b_lean_obj_arg a, b_lean_obj_arg b) {
  return lean_nat_big_le(a, b) ? lean_box(0) : make_nat(*value(a) - *value(b));
}

lean_obj_res lean_nat_big_mul(b_lean_obj_arg a, b_lean_obj_arg b) { return make_nat(*value(a) * *value(b)); }

lean_obj_res lean_nat_big_div(b_lean_obj_arg a, b_lean_obj_arg b) {
  return b == lean_box(0) ? lean_box(0) : make_nat(*value(a) / *value(b));
}

lean_obj_res lean_nat_big_mod(b_lean_obj_arg a, b_lean_obj_arg b) {
  return b == lean_box(0) ? copy(a) : make_nat(*value(a) % *value(b));
}

lean_obj_res lean_nat_big_land(b_lean_obj_arg a, b_lean_obj_arg b) { return make_nat(*value(a) & *value(b)); }
lean_obj_res lean_nat_big_lor(b_lean_obj_arg a, b_lean_obj_arg b) { return make_nat(*value(a) | *value(b)); }
lean_obj_res lean_nat_big_lxor(b_lean_obj_arg a, b_lean_obj_arg b) { return make_nat(*value(a) ^ *value(b)); }

lean_obj_res lean_nat_big_shiftl(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (a == lean_box(0)) return a;
  if (!lean_is_scalar(b)) throw Failure(Failure::Kind::number_too_large);
  const Operand n = value(a);
  require_bits_of_sum(bit_count(*n), lean_unbox(b));
  return make_nat(*n << lean_unbox(b));
}

lean_obj_res lean_nat_big_shiftr(b_lean_obj_arg a, b_lean_obj_arg b) {
  const Operand n = value(a);
  if (!lean_is_scalar(b) || lean_unbox(b) >= bit_count(*n)) return lean_box(0);
  return make_nat(*n >> lean_unbox(b));
}

lean_obj_res lean_nat_pow(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (b == lean_box(0)) return lean_box(1);
  if (a == lean_box(0) || a == lean_box(1)) return a;
  if (!lean_is_scalar(b)) throw Failure(Failure::Kind::number_too_large);
  const Operand n = value(a);
  require_bits_of_product(bit_count(*n) - 1, lean_unbox(b));
  return make_nat(multiprecision::pow(*n, static_cast<unsigned>(lean_unbox(b))));
}

lean_obj_res lean_nat_gcd(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (lean_are_scalars(a, b)) return lean_box(std::gcd(lean_unbox(a), lean_unbox(b)));
  return make_nat(multiprecision::gcd(*value(a), *value(b)));
}

lean_obj_res lean_nat_log2(b_lean_obj_arg a) {
  if (a == lean_box(0)) return a;
  return lean_box((lean_is_scalar(a) ? std::bit_width(lean_unbox(a)) : bit_count(big_value(a))) - 1);
}

bool lean_nat_big_eq(b_lean_obj_arg a, b_lean_obj_arg b) { return *value(a) == *value(b); }
bool lean_nat_big_le(b_lean_obj_arg a, b_lean_obj_arg b) {
  if (lean_is_scalar(a) || lean_is_scalar(b))
    return lean_is_scalar(a) && (!lean_is_scalar(b) || lean_unbox(a) <= lean_unbox(b));
  return big_value(a) <= big_value(b);
}

uint64_t lean_uint64_of_big_nat(b_lean_obj_arg n) { return *big_value(n).backend().limbs(); }

}   // extern "C"
