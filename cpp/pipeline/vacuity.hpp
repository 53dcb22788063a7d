// Claims that are true and say nothing: a program without an initial store, a family without members, a postcondition
// although threads never end, statements that are never reached.
#pragma once

#include <string>
#include <vector>

#include "core/core_program.hpp"
#include "explore/explore.hpp"
#include "messages/message_code.hpp"
#include "search/certifying_search.hpp"

namespace plato {

// One thing that the user might not have meant.
struct VacuityWarning {
  MessageCode code;
  SourceRange where{};
  std::string message;
};

struct Vacuity {
  enum class InitialStore {
    confirmed,   // the kernel accepted one
    found,       // an exploration has one, which the kernel cannot evaluate: it has quantifiers
    not_found,
    impossible   // the kernel accepted a proof that there is none
  };
  InitialStore initial_store = InitialStore::not_found;
  std::vector<VacuityWarning> warnings;
};

// Looks at a program whose claim was certified; `explored` is an exploration of it. `limits` are for each proof that
// something is impossible: Z3 has no part in it.
Vacuity look_for_vacuity(const CoreProgram& core, const Exploration& explored, const SearchOptions& limits);

}   // namespace plato
