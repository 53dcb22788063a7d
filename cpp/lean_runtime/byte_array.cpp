// Byte arrays: what is not inline.

#include <lean/lean.h>

#include <algorithm>
#include <cstring>

extern "C" {

lean_obj_res lean_byte_array_own(lean_obj_arg a, size_t capacity) {
  const size_t size = lean_sarray_size(a);
  if (capacity > size) capacity = std::max(capacity, size * 2);
  lean_object* own = lean_alloc_sarray(1, size, capacity);
  std::memcpy(lean_sarray_cptr(own), lean_sarray_cptr(a), size);
  lean_dec_ref(a);
  return own;
}

lean_obj_res lean_byte_array_mk(lean_obj_arg array) {
  const size_t size = lean_array_size(array);
  lean_object* bytes = lean_alloc_sarray(1, size, size);
  for (size_t i = 0; i < size; ++i)
    lean_sarray_cptr(bytes)[i] = static_cast<uint8_t>(lean_unbox(lean_array_cptr(array)[i]));
  lean_dec_ref(array);
  return bytes;
}

lean_obj_res lean_byte_array_data(lean_obj_arg bytes) {
  const size_t size = lean_sarray_size(bytes);
  lean_object* array = lean_alloc_array(size, size);
  for (size_t i = 0; i < size; ++i) lean_array_cptr(array)[i] = lean_box(lean_sarray_cptr(bytes)[i]);
  lean_dec_ref(bytes);
  return array;
}

lean_obj_res lean_byte_array_copy_slice(b_lean_obj_arg source, lean_obj_arg source_start, lean_obj_arg target,
                                        lean_obj_arg start, lean_obj_arg length, uint8_t) {
  const auto at_most = [](lean_object* n, size_t bound) {
    const size_t value = lean_is_scalar(n) ? std::min(lean_unbox(n), bound) : bound;
    lean_dec(n);
    return value;
  };
  const size_t source_size = lean_sarray_size(source), target_size = lean_sarray_size(target);
  const size_t from = at_most(source_start, source_size);
  const size_t to = at_most(start, target_size);
  const size_t count = at_most(length, source_size - from);
  const size_t size = std::max(target_size, to + count);
  if (count == 0) return target;
  // The source may be the target: then there is a second reference, and the target is copied.
  if (!lean_is_exclusive(target) || size > reinterpret_cast<lean_sarray_object*>(target)->m_capacity)
    target = lean_byte_array_own(target, size);
  std::memcpy(lean_sarray_cptr(target) + to, lean_sarray_cptr(source) + from, count);
  reinterpret_cast<lean_sarray_object*>(target)->m_size = size;
  return target;
}

}   // extern "C"
