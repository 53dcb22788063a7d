// Strings: what is not inline.

#include <lean/lean.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

namespace {

constexpr uint32_t default_char = 'A';

lean_string_object* fields(lean_object* s) { return reinterpret_cast<lean_string_object*>(s); }
std::string_view text(b_lean_obj_arg s) { return {lean_string_cstr(s), lean_string_size(s) - 1}; }

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }
size_t count_characters(std::string_view s) {
  return s.size() - static_cast<size_t>(std::count_if(s.begin(), s.end(), is_continuation));
}

// How many bytes a character takes.
size_t width(uint32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// Writes a character and returns its width.
size_t encode(uint32_t c, char* to) {
  const size_t n = width(c);
  static constexpr unsigned char lead[] = {0x00, 0xc0, 0xe0, 0xf0};
  for (size_t i = n - 1; i > 0; --i, c >>= 6) to[i] = static_cast<char>(0x80 | (c & 0x3f));
  to[0] = static_cast<char>(lead[n - 1] | c);
  return n;
}

// The character that starts at `i`, in a string that is UTF-8.
uint32_t decode(std::string_view s, size_t i) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(s[i + k]); };
  const auto rest = [&](size_t k) { return static_cast<uint32_t>(byte(k) & 0x3f); };
  if (byte(0) < 0x80) return byte(0);
  if (byte(0) < 0xe0) return (byte(0) & 0x1fu) << 6 | rest(1);
  if (byte(0) < 0xf0) return (byte(0) & 0x0fu) << 12 | rest(1) << 6 | rest(2);
  return (byte(0) & 0x07u) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3);
}

// Whether a character starts at the position.
std::optional<size_t> character_at(b_lean_obj_arg s, b_lean_obj_arg position) {
  if (lean_string_utf8_at_end(s, position) || is_continuation(text(s)[lean_unbox(position)])) return std::nullopt;
  return lean_unbox(position);
}

// A string with room for `capacity` bytes, the final zero included, whose contents are yet to be filled in.
lean_object* allocate(size_t size, size_t capacity, size_t length) {
  lean_object* s = lean_alloc_object(sizeof(lean_string_object) + capacity, LeanString, 0);
  fields(s)->m_size = size;
  fields(s)->m_capacity = capacity;
  fields(s)->m_length = length;
  return s;
}

lean_object* make(std::string_view bytes, size_t length) {
  lean_object* s = allocate(bytes.size() + 1, bytes.size() + 1, length);
  std::copy(bytes.begin(), bytes.end(), fields(s)->m_data);
  fields(s)->m_data[bytes.size()] = 0;
  return s;
}

// The string with bytes added at its end, which may be its own.
lean_object* append(lean_obj_arg s, std::string_view bytes, size_t length) {
  const size_t old_size = lean_string_size(s), size = old_size + bytes.size();
  lean_object* result = s;
  if (!lean_is_exclusive(s) || fields(s)->m_capacity < size) {
    result = allocate(old_size, std::max(size, old_size * 2), fields(s)->m_length);
    std::copy_n(lean_string_cstr(s), old_size, fields(result)->m_data);
  }
  std::copy(bytes.begin(), bytes.end(), fields(result)->m_data + old_size - 1);
  fields(result)->m_data[size - 1] = 0;
  fields(result)->m_size = size;
  fields(result)->m_length += length;
  if (result != s) lean_dec_ref(s);
  return result;
}

}   // namespace

