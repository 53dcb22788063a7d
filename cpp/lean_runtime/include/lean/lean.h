/* The C interface that C emitted by Lean 4.28 (`lean -c`) is compiled against, for the part of Lean that a pure
   kernel uses: Nat, Int, UInt8 to UInt64, USize, Bool, Char, String, Array, ByteArray, inductive types and structures
   (with scalar fields), closures and thunks. There is no IO, no Float, no Task, no reference cell.

   Object layout, tags and names are those of Lean's interface, because emitted code uses them. What differs:
   - Objects belong to one thread. A count of 0 marks a persistent constant, which every thread may read; there are no
     atomic counts.
   - Small values of Int have 63 bits.
   - A panic is a failure of the call, see `lean_runtime.hpp`.

   Ownership, as everywhere in Lean: a `lean_obj_arg` is consumed by the callee, a `b_lean_obj_arg` is only borrowed, a
   `lean_obj_res` belongs to the caller, a `b_lean_obj_res` is borrowed from one of the arguments. */
#ifndef LEAN_RUNTIME_LEAN_H
#define LEAN_RUNTIME_LEAN_H

#include "object.h"

#include "natural.h"

#include "array.h"
#include "byte_array.h"
#include "closure.h"
#include "fixed_width.h"
#include "integer.h"
#include "thunk.h"
#include "utf8_string.h"

#include "module.h"
#include "panic.h"

#endif
