// See claim_text.hpp.

#include "core/claim_text.hpp"

#include <vector>

namespace plato {

std::string race_free_text(const Program& program, const Specification& specification) {
  std::string text;
  for (std::size_t i = 0; i < specification.races.size(); ++i)
    text += (i == 0                                ? ""
             : i + 1 == specification.races.size() ? " or "
                                                   : ", ") +
            program.variables[specification.races[i]].name;
  return text;
}

std::string claim_text(const Program& program, const Specification& specification) {
  std::vector<std::string> parts = {"no interleaving goes wrong"};
  if (!is_trivial(program, specification.invariant)) parts.push_back("the invariant holds in every reachable store");
  if (!is_trivial(program, specification.guarantee)) parts.push_back("every step keeps the guarantee");
  if (!is_trivial(program, specification.post))
    parts.push_back("when all threads have ended, what the program ensures holds");
  if (!specification.races.empty()) parts.push_back("there is no race on " + race_free_text(program, specification));
  std::string text = specification.rely ? "in every environment that the program relies on, " : "";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? ", and " : ", ") + parts[i];
  return text;
}

}   // namespace plato
