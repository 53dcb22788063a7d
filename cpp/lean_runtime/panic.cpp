// Panics: remembering the first one, and failures that end the call.

#include "heap.hpp"

#include <lean_runtime.hpp>

#include <utility>
#include <vector>

namespace lean_runtime {
namespace {

thread_local std::optional<std::string> first_panic;

// Default values that emitted code borrows after a panic; they live until the panic is taken.
thread_local std::vector<lean_object*> borrowed_defaults;

void panic(std::string message) {
  if (!first_panic) first_panic = std::move(message);
}

}   // namespace

void forget_panic() {
  first_panic.reset();
  for (lean_object* o : std::exchange(borrowed_defaults, {})) lean_dec(o);
}

std::optional<std::string> take_panic() {
  std::optional<std::string> message = std::move(first_panic);
  forget_panic();
  return message;
}

}   // namespace lean_runtime

using namespace lean_runtime;

extern "C" {

lean_obj_res lean_panic_fn(lean_obj_arg default_value, lean_obj_arg message) {
  panic(lean_string_cstr(message));
  lean_dec(message);
  return default_value;
}

lean_obj_res lean_array_get_panic(lean_obj_arg default_value) {
  panic("array index out of bounds");
  return default_value;
}

b_lean_obj_res lean_array_get_panic_borrowed(lean_obj_arg default_value) {
  panic("array index out of bounds");
  borrowed_defaults.push_back(default_value);
  return default_value;
}

lean_obj_res lean_array_set_panic(lean_obj_arg a, lean_obj_arg v) {
  panic("array index out of bounds");
  lean_dec(v);
  return a;
}

void lean_internal_panic_unreachable() { throw Failure(Failure::Kind::unreachable); }
void lean_internal_panic_out_of_memory() { throw Failure(Failure::Kind::out_of_memory); }

}   // extern "C"
