// Reference counts: who owns what, when an object is reused, and constants.
#include "support.hpp"

#include <cstring>
#include <limits>

using lean_runtime::Call;
using lean_runtime::live_objects;

TEST_CASE("an object lives as long as its references", "[count]") {
  const Call call;
  lean_object* o = thing();
  REQUIRE(live_objects() == 1);
  lean_inc(o);
  lean_inc_n(o, 3);
  REQUIRE(o->m_rc == 5);
  REQUIRE_FALSE(lean_is_exclusive(o));
  for (int i = 0; i < 4; ++i) lean_dec(o);
  REQUIRE(lean_is_exclusive(o));
  lean_dec(o);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("unboxed values have no count", "[count]") {
  const Call call;
  lean_inc(lean_box(5));
  lean_inc_n(lean_box(5), 3);
  lean_dec(lean_box(5));
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a count that overflows freezes the object", "[count]") {
  const Call call;
  lean_object* o = thing();
  o->m_rc = std::numeric_limits<int>::max();
  lean_inc(o);
  REQUIRE(o->m_rc < 0);
  lean_inc(o);
  lean_dec(o);
  REQUIRE(o->m_rc == std::numeric_limits<int>::min());
  REQUIRE_FALSE(lean_is_exclusive(o));
  o->m_rc = std::numeric_limits<int>::max() - 4;
  lean_inc_n(o, 4);
  REQUIRE(o->m_rc == std::numeric_limits<int>::max());
  lean_inc_n(o, 1);
  REQUIRE(o->m_rc < 0);
  o->m_rc = 1;
  lean_inc_n(o, std::size_t{1} << 32);
  REQUIRE(o->m_rc < 0);
  o->m_rc = 1;
  lean_dec(o);
}

TEST_CASE("a dropped field does not take the object with it", "[count]") {
  const Call call;
  lean_object* pair = lean_alloc_ctor(3, 2, 0);
  lean_ctor_set(pair, 0, thing());
  lean_ctor_set(pair, 1, thing());
  lean_ctor_release(pair, 0);
  REQUIRE(live_objects() == 2);
  REQUIRE(lean_obj_tag(pair) == 3);
  lean_ctor_set_tag(pair, 4);
  REQUIRE(lean_obj_tag(pair) == 4);
  lean_dec(pair);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("scalar fields follow the object fields", "[count]") {
  const Call call;
  lean_object* o = lean_alloc_ctor(0, 1, sizeof(std::size_t) + 15);
  lean_ctor_set(o, 0, lean_box(7));
  lean_ctor_set_usize(o, 1, ~std::size_t{0});
  lean_ctor_set_uint64(o, 16, 0x8000000000000001u);
  lean_ctor_set_uint32(o, 24, 0x80000001u);
  lean_ctor_set_uint16(o, 28, 0x8001u);
  lean_ctor_set_uint8(o, 30, 0x81u);
  REQUIRE(lean_ctor_get(o, 0) == lean_box(7));
  REQUIRE(lean_ctor_get_usize(o, 1) == ~std::size_t{0});
  REQUIRE(lean_ctor_get_uint64(o, 16) == 0x8000000000000001u);
  REQUIRE(lean_ctor_get_uint32(o, 24) == 0x80000001u);
  REQUIRE(lean_ctor_get_uint16(o, 28) == 0x8001u);
  REQUIRE(lean_ctor_get_uint8(o, 30) == 0x81u);
  lean_dec(o);
}

TEST_CASE("constants are persistent, with all they refer to", "[count]") {
  const Call call;
  lean_object* list = unit_constants(lean_box(0));
  REQUIRE(list->m_rc == 0);
  lean_inc(list);
  lean_dec(list);
  lean_dec(list);
  lean_object* array = lean_ctor_get(list, 0);
  REQUIRE(array->m_rc == 0);
  REQUIRE(lean_array_fget_borrowed(array, lean_box(1))->m_rc == 0);
  REQUIRE_FALSE(lean_is_exclusive(array));
  lean_object* changed = lean_array_fset(array, lean_box(0), lean_box(9));
  REQUIRE(changed != array);
  REQUIRE(std::strcmp(lean_string_cstr(lean_array_fget_borrowed(array, lean_box(0))), "a") == 0);
  lean_dec(changed);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("what is made persistent is never freed", "[count]") {
  const Call call;
  lean_object* inner = thing();
  lean_object* shared = lean_alloc_array(0, 2);
  lean_inc(inner);
  shared = lean_array_push(shared, inner);
  shared = lean_array_push(shared, inner);
  lean_mark_persistent(shared);
  lean_mark_persistent(shared);
  REQUIRE(inner->m_rc == 0);
  lean_dec(shared);
  lean_dec(inner);
  REQUIRE(live_objects() == 2);
  shared->m_rc = 1;   // so that this test leaves nothing behind
  inner->m_rc = 2;
  lean_dec(shared);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a thunk is computed once, a persistent one each time", "[count]") {
  const Call call;
  const auto compute = +[](lean_object*) { return thing(); };
  lean_object* closure = lean_alloc_closure(reinterpret_cast<void*>(compute), 1, 0);
  lean_object* thunk = lean_mk_thunk(closure);
  lean_object* first = lean_thunk_get_own(thunk);
  lean_object* second = lean_thunk_get_own(thunk);
  REQUIRE(first == second);
  REQUIRE(first->m_rc == 3);
  for (lean_object* o : {first, second, thunk}) lean_dec(o);
  REQUIRE(live_objects() == 0);

  closure = lean_alloc_closure(reinterpret_cast<void*>(compute), 1, 0);
  thunk = lean_mk_thunk(closure);
  lean_mark_persistent(thunk);
  first = lean_thunk_get_own(thunk);
  second = lean_thunk_get_own(thunk);
  REQUIRE(first != second);
  thunk->m_rc = closure->m_rc = 1;   // so that this test leaves nothing behind
  for (lean_object* o : {first, second, thunk}) lean_dec(o);
  REQUIRE(live_objects() == 0);

  lean_object* constant = lean_thunk_get_own(unit_constant_thunk);
  REQUIRE(digits(constant).substr(0, 7) == "5153775");
  lean_dec(lean_thunk_pure(thing()));
  lean_dec(lean_mk_thunk(lean_alloc_closure(reinterpret_cast<void*>(compute), 1, 0)));
  REQUIRE(live_objects() == 0);
}
