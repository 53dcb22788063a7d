// States of a program that were met, each once: equal rows of integers have equal numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace plato {

class StateTable {
 public:
  explicit StateTable(std::size_t width) : width_(width), slots_(1024, none) {}

  std::size_t size() const { return count_; }
  std::span<const std::int64_t> operator[](std::size_t number) const {
    return {cells_.data() + number * width_, width_};
  }

  // The row's number, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::span<const std::int64_t> row) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const std::size_t slot = find(row);
    if (slots_[slot] != none) return {slots_[slot], false};
    cells_.insert(cells_.end(), row.begin(), row.end());
    slots_[slot] = static_cast<std::uint32_t>(count_);
    return {static_cast<std::uint32_t>(count_++), true};
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  std::size_t width_, count_ = 0;
  std::vector<std::int64_t> cells_;
  std::vector<std::uint32_t> slots_;   // open addressing

  static std::uint64_t hash(std::span<const std::int64_t> row) {
    std::uint64_t h = 0x9e3779b97f4a7c15;
    for (std::int64_t cell : row) {
      h = (h ^ static_cast<std::uint64_t>(cell)) * 0xff51afd7ed558ccd;
      h ^= h >> 32;
    }
    return h;
  }
  std::size_t find(std::span<const std::int64_t> row) const {
    std::size_t slot = hash(row) & (slots_.size() - 1);
    while (slots_[slot] != none && !std::ranges::equal((*this)[slots_[slot]], row))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), none);
    for (std::uint32_t i = 0; i < count_; ++i) slots_[find((*this)[i])] = i;
  }
};

}   // namespace plato
