// A panic becomes a failure of the call: the first message is remembered, the call goes on with a default value, and
// nothing leaks.
#include "support.hpp"

using lean_runtime::Call;
using lean_runtime::live_objects;
using lean_runtime::take_panic;

TEST_CASE("a call without a panic has none to take", "[panic]") {
  const Call call;
  REQUIRE(unit_panic(lean_box(2), text("oops")) == lean_box(2));
  REQUIRE_FALSE(take_panic());
}

TEST_CASE("panic! gives the default, and its message with the place", "[panic]") {
  const Call call;
  REQUIRE(unit_panic(lean_box(4), text("first")) == lean_box(0));
  REQUIRE(unit_panic(lean_box(5), text("second")) == lean_box(0));
  REQUIRE(take_panic() == "PANIC at RuntimeUnit.panics RuntimeUnit:13:63: first");
  REQUIRE_FALSE(take_panic());
  REQUIRE(live_objects() == 0);
}

TEST_CASE("an index out of bounds is a panic", "[panic]") {
  const Call call;
  lean_object* a = lean_array_push(lean_alloc_array(0, 1), text("abc"));
  lean_inc_n(a, 5);
  REQUIRE(unit_get(a, lean_box(0)) == lean_box(3));
  REQUIRE_FALSE(take_panic());
  REQUIRE(unit_get(a, lean_box(1)) == lean_box(0));
  REQUIRE(take_panic() == "array index out of bounds");
  REQUIRE(unit_get(a, nat("18446744073709551616")) == lean_box(0));
  REQUIRE(take_panic());

  lean_object* pair = unit_get_and_keep(a, lean_box(0));
  REQUIRE_FALSE(take_panic());
  REQUIRE(std::string(lean_string_cstr(lean_ctor_get(pair, 0))) == "abc");
  lean_dec(pair);
  pair = unit_get_and_keep(a, lean_box(7));
  REQUIRE(take_panic());
  REQUIRE(std::string(lean_string_cstr(lean_ctor_get(pair, 0))).empty());
  lean_dec(pair);

  a = unit_set(a, lean_box(0), text("de"));
  REQUIRE_FALSE(take_panic());
  a = unit_set(a, lean_box(1), text("lost"));
  REQUIRE(take_panic() == "array index out of bounds");
  REQUIRE(lean_array_size(a) == 1);
  lean_dec(a);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a borrowed default lives until the panic is taken", "[panic]") {
  const Call call;
  lean_object* result = unit_get_default(lean_alloc_array(0, 0), lean_box(3), text("fallback"));
  REQUIRE(std::string(lean_string_cstr(result)) == "fallback!");
  lean_dec(result);
  REQUIRE(live_objects() == 1);
  REQUIRE(take_panic());
  REQUIRE(live_objects() == 0);

  result = unit_get_default(lean_array_push(lean_alloc_array(0, 1), text("element")), lean_box(0), text("fallback"));
  REQUIRE(std::string(lean_string_cstr(result)) == "element");
  lean_dec(result);
  REQUIRE_FALSE(take_panic());
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a position without a character is a panic", "[panic]") {
  const Call call;
  REQUIRE(unit_get_character(text("abc"), lean_box(1)) == lean_box('b'));
  REQUIRE_FALSE(take_panic());
  REQUIRE(unit_get_character(text("abc"), lean_box(3)) == lean_box('A'));
  REQUIRE(take_panic());
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a call's panic ends with it", "[panic]") {
  {
    const Call call;
    lean_dec(unit_get_default(lean_alloc_array(0, 0), lean_box(3), text("fallback")));
  }
  const Call call;
  REQUIRE_FALSE(take_panic());
  REQUIRE(live_objects() == 0);
}
