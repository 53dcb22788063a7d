// Many short lists in one piece of memory.
//
// Clauses, proof steps and hints come by the million; a vector of vectors would spend more on bookkeeping than on
// content and scatter it. Here the items of all lists follow one another and `ends` says where each list stops.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace plato {

template <class Item>
struct FlatLists {
  std::vector<Item> items;         // of all lists, one after another
  std::vector<std::size_t> ends;   // list number -> index in `items` after its last item

  std::size_t size() const { return ends.size(); }

  std::span<const Item> operator[](std::size_t list) const {
    const std::size_t begin = list == 0 ? 0 : ends[list - 1];
    return {items.data() + begin, ends[list] - begin};
  }

  // The items pushed onto `items` since the last call form the next list.
  void close_list() { ends.push_back(items.size()); }

  void push_list(std::span<const Item> list) {
    items.insert(items.end(), list.begin(), list.end());
    close_list();
  }

  friend bool operator==(const FlatLists&, const FlatLists&) = default;
};

}   // namespace plato
