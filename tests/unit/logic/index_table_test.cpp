// The table of numbers finds what was put into it, and nothing else, however it grows.

#include "logic/index_table.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

using namespace plato;

namespace {

// Different words, numbered in the order in which they were seen first.
struct Words {
  std::uint64_t hash_bits;   // few of them make many collisions
  std::vector<std::string> words{};
  IndexTable index{};

  std::uint64_t hash(const std::string& word) const { return std::hash<std::string>{}(word)&hash_bits; }
  std::uint32_t number(const std::string& word) {
    const std::size_t slot = index.find(hash(word), [&](std::uint32_t other) { return words[other] == word; });
    if (index[slot] != IndexTable::none) return index[slot];
    words.push_back(word);
    const auto number = static_cast<std::uint32_t>(words.size() - 1);
    index.insert(slot, number, hash(word));
    return number;
  }
};

}   // namespace

TEST_CASE("equal entries have equal numbers, also when the table grows and hashes collide") {
  for (const std::uint64_t bits : {~std::uint64_t{0}, std::uint64_t{1023}, std::uint64_t{63}}) {
    Words words{.hash_bits = bits};
    std::unordered_map<std::string, std::uint32_t> expected;
    std::mt19937 random(7);
    for (int round = 0; round < 6000; ++round) {
      const std::string word = std::to_string(random() % 3000);
      const auto [place, is_new] = expected.emplace(word, static_cast<std::uint32_t>(expected.size()));
      REQUIRE(words.number(word) == place->second);
    }
    CHECK(words.words.size() == expected.size());
  }
}
