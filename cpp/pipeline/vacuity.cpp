// See vacuity.hpp.

#include "pipeline/vacuity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "certificate/claim_kind.hpp"
#include "certificate/refutation_writer.hpp"
#include "core/program_problem.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"

namespace plato {
namespace {

bool kernel_certifies(const std::string& certificate) {
  return check_with_kernel(as_bytes(certificate)).verdict == KernelReport::Verdict::certified;
}

// What is assumed of the parameters and of the initial stores, and further formulas about a thread, can all be true at
// once.
Problem start_problem(const Program& program, std::vector<Literal> further) {
  further.insert(further.begin(), {program.assumption, program.init});
  return problem_of(program, further);
}

std::string value_text_of(const ModelValue& value) {
  if (const auto* integer = std::get_if<Integer>(&value)) return to_string(*integer);
  const auto& map = std::get<MapValue>(value);
  std::string text = to_string(map.otherwise);
  for (const auto& [index, element] : map.entries) text += " " + to_string(index) + " " + to_string(element);
  return text;
}
char letter(const ModelValue& value, char small, char capital) {
  return std::holds_alternative<Integer>(value) ? small : capital;
}

// The certificate that the store is an initial one.
std::string initial_store_certificate(const Program& program, const Schedule& start) {
  const Problem problem = start_problem(program, {});
  std::string text = write_problem(problem.table, problem.assertions, ClaimKind::satisfiable);
  for (std::size_t i = 0; i < start.parameters.size(); ++i)
    text += fmt::format("{} {} {}\n", letter(start.parameters[i], 'y', 'Y'), i + 1, value_text_of(start.parameters[i]));
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    text += fmt::format("{} {} 0 {}\n", letter(start.stores[0][v], 'v', 'V'), v, value_text_of(start.stores[0][v]));
  return text;
}

// Whether the kernel accepts a proof that these formulas contradict the program's beginning.
bool is_impossible(const Program& program, std::vector<Literal> further, const SearchOptions& limits) {
  Problem problem = start_problem(program, std::move(further));
  std::vector<std::size_t> all(problem.assertions.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const SearchResult searched = search_refutation(problem, all, limits);
  return searched.outcome && kernel_certifies(write_certificate(problem.table, problem.assertions, *searched.outcome));
}

std::string what_was_tried(const Exploration& explored) {
  return explored.tried.empty() ? "" : fmt::format(" ({})", fmt::join(explored.tried, "; "));
}

class Look {
 public:
  Look(const CoreProgram& core, const Exploration& explored, const SearchOptions& limits)
      : core_(core), program_(core.program), explored_(explored), limits_(limits) {}

  Vacuity run() {
    initial_store();
    if (found_.initial_store == Vacuity::InitialStore::impossible) return std::move(found_);
    families();
    postconditions();
    if (explored_.has_initial_store) unreached();
    return std::move(found_);
  }

 private:
  const CoreProgram& core_;
  const Program& program_;
  const Exploration& explored_;
  const SearchOptions& limits_;
  Vacuity found_;

  void warn(MessageCode code, const SourceRange& where, std::string message) {
    found_.warnings.push_back({code, where, std::move(message)});
  }

  void initial_store() {
    using InitialStore = Vacuity::InitialStore;
    if (explored_.has_initial_store) {
      const bool is_confirmed = kernel_certifies(initial_store_certificate(program_, explored_.schedule));
      found_.initial_store = is_confirmed ? InitialStore::confirmed : InitialStore::found;
    } else if (is_impossible(program_, {}, limits_)) {
      found_.initial_store = InitialStore::impossible;
    } else {
      warn(MessageCode::no_initial_store_found, {},
           "no initial store was found" + what_was_tried(explored_) + ": if there is none, the claim says nothing");
    }
  }

  void families() {
    for (std::size_t f : explored_.empty_families) {
      const CoreFamily& family = program_.families[f];
      const SourceRange& where = core_.provenance.families[f].where;
      if (is_impossible(program_, {family.members}, limits_))
        warn(MessageCode::no_member, where, fmt::format("'{}' has no member: it is never run", family.name));
      else
        warn(MessageCode::no_member, where,
             fmt::format("no member of '{}' was found{}", family.name, what_was_tried(explored_)));
    }
  }

  void postconditions() {
    if (!core_.specification.post || explored_.endless_families.empty()) return;
    const CoreFamily& family = program_.families[explored_.endless_families.front()];
    warn(MessageCode::endless, place_of(core_.provenance.ensures),
         fmt::format(
             "this claims nothing: nothing bounds the identifiers of '{}', and infinitely many threads never all end",
             family.name));
  }

  // One warning for all statements, at the first of them. A condition is reached if either of its outcomes is.
  void unreached() {
    const auto position = [](const SourceRange& where) { return std::pair(where.line, where.column); };
    std::set<std::pair<std::uint32_t, std::uint32_t>> reached;
    for (std::size_t s = 1; s <= program_.statements.size(); ++s)
      if (program_.statements[s - 1].kind == CoreStatement::Kind::atomic &&
          !std::ranges::binary_search(explored_.unreached, static_cast<StatementId>(s)))
        reached.insert(position(core_.provenance.statements[s - 1].where));
    std::vector<SourceRange> places;
    for (StatementId s : explored_.unreached) {
      const SourceRange& where = core_.provenance.statements[s - 1].where;
      if (where.line != 0 && reached.insert(position(where)).second) places.push_back(where);
    }
    if (places.empty()) return;
    std::ranges::sort(places, {}, position);
    std::vector<std::string> others;
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 1; i < places.size() && i <= most_named; ++i) others.push_back(std::to_string(places[i].line));
    std::string message = "this statement";
    if (!others.empty())
      message +=
          fmt::format(", and {} in line{} {}{},", others.size() == 1 ? "one" : "others", others.size() == 1 ? "" : "s",
                      fmt::join(others, ", "), places.size() > most_named + 1 ? ", …" : "");
    message +=
        others.empty() ? " is reached by no execution that was tried" : " are reached by no execution that was tried";
    warn(MessageCode::unreached, places.front(), message + what_was_tried(explored_));
  }
};

}   // namespace

Vacuity look_for_vacuity(const CoreProgram& core, const Exploration& explored, const SearchOptions& limits) {
  return Look(core, explored, limits).run();
}

}   // namespace plato
