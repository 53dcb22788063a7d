// See thread_identifiers.hpp.

#include "source/thread_identifiers.hpp"

#include <algorithm>

namespace plato {

std::vector<Integer> thread_identifiers(const SyntaxTree& tree) {
  std::vector<Integer> taken, identifiers;
  for (const ThreadDeclaration& t : tree.threads)
    if (t.has_identifier) taken.push_back(t.identifier);
  const bool has_range = std::ranges::any_of(tree.threads, [](const ThreadDeclaration& t) { return t.members != 0; });
  const Integer step = has_range ? -1 : 1;
  Integer next = step;
  for (const ThreadDeclaration& t : tree.threads) {
    identifiers.push_back(t.identifier);
    if (t.is_family || t.has_identifier) continue;
    while (std::ranges::find(taken, next) != taken.end()) next += step;
    identifiers.back() = next;
    next += step;
  }
  return identifiers;
}

}   // namespace plato
