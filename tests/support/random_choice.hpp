// Choices of a generator, which depend on its seed alone.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace plato_test {

class Choice {
 public:
  explicit Choice(std::mt19937& random) : random_(random) {}

  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }
  bool chance(int percent) { return between(1, 100) <= percent; }
  std::string number(int low, int high) { return std::to_string(between(low, high)); }
  std::string of(std::initializer_list<const char*> words) {
    return *(words.begin() + static_cast<std::ptrdiff_t>(below(words.size())));
  }
  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

 private:
  std::mt19937& random_;
};

}   // namespace plato_test
