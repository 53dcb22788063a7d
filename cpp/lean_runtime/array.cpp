// Arrays: what is not inline.

#include <lean/lean.h>

#include <algorithm>

extern "C" {

lean_obj_res lean_array_own(lean_obj_arg a, bool grow) {
  const size_t size = lean_array_size(a);
  const size_t capacity = grow ? std::max<size_t>(4, size * 2) : size;
  lean_object* own = lean_alloc_array(size, capacity);
  std::copy_n(lean_array_cptr(a), size, lean_array_cptr(own));
  if (lean_is_exclusive(a)) {
    lean_free_object(a);
  } else {
    std::for_each_n(lean_array_cptr(own), size, lean_inc);
    lean_dec_ref(a);
  }
  return own;
}

lean_obj_res lean_mk_array(lean_obj_arg n, lean_obj_arg v) {
  const size_t size = lean_is_scalar(n) ? lean_unbox(n) : SIZE_MAX;
  lean_object* a = lean_alloc_array(size, size);
  std::fill_n(lean_array_cptr(a), size, v);
  if (size == 0)
    lean_dec(v);
  else
    lean_inc_n(v, size - 1);
  return a;
}

lean_obj_res lean_array_mk(lean_obj_arg list) {
  size_t size = 0;
  for (lean_object* rest = list; !lean_is_scalar(rest); rest = lean_ctor_get(rest, 1)) ++size;
  lean_object* a = lean_alloc_array(0, size);
  for (lean_object* rest = list; !lean_is_scalar(rest); rest = lean_ctor_get(rest, 1)) {
    lean_inc(lean_ctor_get(rest, 0));
    lean_array_push(a, lean_ctor_get(rest, 0));
  }
  lean_dec(list);
  return a;
}

lean_obj_res lean_array_to_list(lean_obj_arg a) {
  lean_object* list = lean_box(0);
  for (size_t i = lean_array_size(a); i > 0; --i) {
    lean_object* rest = list;
    list = lean_alloc_ctor(1, 2, 0);
    lean_ctor_set(list, 0, lean_array_uget(a, i - 1));
    lean_ctor_set(list, 1, rest);
  }
  lean_dec(a);
  return list;
}

}   // extern "C"
