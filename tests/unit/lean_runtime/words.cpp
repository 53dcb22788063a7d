// What the agreement tests cannot compare because the Lean they ask has 32-bit words: USize, positions and sizes beyond
// 32 bits. Also that every number has exactly one form.
#include "support.hpp"

using lean_runtime::Call;
using lean_runtime::live_objects;

namespace {

constexpr std::size_t top = std::size_t{1} << 63;
constexpr std::size_t all = ~std::size_t{0};

}   // namespace

TEST_CASE("USize has 64 bits", "[words]") {
  REQUIRE(lean_usize_add(all, 2) == 1);
  REQUIRE(lean_usize_sub(1, 2) == all);
  REQUIRE(lean_usize_mul(top, 3) == top);
  REQUIRE(lean_usize_div(all, 0) == 0);
  REQUIRE(lean_usize_div(all, 2) == top - 1);
  REQUIRE(lean_usize_mod(all, 0) == all);
  REQUIRE(lean_usize_mod(all, 16) == 15);
  REQUIRE(lean_usize_neg(1) == all);
  REQUIRE(lean_usize_complement(0) == all);
  REQUIRE(lean_usize_land(all, top) == top);
  REQUIRE(lean_usize_lor(1, top) == top + 1);
  REQUIRE(lean_usize_xor(all, top) == top - 1);
  REQUIRE(lean_usize_shift_left(1, 63) == top);
  REQUIRE(lean_usize_shift_left(1, 64) == 1);
  REQUIRE(lean_usize_shift_right(top, 127) == 1);
  REQUIRE(lean_usize_log2(top) == 63);
  REQUIRE(lean_usize_log2(0) == 0);
  REQUIRE(lean_usize_dec_lt(1, top));
  REQUIRE(lean_usize_dec_le(top, top));
  REQUIRE_FALSE(lean_usize_dec_eq(top, 0));
  REQUIRE(lean_usize_to_uint64(top) == top);
  REQUIRE(lean_uint64_to_usize(top + 1) == top + 1);
  REQUIRE(lean_uint32_to_usize(0x80000000u) == 0x80000000u);
}

