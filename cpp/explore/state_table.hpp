// States of a program that were met, each once: equal rows of integers have equal numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logic/index_table.hpp"

namespace plato {

class StateTable {
 public:
  explicit StateTable(std::size_t width) : width_(width) {}

  std::size_t size() const { return count_; }
  std::size_t bytes() const { return cells_.capacity() * sizeof(std::int64_t) + rows_.bytes(); }
  std::span<const std::int64_t> operator[](std::size_t number) const {
    return {cells_.data() + number * width_, width_};
  }

  // The row's number, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::span<const std::int64_t> row) {
    const auto is_row = [&](std::uint32_t number) { return std::ranges::equal((*this)[number], row); };
    const std::uint64_t hash = hash_of(row);
    const std::size_t slot = rows_.find(hash, is_row);
    if (rows_[slot] != IndexTable::none) return {rows_[slot], false};
    cells_.insert(cells_.end(), row.begin(), row.end());
    const auto number = static_cast<std::uint32_t>(count_++);
    rows_.insert(slot, number, hash);
    return {number, true};
  }

 private:
  std::size_t width_, count_ = 0;
  std::vector<std::int64_t> cells_;
  IndexTable rows_;

  static std::uint64_t hash_of(std::span<const std::int64_t> row) {
    std::uint64_t h = 0x9e3779b97f4a7c15;
    for (std::int64_t cell : row) {
      h = (h ^ static_cast<std::uint64_t>(cell)) * 0xff51afd7ed558ccd;
      h ^= h >> 32;
    }
    return h;
  }
};

}   // namespace plato
