// Application of closures.

#include <lean/lean.h>

#include <vector>

namespace {

// Calls a function with all its arguments, in the way its arity asks for.
lean_object* call(void* function, unsigned arity, lean_object** a) {
  using O = lean_object*;
  switch (arity) {
    case 1: return reinterpret_cast<O (*)(O)>(function)(a[0]);
    case 2: return reinterpret_cast<O (*)(O, O)>(function)(a[0], a[1]);
    case 3: return reinterpret_cast<O (*)(O, O, O)>(function)(a[0], a[1], a[2]);
    case 4: return reinterpret_cast<O (*)(O, O, O, O)>(function)(a[0], a[1], a[2], a[3]);
    case 5: return reinterpret_cast<O (*)(O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4]);
    case 6: return reinterpret_cast<O (*)(O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5]);
    case 7: return reinterpret_cast<O (*)(O, O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    case 8:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    case 9:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6],
                                                                          a[7], a[8]);
    case 10:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6],
                                                                             a[7], a[8], a[9]);
    case 11:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O)>(function)(a[0], a[1], a[2], a[3], a[4], a[5],
                                                                                a[6], a[7], a[8], a[9], a[10]);
    case 12:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O, O)>(function)(
          a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    case 13:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O, O, O)>(function)(
          a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]);
    case 14:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O, O, O, O)>(function)(
          a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13]);
    case 15:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O, O, O, O, O)>(function)(
          a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14]);
    case 16:
      return reinterpret_cast<O (*)(O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O)>(function)(
          a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]);
    default: return reinterpret_cast<O (*)(O*)>(function)(a);
  }
}

void copy(lean_object** from, unsigned n, lean_object** to) {
  for (unsigned i = 0; i < n; ++i) to[i] = from[i];
}

// Moves the fixed arguments of a closure, whose reference is consumed, to `target`.
void take_fixed(lean_closure_object* closure, lean_object** target) {
  lean_object* o = &closure->m_header;
  const unsigned fixed = closure->m_num_fixed;
  copy(closure->m_objs, fixed, target);
  if (lean_is_exclusive(o)) {
    lean_free_object(o);
  } else {
    for (unsigned i = 0; i < fixed; ++i) lean_inc(target[i]);
    lean_dec_ref(o);
  }
}

// Applies a closure to exactly the arguments it waits for; `all` has room for its arity.
lean_object* saturate_in(lean_object** all, lean_closure_object* closure, lean_object** args) {
  void* const function = closure->m_fun;
  const unsigned arity = closure->m_arity, fixed = closure->m_num_fixed;
  take_fixed(closure, all);
  copy(args, arity - fixed, all + fixed);
  return call(function, arity, all);
}

[[gnu::noinline]] lean_object* saturate_large(lean_closure_object* closure, lean_object** args) {
  std::vector<lean_object*> all(closure->m_arity);
  return saturate_in(all.data(), closure, args);
}

lean_object* saturate(lean_closure_object* closure, lean_object** args) {
  if (closure->m_arity > LEAN_CLOSURE_MAX_ARGS) return saturate_large(closure, args);
  lean_object* all[LEAN_CLOSURE_MAX_ARGS];
  return saturate_in(all, closure, args);
}

// Adds arguments to a closure that waits for more than these.
lean_object* extend(lean_closure_object* closure, unsigned n, lean_object** args) {
  const unsigned fixed = closure->m_num_fixed;
  lean_object* o = lean_alloc_closure(closure->m_fun, closure->m_arity, fixed + n);
  lean_object** all = reinterpret_cast<lean_closure_object*>(o)->m_objs;
  take_fixed(closure, all);
  copy(args, n, all + fixed);
  return o;
}

}   // namespace

extern "C" lean_obj_res lean_apply_n(lean_obj_arg f, unsigned n, lean_object** args) {
  for (;;) {
    auto* closure = reinterpret_cast<lean_closure_object*>(f);
    const unsigned missing = closure->m_arity - closure->m_num_fixed;
    if (n < missing) return extend(closure, n, args);
    f = saturate(closure, args);
    if (n == missing) return f;
    args += missing;
    n -= missing;
  }
}