TEST_CASE("USize to Nat and back", "[words]") {
  const Call call;
  for (const std::size_t n : {std::size_t{0}, std::size_t{1} << 32, top - 1, top, top + 1, all}) {
    lean_object* o = lean_usize_to_nat(n);
    REQUIRE(lean_is_scalar(o) == (n < top));
    REQUIRE(lean_usize_of_nat(o) == n);
    REQUIRE(lean_usize_of_nat_mk(o) == n);
    lean_object* boxed = lean_box_usize(n);
    REQUIRE(lean_unbox_usize(boxed) == n);
    lean_dec(boxed);
  }
  lean_object* wide = nat("18446744073709551617");
  REQUIRE(lean_usize_of_nat(wide) == 1);
  lean_dec(wide);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a Nat is unboxed exactly below 2^63", "[words]") {
  const Call call;
  lean_object* big = lean_nat_add(lean_box(top - 1), lean_box(1));
  REQUIRE_FALSE(lean_is_scalar(big));
  REQUIRE(lean_nat_sub(big, lean_box(1)) == lean_box(top - 1));
  REQUIRE(lean_nat_div(big, lean_box(2)) == lean_box(top / 2));
  REQUIRE(lean_nat_mod(big, lean_box(top - 1)) == lean_box(1));
  REQUIRE(lean_nat_lxor(big, big) == lean_box(0));
  REQUIRE(lean_nat_shiftr(big, lean_box(1)) == lean_box(top / 2));
  REQUIRE(lean_nat_gcd(big, lean_box(12)) == lean_box(4));
  REQUIRE(lean_cstr_to_nat("9223372036854775807") == lean_box(top - 1));
  lean_dec(big);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("an Int is unboxed exactly from -2^62 to 2^62 - 1", "[words]") {
  const Call call;
  lean_object* least = lean_box_int(LEAN_MIN_SMALL_INT);
  lean_object* most = lean_box_int(LEAN_MAX_SMALL_INT);
  lean_object* below = lean_int_sub(least, lean_box_int(1));
  lean_object* above = lean_int_add(most, lean_box_int(1));
  REQUIRE_FALSE(lean_is_scalar(below));
  REQUIRE_FALSE(lean_is_scalar(above));
  REQUIRE(lean_int_add(below, lean_box_int(1)) == least);
  REQUIRE(lean_int_sub(above, lean_box_int(1)) == most);
  REQUIRE(lean_int_neg(above) == least);
  REQUIRE(lean_nat_abs(least) == lean_box(std::size_t{1} << 62));
  REQUIRE(lean_nat_abs(above) == lean_box(std::size_t{1} << 62));
  lean_object* negated = lean_int_neg(least);
  REQUIRE(lean_int_dec_eq(negated, above));
  lean_object* converted = lean_nat_to_int(lean_box(std::size_t{1} << 62));
  REQUIRE(lean_int_dec_eq(converted, above));
  REQUIRE(lean_int_neg_succ_of_nat(lean_box((std::size_t{1} << 62) - 1)) == least);
  lean_object* quotient = lean_int_div(least, lean_box_int(-1));
  REQUIRE(lean_int_dec_eq(quotient, above));
  for (lean_object* o : {below, above, negated, converted, quotient}) lean_dec(o);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("positions beyond every memory are beyond the end of a string", "[words]") {
  const Call call;
  lean_object* s = text("abc");
  lean_object* far = nat("18446744073709551616");
  for (lean_object* position : {lean_box(LEAN_MAX_SMALL_NAT), far}) {
    REQUIRE(lean_string_utf8_at_end(s, position));
    REQUIRE(lean_string_utf8_get(s, position) == 'A');
    REQUIRE(lean_string_utf8_get_opt(s, position) == lean_box(0));
    REQUIRE_FALSE(lean_string_is_valid_pos(s, position));
    lean_object* next = lean_string_utf8_next(s, position);
    lean_object* previous = lean_string_utf8_prev(s, next);
    REQUIRE(lean_nat_dec_eq(previous, position));
    lean_dec(next);
    lean_dec(previous);
    lean_object* part = lean_string_utf8_extract(s, lean_box(1), position);
    REQUIRE(std::string(lean_string_cstr(part)) == "bc");
    lean_dec(part);
    part = lean_string_utf8_extract(s, position, position);
    REQUIRE(lean_string_size(part) == 1);
    lean_dec(part);
    REQUIRE(lean_string_utf8_set(s, position, 'x') == s);
  }
  lean_dec(far);
  lean_dec(s);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("indices beyond every memory are out of bounds", "[words]") {
  const Call call;
  lean_object* bytes = lean_byte_array_push(lean_mk_empty_byte_array(lean_box(1)), 5);
  lean_object* array = numbers({1, 2});
  lean_object* far = nat("18446744073709551616");
  REQUIRE(lean_byte_array_get(bytes, far) == 0);
  REQUIRE(lean_byte_array_set(bytes, far, 3) == bytes);
  REQUIRE(lean_array_swap(array, lean_box(0), far) == array);
  lean_inc_n(far, 3);
  REQUIRE(lean_byte_array_copy_slice(bytes, far, bytes, lean_box(0), lean_box(1), 0) == bytes);
  lean_inc(bytes);   // borrowed as the source, consumed as the target
  lean_object* copy = lean_byte_array_copy_slice(bytes, lean_box(0), bytes, far, far, 0);
  REQUIRE(lean_sarray_size(copy) == 2);
  REQUIRE(lean_byte_array_uget(copy, 1) == 5);
  for (lean_object* o : {bytes, array, far, copy}) lean_dec(o);
  REQUIRE(live_objects() == 0);
}
