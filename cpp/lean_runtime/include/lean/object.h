/* Objects: the header, reference counts, memory for small objects, and constructor objects. */
#ifndef LEAN_RUNTIME_OBJECT_H
#define LEAN_RUNTIME_OBJECT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEAN_EXPORT
#define LEAN_LIKELY(x) __builtin_expect((x), 1)
#define LEAN_UNLIKELY(x) __builtin_expect((x), 0)

/* Under the address sanitizer, or on request, every object is its own malloc block, so that tools see every leak,
   overflow and use after release. */
#if defined(__SANITIZE_ADDRESS__) && !defined(PLATO_RUNTIME_MALLOC)
#define PLATO_RUNTIME_MALLOC
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Tags: a constructor's number up to 243, or the kind of a built-in object. */
#define LeanMaxCtorTag 243
#define LeanClosure 245
#define LeanArray 246
#define LeanScalarArray 248
#define LeanString 249
#define LeanMPZ 250
#define LeanThunk 251

/* The header of every object.
   m_rc     number of references; 0 for a persistent constant, which is never counted and never freed. A count beyond
            2^31 - 1 turns negative and stays so: such an object is never freed.
   m_cs_sz  size in bytes of an object of at most LEAN_MAX_SMALL_OBJECT_SIZE bytes, 0 for a larger one.
   m_other  number of object fields of a constructor, element size of a scalar array, state of a thunk.
   m_tag    see above. */
typedef struct {
  int m_rc;
  unsigned m_cs_sz : 16;
  unsigned m_other : 8;
  unsigned m_tag : 8;
} lean_object;

typedef lean_object* lean_obj_arg;
typedef lean_object* b_lean_obj_arg;
typedef lean_object* lean_obj_res;
typedef lean_object* b_lean_obj_res;

typedef struct {
  lean_object m_header;
  lean_object* m_objs[];
} lean_ctor_object;

/* Values that fit in a word less one bit are not objects: they are stored in the pointer, with its lowest bit set. */
static inline bool lean_is_scalar(const lean_object* o) { return ((size_t)o & 1) == 1; }
static inline lean_object* lean_box(size_t n) { return (lean_object*)((n << 1) | 1); }
static inline size_t lean_unbox(const lean_object* o) { return (size_t)o >> 1; }

/* ---- Reference counts ---- */

/* Releases an object whose last reference is gone, and all that only it held. */
void lean_release(lean_object* o);

static inline bool lean_is_exclusive(const lean_object* o) { return LEAN_LIKELY(o->m_rc == 1); }

static inline void lean_inc_ref(lean_object* o) {
  if (LEAN_LIKELY(o->m_rc > 0)) o->m_rc = (int)((unsigned)o->m_rc + 1);
}
static inline void lean_inc_ref_n(lean_object* o, size_t n) {
  if (LEAN_LIKELY(o->m_rc > 0)) o->m_rc = n <= (size_t)(INT_MAX - o->m_rc) ? o->m_rc + (int)n : INT_MIN;
}
static inline void lean_dec_ref(lean_object* o) {
  if (LEAN_LIKELY(o->m_rc > 1))
    o->m_rc--;
  else if (o->m_rc == 1)
    lean_release(o);
}
static inline void lean_inc_n(lean_object* o, size_t n) {
  if (!lean_is_scalar(o)) lean_inc_ref_n(o, n);
}
static inline void lean_inc(lean_object* o) {
  if (!lean_is_scalar(o)) lean_inc_ref(o);
}
static inline void lean_dec(lean_object* o) {
  if (!lean_is_scalar(o)) lean_dec_ref(o);
}

/* Makes the object and everything it refers to persistent. */
void lean_mark_persistent(lean_object* o);

/* ---- Memory ---- */

#define LEAN_MAX_SMALL_OBJECT_SIZE 4096

/* An object of more than LEAN_MAX_SMALL_OBJECT_SIZE bytes, header not yet filled in. */
lean_object* lean_alloc_big_object(size_t size);
void lean_free_big_object(lean_object* o);

#ifdef PLATO_RUNTIME_MALLOC
/* Memory for `size` bytes, a positive multiple of 8 up to LEAN_MAX_SMALL_OBJECT_SIZE. */
void* lean_take_small(size_t size);
void lean_give_small(void* block, size_t size);
#else
/* A free block of memory is a link in the list of free blocks of its size. */
typedef struct lean_free_block {
  struct lean_free_block* next;
} __attribute__((may_alias)) lean_free_block;

