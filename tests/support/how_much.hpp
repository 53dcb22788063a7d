// How much randomised tests try.
#pragma once

#include <cstdlib>
#include <string_view>

namespace plato_test {

// With the sanitizers everything takes some fifteen times as long, and tests try less.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

// PLATO_LONG_TESTS=1 in the environment: many more.
inline bool is_long_run() {
  const char* wish = std::getenv("PLATO_LONG_TESTS");
  return wish != nullptr && std::string_view(wish) == "1";
}

}   // namespace plato_test
