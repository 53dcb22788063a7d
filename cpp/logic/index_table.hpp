// Entries of a table found by their contents: a hash table of numbers with open addressing.
//
// The entries themselves, their hashes and when two are equal are the owner's business. A part of each hash is kept, so
// that few entries are looked at that are others. Half of the slots are free.
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
    const std::size_t mask = slots_.size() - 1;
    const auto part = static_cast<std::uint32_t>(hash);
    std::size_t slot = part & mask;
    while (slots_[slot].number != none && (slots_[slot].hash != part || !is_sought(slots_[slot].number)))
      slot = (slot + 1) & mask;
    return slot;
  }

  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  // The number of the entry in a slot; `none` if it is free.
  std::uint32_t operator[](std::size_t slot) const { return slots_[slot].number; }

  // Puts an entry with this hash into the free slot that was found for it.
  void insert(std::size_t slot, std::uint32_t number, std::uint64_t hash) {
    slots_[slot] = {number, static_cast<std::uint32_t>(hash)};
    if (2 * ++count_ <= slots_.size()) return;
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& entry : old)
      if (entry.number != none) slots_[find(entry.hash, [](std::uint32_t) { return false; })] = entry;
  }

 private:
  struct Slot {
    std::uint32_t number = none;
    std::uint32_t hash = 0;   // the lower half
  };
  std::vector<Slot> slots_ = std::vector<Slot>(1024);   // as many as a power of two
  std::size_t count_ = 0;
};

}   // namespace plato