extern "C" {

lean_obj_res lean_mk_string_unchecked(const char* bytes, size_t size, size_t length) {
  return make({bytes, size}, length);
}

lean_obj_res lean_string_push(lean_obj_arg s, uint32_t c) {
  char bytes[4];
  return append(s, {bytes, encode(c, bytes)}, 1);
}

lean_obj_res lean_string_append(lean_obj_arg s, b_lean_obj_arg t) { return append(s, text(t), fields(t)->m_length); }

lean_obj_res lean_string_mk(lean_obj_arg characters) {
  lean_object* s = make("", 0);
  for (lean_object* rest = characters; !lean_is_scalar(rest); rest = lean_ctor_get(rest, 1))
    s = lean_string_push(s, lean_unbox_uint32(lean_ctor_get(rest, 0)));
  lean_dec(characters);
  return s;
}

lean_obj_res lean_string_data(lean_obj_arg s) {
  const std::string_view bytes = text(s);
  lean_object* list = lean_box(0);
  for (size_t i = bytes.size(); i > 0; --i) {
    if (is_continuation(bytes[i - 1])) continue;
    lean_object* rest = list;
    list = lean_alloc_ctor(1, 2, 0);
    lean_ctor_set(list, 0, lean_box_uint32(decode(bytes, i - 1)));
    lean_ctor_set(list, 1, rest);
  }
  lean_dec_ref(s);
  return list;
}

lean_obj_res lean_string_from_utf8_unchecked(b_lean_obj_arg bytes) {
  const std::string_view s(reinterpret_cast<const char*>(lean_sarray_cptr(bytes)), lean_sarray_size(bytes));
  return make(s, count_characters(s));
}

lean_obj_res lean_string_to_utf8(b_lean_obj_arg s) {
  const std::string_view bytes = text(s);
  lean_object* a = lean_alloc_sarray(1, bytes.size(), bytes.size());
  std::copy(bytes.begin(), bytes.end(), lean_sarray_cptr(a));
  return a;
}

uint8_t lean_string_validate_utf8(b_lean_obj_arg a) {
  const std::string_view bytes(reinterpret_cast<const char*>(lean_sarray_cptr(a)), lean_sarray_size(a));
  for (size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const size_t n = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
    if (n == 0 || bytes.size() - i < n) return false;
    if (!std::all_of(bytes.begin() + i + 1, bytes.begin() + i + n, is_continuation)) return false;
    const uint32_t c = decode(bytes, i);
    if (width(c) != n || c > 0x10ffff || (0xd800 <= c && c < 0xe000)) return false;
    i += n;
  }
  return true;
}

bool lean_string_eq_bytes(b_lean_obj_arg s, b_lean_obj_arg t) { return text(s) == text(t); }

// Bytes of UTF-8, compared as unsigned, have the order of the code points.
uint8_t lean_string_dec_lt(b_lean_obj_arg s, b_lean_obj_arg t) { return text(s) < text(t); }

uint8_t lean_string_is_valid_pos(b_lean_obj_arg s, b_lean_obj_arg position) {
  return position == lean_string_utf8_byte_size(s) || character_at(s, position).has_value();
}

uint32_t lean_string_utf8_get(b_lean_obj_arg s, b_lean_obj_arg position) {
  const auto i = character_at(s, position);
  return i ? decode(text(s), *i) : default_char;
}

lean_obj_res lean_string_utf8_get_opt(b_lean_obj_arg s, b_lean_obj_arg position) {
  const auto i = character_at(s, position);
  if (!i) return lean_box(0);
  lean_object* some = lean_alloc_ctor(1, 1, 0);
  lean_ctor_set(some, 0, lean_box_uint32(decode(text(s), *i)));
  return some;
}

uint32_t lean_string_utf8_get_bang(b_lean_obj_arg s, b_lean_obj_arg position) {
  if (!character_at(s, position)) lean_panic_fn(lean_box(0), make("no character at this position", 29));
  return lean_string_utf8_get(s, position);
}

lean_obj_res lean_string_utf8_next(b_lean_obj_arg s, b_lean_obj_arg position) {
  return lean_nat_add(position, lean_box(width(lean_string_utf8_get(s, position))));
}

lean_obj_res lean_string_utf8_prev(b_lean_obj_arg s, b_lean_obj_arg position) {
  const std::string_view bytes = text(s);
  if (!lean_is_scalar(position) || lean_unbox(position) > bytes.size()) return lean_nat_pred(position);
  size_t i = lean_unbox(position);
  if (i > 0) --i;
  while (i > 0 && is_continuation(bytes[i])) --i;
  return lean_box(i);
}

lean_obj_res lean_string_utf8_set(lean_obj_arg s, b_lean_obj_arg position, uint32_t c) {
  const auto i = character_at(s, position);
  if (!i) return s;
  const std::string_view bytes = text(s);
  const size_t old_width = width(decode(bytes, *i));
  char replacement[4];
  const size_t new_width = encode(c, replacement);
  if (lean_is_exclusive(s) && old_width == new_width) {
    std::copy_n(replacement, new_width, fields(s)->m_data + *i);
    return s;
  }
  lean_object* result = allocate(1, lean_string_size(s) - old_width + new_width, 0);
  fields(result)->m_data[0] = 0;
  result = append(result, bytes.substr(0, *i), 0);
  result = append(result, {replacement, new_width}, 0);
  result = append(result, bytes.substr(*i + old_width), 0);
  fields(result)->m_length = fields(s)->m_length;
  lean_dec_ref(s);
  return result;
}

lean_obj_res lean_string_utf8_extract(b_lean_obj_arg s, b_lean_obj_arg begin, b_lean_obj_arg end) {
  const std::string_view bytes = text(s);
  const auto from = character_at(s, begin);
  size_t to = lean_is_scalar(end) ? std::min(lean_unbox(end), bytes.size()) : bytes.size();
  if (!from || to <= *from) return make("", 0);
  if (to < bytes.size() && is_continuation(bytes[to])) to = bytes.size();   // not a character's: there is no such end
  const std::string_view part = bytes.substr(*from, to - *from);
  return make(part, count_characters(part));
}

}   // extern "C"
