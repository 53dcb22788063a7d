// The value of a thunk.

#include <lean/lean.h>

extern "C" lean_obj_res lean_thunk_get_own(b_lean_obj_arg t) {
  auto* thunk = reinterpret_cast<lean_thunk_object*>(t);
  if (t->m_other == 0) {
    lean_object* closure = thunk->m_content;
    if (t->m_rc == 0) return lean_apply_1(closure, lean_box(0));   // persistent, and so is the closure
    thunk->m_content = lean_box(0);   // the closure is consumed, and no thunk can ask for its own value
    thunk->m_content = lean_apply_1(closure, lean_box(0));
    t->m_other = 1;
  }
  lean_inc(thunk->m_content);
  return thunk->m_content;
}
