// What the unit tests of the runtime share: the emitted functions, and shorthands for making and reading objects.
#pragma once

#include <catch2/catch.hpp>
#include <lean_runtime.hpp>

#include <string>

extern "C" {
// Emitted from RuntimeUnit.lean. Exported functions consume all their arguments.
lean_object* unit_panic(lean_object* n, lean_object* message);
lean_object* unit_get(lean_object* a, lean_object* i);
lean_object* unit_get_default(lean_object* a, lean_object* i, lean_object* fallback);
lean_object* unit_get_and_keep(lean_object* a, lean_object* i);
lean_object* unit_set(lean_object* a, lean_object* i, lean_object* s);
lean_object* unit_get_character(lean_object* s, lean_object* i);
lean_object* unit_call(lean_object* f, lean_object* n);
lean_object* unit_list(lean_object* n, lean_object* list);
lean_object* unit_nested(lean_object* depth, lean_object* inner);
lean_object* unit_double(lean_object* times, lean_object* n);
lean_object* unit_sort(lean_object* a);
lean_object* unit_constants(lean_object* unit);
extern lean_object* unit_constant_thunk;
lean_object* l_Nat_reprFast(lean_object* n);
}

inline lean_object* nat(const char* digits) { return lean_cstr_to_nat(digits); }
inline lean_object* text(const std::string& s) { return lean_mk_string_unchecked(s.data(), s.size(), s.size()); }

// The digits of a Nat, which is consumed.
inline std::string digits(lean_object* n) {
  lean_object* s = l_Nat_reprFast(n);
  std::string result = lean_string_cstr(s);
  lean_dec(s);
  return result;
}

// An array of small numbers.
inline lean_object* numbers(std::initializer_list<std::size_t> values) {
  lean_object* a = lean_alloc_array(0, values.size());
  for (const std::size_t v : values) a = lean_array_push(a, lean_box(v));
  return a;
}

// A large object whose only purpose is to be counted.
inline lean_object* thing() { return lean_alloc_ctor(0, 0, 8); }
