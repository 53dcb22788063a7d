// The end of objects: releasing objects without references, and making constants that are never released. Both walk a
// graph of any depth without recursion.

#include "big_integer.hpp"

#include <lean_runtime.hpp>

#include <span>
#include <vector>

namespace lean_runtime {
namespace {

// The references that an object holds.
struct Children {
  lean_object** first;
  std::size_t count;
};

[[gnu::always_inline]] inline Children children(lean_object* o) {
  if (o->m_tag <= LeanMaxCtorTag) return {lean_ctor_obj_cptr(o), o->m_other};
  switch (o->m_tag) {
    case LeanClosure: {
      auto* closure = reinterpret_cast<lean_closure_object*>(o);
      return {closure->m_objs, closure->m_num_fixed};
    }
    case LeanArray: return {lean_array_cptr(o), lean_array_size(o)};
    case LeanThunk: return {&reinterpret_cast<lean_thunk_object*>(o)->m_content, 1};
    default: return {nullptr, 0};   // bytes, strings and big integers
  }
}

// Drops references to objects that live on, up to the first that would die, and says whether there is none.
bool drop_living(std::span<lean_object*> references) {
  for (lean_object*& o : references) {
    if (lean_is_scalar(o)) continue;
    if (o->m_rc == 1) return false;
    if (o->m_rc > 1) --o->m_rc;
    o = lean_box(0);
  }
  return true;
}

// The dead objects that still have to be taken apart, linked through the place of their first child.
class Dead {
 public:
  // Drops one reference; a dead object's first child is dropped at once. If other children die with it, that makes room
  // for the link; otherwise, which is nearly always, the object is taken apart here.
  void drop(lean_object* o) {
    while (!lean_is_scalar(o)) {
      if (o->m_rc != 1) {
        if (o->m_rc > 1) --o->m_rc;
        return;
      }
      const Children parts = children(o);
      if (parts.count == 0) {
        if (o->m_tag == LeanMPZ) destroy_big(o);
        lean_free_object(o);
        return;
      }
      lean_object* first_child = *parts.first;
      if (drop_living(std::span(parts.first, parts.count).subspan(1))) {
        lean_free_object(o);
      } else {
        *parts.first = list_;
        list_ = o;
      }
      o = first_child;
    }
  }

  // Takes the dead objects apart, until none is left.
  void bury() {
    while (lean_object* o = list_) {
      const Children parts = children(o);
      list_ = *parts.first;
      for (std::size_t i = 1; i < parts.count; ++i) drop(parts.first[i]);
      lean_free_object(o);
    }
  }

 private:
  lean_object* list_ = nullptr;
};

}   // namespace
}   // namespace lean_runtime

using namespace lean_runtime;

extern "C" {

void lean_release(lean_object* o) {
  Dead dead;
  dead.drop(o);
  dead.bury();
}

void lean_mark_persistent(lean_object* root) {
  std::vector<lean_object*> todo{root};
  while (!todo.empty()) {
    lean_object* o = todo.back();
    todo.pop_back();
    if (lean_is_scalar(o) || o->m_rc == 0) continue;
    o->m_rc = 0;
    const Children parts = children(o);
    todo.insert(todo.end(), parts.first, parts.first + parts.count);
  }
}

}   // extern "C"
