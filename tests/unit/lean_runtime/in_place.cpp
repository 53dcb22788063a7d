// Updates happen in place when there is no other reference to the object, and on a copy otherwise.
#include "support.hpp"

#include <cstring>

using lean_runtime::Call;
using lean_runtime::live_objects;

TEST_CASE("an unshared array is changed in place", "[in place]") {
  const Call call;
  lean_object* a = numbers({1, 2, 3});
  REQUIRE(lean_array_fset(a, lean_box(1), lean_box(7)) == a);
  REQUIRE(lean_array_uset(a, 0, thing()) == a);
  REQUIRE(lean_array_set(a, lean_box(0), lean_box(8)) == a);
  REQUIRE(live_objects() == 1);   // the replaced element was released
  REQUIRE(lean_array_fswap(a, lean_box(0), lean_box(2)) == a);
  REQUIRE(lean_array_fget_borrowed(a, lean_box(2)) == lean_box(8));
  REQUIRE(lean_array_swap(a, lean_box(0), lean_box(3)) == a);
  REQUIRE(lean_array_pop(a) == a);
  REQUIRE(lean_array_push(a, lean_box(5)) == a);
  REQUIRE(lean_array_size(a) == 3);
  lean_dec(a);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a shared array is copied, and keeps its contents", "[in place]") {
  const Call call;
  lean_object* a = lean_alloc_array(0, 2);
  a = lean_array_push(a, thing());
  a = lean_array_push(a, lean_box(2));
  lean_inc(a);
  lean_object* b = lean_array_fset(a, lean_box(1), lean_box(7));
  REQUIRE(b != a);
  REQUIRE(a->m_rc == 1);
  REQUIRE(lean_array_fget_borrowed(a, lean_box(1)) == lean_box(2));
  REQUIRE(lean_array_fget_borrowed(b, lean_box(1)) == lean_box(7));
  REQUIRE(lean_array_fget_borrowed(a, lean_box(0))->m_rc == 2);
  lean_inc(a);
  lean_object* c = lean_array_push(a, lean_box(3));
  REQUIRE(lean_array_size(a) == 2);
  REQUIRE(lean_array_size(c) == 3);
  lean_inc(a);
  lean_object* d = lean_array_pop(a);
  REQUIRE(lean_array_size(a) == 2);
  REQUIRE(lean_array_size(d) == 1);
  lean_inc(a);
  lean_object* e = lean_array_swap(a, lean_box(0), lean_box(1));
  REQUIRE(lean_array_fget_borrowed(a, lean_box(1)) == lean_box(2));
  REQUIRE(lean_array_fget_borrowed(e, lean_box(0)) == lean_box(2));
  for (lean_object* o : {a, b, c, d, e}) lean_dec(o);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("an array grows geometrically", "[in place]") {
  const Call call;
  lean_object* a = lean_alloc_array(0, 0);
  std::size_t moves = 0;
  for (std::size_t i = 0; i < 100000; ++i) {
    lean_object* grown = lean_array_push(a, lean_box(i));
    if (grown != a) ++moves;
    a = grown;
  }
  REQUIRE(moves < 20);
  for (std::size_t i = 0; i < 100000; ++i)
    if (lean_array_cptr(a)[i] != lean_box(i)) FAIL("element " << i);
  lean_dec(a);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("an unshared byte array is changed in place, a shared one is copied", "[in place]") {
  const Call call;
  lean_object* a = lean_mk_empty_byte_array(lean_box(2));
  REQUIRE(lean_byte_array_push(a, 1) == a);
  REQUIRE(lean_byte_array_push(a, 2) == a);
  REQUIRE(lean_byte_array_fset(a, lean_box(1), 7) == a);
  REQUIRE(lean_byte_array_set(a, lean_box(2), 7) == a);   // out of bounds
  lean_inc(a);
  lean_object* b = lean_byte_array_uset(a, 0, 9);
  lean_inc(a);
  lean_object* c = lean_byte_array_push(a, 3);
  REQUIRE(lean_byte_array_get(a, lean_box(0)) == 1);
  REQUIRE(lean_byte_array_get(b, lean_box(0)) == 9);
  REQUIRE(lean_byte_array_get(c, lean_box(2)) == 3);
  REQUIRE(lean_byte_array_get(a, lean_box(2)) == 0);   // out of bounds
  for (lean_object* o : {a, b, c}) lean_dec(o);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a byte array grows geometrically", "[in place]") {
  const Call call;
  lean_object* a = lean_mk_empty_byte_array(lean_box(0));
  std::size_t moves = 0;
  for (std::size_t i = 0; i < 100000; ++i) {
    lean_object* grown = lean_byte_array_push(a, static_cast<uint8_t>(i));
    if (grown != a) ++moves;
    a = grown;
  }
  REQUIRE(moves < 20);
  REQUIRE(lean_byte_array_fget(a, lean_box(99999)) == static_cast<uint8_t>(99999));
  lean_dec(a);
}

TEST_CASE("an unshared string grows in place, a shared one is copied", "[in place]") {
  const Call call;
  lean_object* s = text("abc");
  std::size_t moves = 0;
  for (int i = 0; i < 10000; ++i) {
    lean_object* grown = lean_string_push(s, 'x');
    if (grown != s) ++moves;
    s = grown;
  }
  REQUIRE(moves < 20);
  REQUIRE(lean_string_utf8_set(s, lean_box(0), 'z') == s);
  lean_inc(s);
  lean_object* t = lean_string_append(s, s);
  REQUIRE(t != s);
  REQUIRE(lean_string_size(s) == 10004);
  REQUIRE(lean_string_size(t) == 20007);
  REQUIRE(std::strlen(lean_string_cstr(t)) == 20006);
  lean_dec(s);
  lean_dec(t);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("emitted code sorts an unshared array in place", "[in place]") {
  const Call call;
  lean_object* a = numbers({5, 3, 9, 1, 1, 8});
  REQUIRE(unit_sort(a) == a);
  lean_object* expected = numbers({1, 1, 3, 5, 8, 9});
  REQUIRE(std::memcmp(lean_array_cptr(a), lean_array_cptr(expected), 6 * sizeof(void*)) == 0);
  lean_dec(a);
  lean_dec(expected);
  REQUIRE(live_objects() == 0);
}
