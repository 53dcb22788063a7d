/* String: characters in UTF-8, always well-formed. A position is a Nat that counts bytes; it is valid if a character
   starts there or the string ends there. */
#ifndef LEAN_RUNTIME_UTF8_STRING_H
#define LEAN_RUNTIME_UTF8_STRING_H

#include "object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `m_size` counts the bytes and a final zero byte, `m_length` the characters. */
typedef struct {
  lean_object m_header;
  size_t m_size;
  size_t m_capacity;
  size_t m_length;
  char m_data[];
} lean_string_object;

/* A literal: `size` bytes of `length` characters. */
lean_obj_res lean_mk_string_unchecked(const char* bytes, size_t size, size_t length);

/* Lean writes "\u0001a" to C as "\x01a", which C reads as one character: such a literal shall not compile. */
#ifndef __cplusplus
#define lean_mk_string_unchecked(literal, size, length)                    \
  ({                                                                       \
    _Static_assert(sizeof(literal) - 1 == (size),                          \
                   "C does not read this literal as Lean wrote it: avoid " \
                   "a control character before a hexadecimal digit");      \
    (lean_mk_string_unchecked)(literal, size, length);                     \
  })
#endif

static inline const char* lean_string_cstr(b_lean_obj_arg s) { return ((lean_string_object*)s)->m_data; }
static inline size_t lean_string_size(b_lean_obj_arg s) { return ((lean_string_object*)s)->m_size; }

/* The number of characters, and of bytes. */
static inline lean_obj_res lean_string_length(b_lean_obj_arg s) { return lean_box(((lean_string_object*)s)->m_length); }
static inline lean_obj_res lean_string_utf8_byte_size(b_lean_obj_arg s) { return lean_box(lean_string_size(s) - 1); }

/* The string with a character or another string added at its end, in place where it has one reference. */
lean_obj_res lean_string_push(lean_obj_arg s, uint32_t c);
lean_obj_res lean_string_append(lean_obj_arg s, b_lean_obj_arg t);

/* From and to a List of Char. */
lean_obj_res lean_string_mk(lean_obj_arg characters);
lean_obj_res lean_string_data(lean_obj_arg s);

/* From bytes that are known to be UTF-8, to bytes, and whether bytes are UTF-8. */
lean_obj_res lean_string_from_utf8_unchecked(b_lean_obj_arg bytes);
lean_obj_res lean_string_to_utf8(b_lean_obj_arg s);
uint8_t lean_string_validate_utf8(b_lean_obj_arg bytes);

/* Equality, and the lexicographic order of the characters' code points. */
bool lean_string_eq_bytes(b_lean_obj_arg s, b_lean_obj_arg t);
static inline uint8_t lean_string_dec_eq(b_lean_obj_arg s, b_lean_obj_arg t) {
  return s == t || (lean_string_size(s) == lean_string_size(t) && lean_string_eq_bytes(s, t));
}
uint8_t lean_string_dec_lt(b_lean_obj_arg s, b_lean_obj_arg t);

/* Whether the position is valid. */
uint8_t lean_string_is_valid_pos(b_lean_obj_arg s, b_lean_obj_arg position);

/* Whether no character starts at or after the position. */
static inline uint8_t lean_string_utf8_at_end(b_lean_obj_arg s, b_lean_obj_arg position) {
  return !lean_is_scalar(position) || lean_unbox(position) >= lean_string_size(s) - 1;
}

/* The byte at a position inside the string. */
static inline uint8_t lean_string_get_byte_fast(b_lean_obj_arg s, b_lean_obj_arg position) {
  return (uint8_t)lean_string_cstr(s)[lean_unbox(position)];
}

/* The character that starts at a position; where none does: 'A', none, or 'A' and a panic. */
uint32_t lean_string_utf8_get(b_lean_obj_arg s, b_lean_obj_arg position);
lean_obj_res lean_string_utf8_get_opt(b_lean_obj_arg s, b_lean_obj_arg position);
uint32_t lean_string_utf8_get_bang(b_lean_obj_arg s, b_lean_obj_arg position);

/* The position after the character that lean_string_utf8_get gives. */
lean_obj_res lean_string_utf8_next(b_lean_obj_arg s, b_lean_obj_arg position);

/* The same where the position is known to be that of a character. */
static inline uint32_t lean_string_utf8_get_fast(b_lean_obj_arg s, b_lean_obj_arg position) {
  return lean_string_utf8_get(s, position);
}
static inline lean_obj_res lean_string_utf8_next_fast(b_lean_obj_arg s, b_lean_obj_arg position) {
  return lean_string_utf8_next(s, position);
}

/* Where the last character starts that starts before the position; 0 for 0. */
lean_obj_res lean_string_utf8_prev(b_lean_obj_arg s, b_lean_obj_arg position);

/* The string with the character that starts at the position replaced; unchanged where none does. */
lean_obj_res lean_string_utf8_set(lean_obj_arg s, b_lean_obj_arg position, uint32_t c);

/* The characters from position `begin` up to position `end`; empty if `begin` is not a character's. */
lean_obj_res lean_string_utf8_extract(b_lean_obj_arg s, b_lean_obj_arg begin, b_lean_obj_arg end);

#ifdef __cplusplus
}
#endif
#endif
