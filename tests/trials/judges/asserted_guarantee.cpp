// See asserted_guarantee.hpp.

#include "asserted_guarantee.hpp"

#include <array>
#include <set>
#include <vector>

namespace plato_test {

using plato::CoreStatement;
using plato::StatementId;

void assert_guarantee(plato::Program& program, const plato::CoreFamily& family, plato::Literal guarantee) {
  // Once, though a certificate may use a statement at several places.
  std::set<StatementId> seen;
  for (std::vector<StatementId> left{family.body}; !left.empty();) {
    const StatementId at = left.back();
    left.pop_back();
    if (at == 0 || !seen.insert(at).second) continue;
    CoreStatement& s = program.statements[at - 1];
    if (s.kind == CoreStatement::Kind::atomic)
      s.post = program.table.connective(plato::FormulaKind::and_, std::array{s.post, guarantee});
    left.insert(left.end(), {s.first, s.second});
  }
}

}   // namespace plato_test
