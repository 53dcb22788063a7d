// Core Plato: what a program is after desugaring. It has four parts, so that a function can take only those it needs.
#pragma once

#include <algorithm>

#include "core/outline.hpp"
#include "core/program.hpp"
#include "core/provenance.hpp"
#include "core/specification.hpp"

namespace plato {

struct CoreProgram {
  Program program;               // what runs
  Specification specification;   // what is claimed
  Outline outline;               // what the thread-modular proof adds
  Provenance provenance;         // what people see
};

// Whether it is claimed as [init, rely, guarantee, post] in an environment, rather than by its invariant alone.
inline bool is_triple(const CoreProgram& core) {
  const Specification& s = core.specification;
  const std::vector<CoreVariable>& variables = core.program.variables;
  const auto ghosts = std::ranges::count_if(variables, &CoreVariable::is_ghost) - (core.outline.witness ? 1 : 0);
  return s.rely || s.guarantee || s.post || core.outline.lemma || ghosts > 0 ||
         std::ranges::any_of(core.outline.families, [](const FamilyOutline& f) { return f.post || f.is_explicit; });
}

}   // namespace plato
