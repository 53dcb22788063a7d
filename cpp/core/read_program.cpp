// The front end's table of contents; see read_program.hpp.

#include "core/read_program.hpp"

#include "core/family_checker.hpp"
#include "core/lower_to_core.hpp"
#include "source/program_parser.hpp"
#include "types/type_checker.hpp"

namespace plato {

tl::expected<CoreProgram, Diagnostics> read_program(std::string_view text,
                                                    const std::set<std::size_t>& lines_of_proof) {
  Diagnostics diagnostics;
  SyntaxTree tree = parse_program(text, diagnostics);
  if (!diagnostics.empty()) {   // what the checker would say of half a program would mislead
    sort_diagnostics(diagnostics);
    return tl::unexpected(std::move(diagnostics));
  }
  std::optional<CheckedProgram> checked = check_program(std::move(tree), diagnostics);
  if (!checked) return tl::unexpected(std::move(diagnostics));
  for (std::size_t i = 0; i < checked->is_lemma.size(); ++i)
    if (lines_of_proof.contains(checked->tree[checked->tree.invariants[i]].where.line)) checked->is_lemma[i] = true;
  CoreProgram core = lower_to_core(*checked, text, diagnostics);
  if (diagnostics.empty()) check_families(core.program, core.provenance, diagnostics);
  if (!diagnostics.empty()) return tl::unexpected(std::move(diagnostics));
  return core;
}

}   // namespace plato
