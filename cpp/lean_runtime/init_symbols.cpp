// The definitions of Lean's own library that emitted C refers to by name, each by its Lean definition.

#include "big_integer.hpp"

#include <lean/lean.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace lean_runtime;

namespace {

// Decimal digits. Twice as many digits take four times as long.
lean_object* decimal(b_lean_obj_arg n) {
  constexpr unsigned group_digits = 18;
  constexpr uint64_t group_base = 1'000'000'000'000'000'000;
  std::string reversed;
  const auto write = [&](uint64_t group, unsigned at_least) {
    for (unsigned i = 0; i < at_least || group != 0; ++i, group /= 10) reversed += static_cast<char>('0' + group % 10);
  };
  if (lean_is_scalar(n)) {
    write(lean_unbox(n), 1);
  } else {
    Integer rest = big_value(n);
    for (; rest >= group_base; rest /= group_base)
      write(multiprecision::integer_modulus(rest, group_base), group_digits);
    write(static_cast<uint64_t>(rest), 1);
  }
  const std::string digits(reversed.rbegin(), reversed.rend());
  return lean_mk_string_unchecked(digits.data(), digits.size(), digits.size());
}

// Adds a string that is consumed.
lean_object* add(lean_object* s, lean_object* part) {
  s = lean_string_append(s, part);
  lean_dec(part);
  return s;
}

lean_object* ascii(std::string_view s) { return lean_mk_string_unchecked(s.data(), s.size(), s.size()); }

lean_sarray_object no_bytes = {{0, sizeof(lean_sarray_object), 1, LeanScalarArray}, 0, 0, {}};

}   // namespace

extern "C" {

// The initialiser of the library, which has nothing to do here.
lean_obj_res initialize_Init(uint8_t) { return lean_io_result_mk_ok(lean_box(0)); }

// Array.empty, of any element type.
lean_obj_res l_Array_empty(lean_obj_arg) { return lean_alloc_array(0, 0); }

// ByteArray.empty
lean_object* l_ByteArray_empty = &no_bytes.m_header;

// instance : Inhabited Int := ⟨0⟩
lean_object* l_Int_instInhabited = lean_box_int(0);

// Int.toNat: the number itself, and 0 for a negative one.
lean_obj_res l_Int_toNat(b_lean_obj_arg a) {
  return lean_int_dec_lt(a, lean_box_int(0)) ? lean_box(0) : lean_nat_abs(a);
}

// Int.pow: a^n, with a^0 = 1; the sign is that of a for odd n.
lean_obj_res l_Int_pow(b_lean_obj_arg a, b_lean_obj_arg n) {
  lean_object* magnitude = lean_nat_abs(a);
  lean_object* power = lean_nat_to_int(lean_nat_pow(magnitude, n));
  lean_dec(magnitude);
  if (lean_int_dec_le(lean_box_int(0), a) || lean_uint64_of_nat(n) % 2 == 0) return power;
  lean_object* negated = lean_int_neg(power);
  lean_dec(power);
  return negated;
}

// Nat.repr: decimal digits. Consumes its argument.
lean_obj_res l_Nat_reprFast(lean_obj_arg n) {
  lean_object* s = decimal(n);
  lean_dec(n);
  return s;
}

// Int.repr: decimal digits, after a minus sign for a negative number.
lean_obj_res l_Int_repr(b_lean_obj_arg a) {
  lean_object* digits = l_Nat_reprFast(lean_nat_abs(a));
  return lean_int_dec_lt(a, lean_box_int(0)) ? add(ascii("-"), digits) : digits;
}

// Int.sign: -1, 0 or 1.
lean_obj_res l_Int_sign(b_lean_obj_arg a) {
  if (lean_int_dec_lt(a, lean_box_int(0))) return lean_box_int(-1);
  return lean_box_int(a == lean_box_int(0) ? 0 : 1);
}

// Nat.lcm: the least common multiple, and 0 where a number is 0.
lean_obj_res l_Nat_lcm(b_lean_obj_arg a, b_lean_obj_arg b) {
  lean_object* divisor = lean_nat_gcd(a, b);
  lean_object* product = lean_nat_mul(a, b);
  lean_object* multiple = lean_nat_div(product, divisor);
  lean_dec(product);
  lean_dec(divisor);
  return multiple;
}

// Bool.toNat: 0 or 1.
lean_obj_res l_Bool_toNat(uint8_t a) { return lean_box(a); }

// Equality of byte arrays, as a Bool and as a Decidable proposition. Both consume their arguments.
uint8_t l_ByteArray_instBEq_beq(lean_obj_arg a, lean_obj_arg b) {
  const bool equal = lean_sarray_size(a) == lean_sarray_size(b) &&
                     std::equal(lean_sarray_cptr(a), lean_sarray_cptr(a) + lean_sarray_size(a), lean_sarray_cptr(b));
  lean_dec_ref(a);
  lean_dec_ref(b);
  return equal;
}
uint8_t l_ByteArray_instDecidableEq(lean_obj_arg a, lean_obj_arg b) { return l_ByteArray_instBEq_beq(a, b); }

// Char.ofNat: the character with that code point, and the zero character where there is none.
uint32_t l_Char_ofNat(b_lean_obj_arg n) {
  if (!lean_is_scalar(n)) return 0;
  const size_t c = lean_unbox(n);
  return c < 0xd800 || (0xdfff < c && c < 0x110000) ? static_cast<uint32_t>(c) : 0;
}

// mkPanicMessageWithDecl: what `panic!` says. Names and numbers are literals.
lean_obj_res l_mkPanicMessageWithDecl(b_lean_obj_arg module, b_lean_obj_arg declaration, b_lean_obj_arg line,
                                      b_lean_obj_arg column, b_lean_obj_arg message) {
  lean_object* s = lean_string_append(ascii("PANIC at "), declaration);
  s = lean_string_append(add(s, ascii(" ")), module);
  s = add(add(s, ascii(":")), decimal(line));
  s = add(add(s, ascii(":")), decimal(column));
  return lean_string_append(add(s, ascii(": ")), message);
}

}   // extern "C"
