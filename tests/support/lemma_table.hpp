// A table of formulas with what the makers of lemmas need, for tests of the search.
#pragma once

#include <vector>

#include "search/equality_atoms.hpp"

namespace plato_test {

struct LemmaTable {
  plato::FormulaTable table;
  plato::NormalForms normal_forms{table};
  plato::LemmaPool pool;
  std::vector<plato::Literal> preferences;
  plato::LemmaContext context{table, normal_forms, pool, preferences};

  plato::Literal any(std::vector<plato::Literal> parts) { return table.connective(plato::FormulaKind::or_, parts); }
  plato::Literal both(std::vector<plato::Literal> parts) { return table.connective(plato::FormulaKind::and_, parts); }
};

}   // namespace plato_test
