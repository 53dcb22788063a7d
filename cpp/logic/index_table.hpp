// Entries of a table found by their contents: a hash table of numbers with open addressing.
//
// The entries themselves, their hashes and when two are equal are the owner's business. Half of the slots are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plato {

class IndexTable {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  // The slot of the entry with this hash that `is_sought` accepts by its number, or the free one where it would be.
  template <class IsSought>
  std::size_t find(std::uint64_t hash, IsSought is_sought) const {
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != none && !is_sought(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  // The number of the entry in a slot; `none` if it is free.
  std::uint32_t operator[](std::size_t slot) const { return slots_[slot]; }

  // Puts an entry into the free slot that was found for it. `hash_of` gives the hash of any entry by its number.
  template <class HashOf>
  void insert(std::size_t slot, std::uint32_t number, HashOf hash_of) {
    slots_[slot] = number;
    if (2 * ++count_ <= slots_.size()) return;
    std::vector<std::uint32_t> old(2 * slots_.size(), none);
    old.swap(slots_);
    for (std::uint32_t entry : old)
      if (entry != none) slots_[find(hash_of(entry), [](std::uint32_t) { return false; })] = entry;
  }

 private:
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, none);   // as many as a power of two
  std::size_t count_ = 0;
};

}   // namespace plato
