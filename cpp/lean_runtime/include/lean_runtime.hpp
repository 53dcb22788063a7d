// What C++ needs to call functions that Lean compiled to C.
//
//     lean_runtime::initialise(initialize_Plato_Export);      // once per module, before its first call
//     ...
//     lean_runtime::Call call;                                 // every object lives inside a call
//     lean_object* result = plato_check(bytes);                // may throw Failure
//     ... read the result into C++ values, lean_dec(result) ...
//     if (auto panic = lean_runtime::take_panic()) ...         // the result is then worthless
//
// A call runs on one thread. Several threads may run calls at the same time; all they share are the constants.
#pragma once

#include <lean/lean.h>

#include <cstddef>
#include <exception>
#include <optional>
#include <string>

namespace lean_runtime {

// Why a call could not go on. Thrown through the emitted C, so whoever catches it must not use any object of that call
// again, and should let the Call end: that frees them.
class Failure : public std::exception {
 public:
  enum class Kind {
    memory_limit,       // the limit of set_memory_limit would be exceeded
    out_of_memory,      // the system has no more memory, or the object would be larger than any memory
    number_too_large,   // a Nat or Int of 2^32 bits or more
    unreachable,        // emitted code reached a point that Lean had proved unreachable
  };

  explicit Failure(Kind kind);
  Kind kind() const { return kind_; }
  const char* what() const noexcept override;

 private:
  Kind kind_;
};

// Runs a module's initialiser and makes its constants, which last as long as the process. A second run does nothing.
void initialise(lean_object* (*initialiser)(uint8_t builtin));

// The lifetime of the objects of one call, on the thread that made it. All memory that the call still holds is freed at
// its end, so a failed call leaves nothing behind, and no object may be used after it. Calls do not nest.
class Call {
 public:
  Call();
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

// The message of the first panic since the last time it was taken or the call began. Lean goes on with a default value
// after a panic, so the result of such a call means nothing.
std::optional<std::string> take_panic();

// From now on a call on this thread fails rather than hold more than that many bytes. The default is no limit. Memory
// is counted in blocks of 256 KiB, so small limits are approximate.
void set_memory_limit(std::size_t bytes);

// How many objects, and how many digit sequences of big numbers, the current call holds. For tests: an operation that
// leaves more than its result has a leak. Takes time proportional to the memory that is free.
std::size_t live_objects();

}   // namespace lean_runtime