/* The free blocks of this thread: entry k lists those of 8k bytes. */
extern __thread lean_free_block* lean_free_blocks[LEAN_MAX_SMALL_OBJECT_SIZE / 8 + 1];

/* Refills the list of blocks of that size, and takes one. */
void* lean_refill_small(size_t size);

static inline void* lean_take_small(size_t size) {
  lean_free_block** list = &lean_free_blocks[size / 8];
  lean_free_block* block = *list;
  if (LEAN_UNLIKELY(!block)) return lean_refill_small(size);
  *list = block->next;
  return block;
}
static inline void lean_give_small(void* memory, size_t size) {
  lean_free_block* block = (lean_free_block*)memory;
  block->next = lean_free_blocks[size / 8];
  lean_free_blocks[size / 8] = block;
}
#endif

/* A new object of `size` bytes with one reference; its contents are not yet filled in. */
static inline lean_object* lean_alloc_object(size_t size, unsigned tag, unsigned other) {
  lean_object* o;
  size_t small = 0;
  if (LEAN_LIKELY(size <= LEAN_MAX_SMALL_OBJECT_SIZE)) {
    small = (size + 7) & ~(size_t)7;
    o = (lean_object*)lean_take_small(small);
  } else {
    o = lean_alloc_big_object(size);
  }
  o->m_rc = 1;
  o->m_cs_sz = (unsigned)small & 0xffff;
  o->m_other = other & 0xff;
  o->m_tag = tag & 0xff;
  return o;
}

/* Frees the memory of one object, whose contents have been moved elsewhere or released before. */
static inline void lean_free_object(lean_object* o) {
  if (LEAN_LIKELY(o->m_cs_sz != 0))
    lean_give_small(o, o->m_cs_sz);
  else
    lean_free_big_object(o);
}

/* ---- Constructor objects: object fields, then fields of type USize, then smaller scalars ---- */

static inline unsigned lean_obj_tag(const lean_object* o) {
  return lean_is_scalar(o) ? (unsigned)lean_unbox(o) : o->m_tag;
}

static inline lean_object* lean_alloc_ctor(unsigned tag, unsigned object_fields, unsigned scalar_bytes) {
  return lean_alloc_object(sizeof(lean_ctor_object) + object_fields * sizeof(void*) + scalar_bytes, tag, object_fields);
}
static inline lean_object** lean_ctor_obj_cptr(lean_object* o) { return ((lean_ctor_object*)o)->m_objs; }
static inline b_lean_obj_res lean_ctor_get(b_lean_obj_arg o, unsigned i) { return lean_ctor_obj_cptr(o)[i]; }
static inline void lean_ctor_set(b_lean_obj_arg o, unsigned i, lean_obj_arg v) { lean_ctor_obj_cptr(o)[i] = v; }
static inline void lean_ctor_set_tag(b_lean_obj_arg o, uint8_t tag) { o->m_tag = tag; }

/* Drops field `i` of an object that is about to be reused. */
static inline void lean_ctor_release(b_lean_obj_arg o, unsigned i) {
  lean_dec(lean_ctor_get(o, i));
  lean_ctor_set(o, i, lean_box(0));
}

/* The `i`-th word after the header, of type USize. */
static inline size_t lean_ctor_get_usize(b_lean_obj_arg o, unsigned i) { return *(size_t*)(lean_ctor_obj_cptr(o) + i); }
static inline void lean_ctor_set_usize(b_lean_obj_arg o, unsigned i, size_t v) {
  *(size_t*)(lean_ctor_obj_cptr(o) + i) = v;
}

/* Scalar fields, by their offset in bytes after the header. */
#define LEAN_CTOR_SCALAR(name, type)                                                   \
  static inline type lean_ctor_get_##name(b_lean_obj_arg o, unsigned offset) {         \
    return *(type*)((uint8_t*)lean_ctor_obj_cptr(o) + offset);                         \
  }                                                                                    \
  static inline void lean_ctor_set_##name(b_lean_obj_arg o, unsigned offset, type v) { \
    *(type*)((uint8_t*)lean_ctor_obj_cptr(o) + offset) = v;                            \
  }
LEAN_CTOR_SCALAR(uint8, uint8_t)
LEAN_CTOR_SCALAR(uint16, uint16_t)
LEAN_CTOR_SCALAR(uint32, uint32_t)
LEAN_CTOR_SCALAR(uint64, uint64_t)
#undef LEAN_CTOR_SCALAR

#ifdef __cplusplus
}
#endif
#endif
