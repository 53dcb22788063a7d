// See store_versions.hpp.

#include "thread_modular/store_versions.hpp"

#include "conditions/counterexample.hpp"

namespace plato {
namespace {

constexpr std::int32_t first_version = 4;   // those before it are of conditions that are not about statements
constexpr std::size_t longest = 48;         // of the parts of a long sequence, each of them: so many statements are few

// How many statements each of them has, itself included.
std::vector<std::size_t> statement_sizes(const Program& program) {
  std::vector<std::size_t> sizes(program.statements.size() + 1);
  for (StatementId s = 1; s < sizes.size(); ++s) {
    const CoreStatement& statement = statement_of(program, s);
    sizes[s] = 1 + sizes[statement.first] + sizes[statement.second];
  }
  return sizes;
}

}   // namespace

// A statement has its versions before what follows it. But what follows a choice has its versions before the branches,
// and likewise in the middle of a long sequence.
std::vector<OperationVersions> store_versions(const Program& program, const Outline& outline) {
  std::vector<OperationVersions> versions(program.statements.size());
  const std::vector<std::size_t> sizes = statement_sizes(program);
  std::int32_t next = first_version;
  using Statements = std::vector<StatementId>;   // what comes next is last
  for (const CoreFamily& family : program.families) {
    std::vector<Statements> pending{{family.body}};
    while (!pending.empty()) {
      if (pending.back().empty()) {
        pending.pop_back();
        continue;
      }
      const StatementId at = pending.back().back();
      const CoreStatement& s = statement_of(program, at);
      pending.back().pop_back();
      const std::int32_t stores = outline.statements[at - 1].assertion ? 2 : 1;   // before and after others' steps
      switch (s.kind) {
        case CoreStatement::Kind::skip: next += stores; break;
        case CoreStatement::Kind::atomic:
          versions[at - 1] = {.before = next, .inputs = next + stores};
          next += stores + count_inputs(program, proof_command(program, outline, at));
          break;
        case CoreStatement::Kind::seq:
          pending.back().push_back(s.second);
          if (sizes[s.first] <= longest && sizes[s.second] <= longest) {
            pending.back().push_back(s.first);
          } else {
            next += 1;
            pending.insert(pending.end() - 1, Statements{s.first});
          }
          break;
        case CoreStatement::Kind::choice:
          next += 1;
          for (StatementId branch : {s.second, s.first}) pending.insert(pending.end() - 1, Statements{branch});
          break;
        case CoreStatement::Kind::loop:
          next += 2;
          pending.push_back({s.first});
          break;
      }
    }
  }
  return versions;
}

}   // namespace plato
