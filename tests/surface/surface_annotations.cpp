// See surface_annotations.hpp.

#include "surface_annotations.hpp"

#include <algorithm>
#include <map>

namespace plato_test::surface {

using plato::Expression;
using plato::ExpressionIndex;
using plato::SyntaxStatement;
using plato::SyntaxTree;

namespace {

// What is about the proof of a procedure, or about where it was entered, is not known here.
bool is_of_procedure(const SyntaxTree& tree, ExpressionIndex e) {
  const Expression& x = tree.expressions[e];
  if (x.kind == Expression::Kind::old || (x.kind == Expression::Kind::name && x.name == "pending")) return true;
  return std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return is_of_procedure(tree, part); });
}

bool begins_with(const Path& path, const Path& first) {
  return path.size() >= first.size() && std::equal(first.begin(), first.end(), path.begin());
}

// What a branch has, whatever it calls.
Progress without_calls(const Progress& branch) { return {.todo = {}, .frames = {branch.frames.front()}}; }

}   // namespace

std::string name_of(const World& world, std::size_t thread) {
  const plato::ThreadDeclaration& t = world.tree->threads[world.threads[thread].declaration];
  return t.is_family ? t.name + "[" + std::to_string(world.threads[thread].identifier) + "]" : t.name;
}

void Annotations::breaks(std::uint32_t line, const std::string& what) {
  if (!run_.broken_annotation.empty()) return;
  run_.broken_annotation = what;
  run_.annotation_line = line;
}

void Annotations::check_clauses(const std::vector<ExpressionIndex>& clauses, const Scene& scene, std::size_t thread,
                                const char* does) {
  for (ExpressionIndex e : clauses)
    if (!evaluation_.holds(e, scene))
      breaks(plato::beginning_of(tree_, e).line, std::string("what ") +
                                                     (evaluation_.branches.empty() ? "" : "a branch of ") +
                                                     name_of(world_, thread) + " " + does);
}

const plato::ParBranch& Annotations::clauses_of(const Progress& parent, const Progress& branch) const {
  const SyntaxStatement& s = tree_[parent.next()];
  return tree_.pars[s.par - 1].branches[block_of(s, branch.number)];
}

bool Annotations::may_hold(ExpressionIndex e, const Scene& scene) {
  return is_of_procedure(tree_, e) || evaluation_.holds(e, scene);
}

void Annotations::check_annotations(const Store& store, std::size_t thread, const Progress& progress) {
  control_.resolve(
      progress, [](const Progress&) {},
      [&](const Progress& p) {
        const SyntaxStatement& s = tree_[p.next()];
        const Store seen = around_.seen(store, p);
        const Scene own{.before = &seen, .thread = static_cast<int>(thread), .frame = around_.frame_of(p)};
        if (s.kind == SyntaxStatement::Kind::cut && !may_hold(s.condition, own)) breaks(s.where.line, "a cut");
        if (control_.is_at_test(p) &&
            !std::ranges::all_of(s.invariants, [&](ExpressionIndex e) { return may_hold(e, own); }))
          breaks(s.where.line, "the invariant of a loop");
      });
}

// The last step of a branch may also be what its parent waits for.
void Annotations::check_arrival(const Moment& now, std::size_t thread, const Path& path) {
  const std::function<void(const Progress&, std::size_t)> check = [&](const Progress& here, std::size_t depth) {
    check_annotations(now.store, thread, here);
    if (depth == path.size()) return;
    const Around::Inside inside(around_, thread, here, path[depth]);
    check(here.branches[path[depth]], depth + 1);
  };
  check(now.threads[thread], 0);
}

void Annotations::check_start(const Store& store, std::size_t thread, const Progress& parent) {
  for (std::size_t i = 0; i < parent.branches.size(); ++i) {
    const Around::Inside inside(around_, thread, parent, i);
    const Progress& branch = parent.branches[i];
    const Store seen = around_.seen(store, branch);
    check_clauses(clauses_of(parent, branch).requires_,
                  {.before = &seen, .thread = static_cast<int>(thread), .frame = around_.frame_of(branch)}, thread,
                  "requires");
    check_annotations(store, thread, branch);
  }
}

void Annotations::for_each_branch(std::size_t thread, const Progress& parent, const Visit& visit) {
  for (std::size_t i = 0; i < parent.branches.size(); ++i) {
    const Around::Inside inside(around_, thread, parent, i);
    visit(parent, parent.branches[i]);
    for_each_branch(thread, parent.branches[i], visit);
  }
}

void Annotations::check_ends(const Moment& now, std::size_t thread) {
  for_each_branch(thread, now.threads[thread], [&](const Progress& parent, const Progress& branch) {
    const auto check = [&](const Progress& p) {
      if (!p.has_ended()) return;
      const Store seen = around_.seen(now.store, p);
      check_clauses(clauses_of(parent, branch).ensures,
                    {.before = &seen, .thread = static_cast<int>(thread), .frame = around_.frame_of(p)}, thread,
                    "ensures");
    };
    control_.resolve(branch, check, [](const Progress&) {});
  });
}

// Those for which others take the step, and for those that have started who takes it what the program says. Before a
// branch has its variables, nothing is asked.
void Annotations::check_relies_of_branches(const Moment& before, const Moment& after, std::size_t thread,
                                           const Path* stepping) {
  std::map<Path, Store> was;
  for_each_branch(thread, before.threads[thread], [&](const Progress&, const Progress& branch) {
    if (!branch.frames.empty()) was.emplace(around_.path(), around_.seen(before.store, without_calls(branch)));
  });
  for_each_branch(thread, after.threads[thread], [&](const Progress& parent, const Progress& branch) {
    const Path path = around_.path();
    const auto seen_before = was.find(path);
    if (seen_before == was.end() || (stepping != nullptr && begins_with(path, *stepping))) return;
    const Progress itself = without_calls(branch);
    const Store seen = around_.seen(after.store, itself);
    const Scene own{.before = &seen_before->second,
                    .after = &seen,
                    .thread = static_cast<int>(thread),
                    .frame = around_.frame_of(itself)};
    check_clauses(tree_.relies, own, thread, "relies on");
    if (stepping == nullptr || !begins_with(*stepping, path))
      check_clauses(clauses_of(parent, branch).relies, own, thread, "relies on");
  });
}

void Annotations::check_relies(const Moment& before, const Moment& after, int stepping, const Path& path) {
  for (std::size_t t = 0; t < world_.threads.size(); ++t) {
    const bool is_own = static_cast<int>(t) == stepping;
    if (is_own && path.empty()) continue;
    const Scene own{.before = &before.store, .after = &after.store, .thread = static_cast<int>(t)};
    check_clauses(tree_.relies, own, t, "relies on");
    if (!is_own) check_clauses(declaration(t).relies, own, t, "relies on");
    check_relies_of_branches(before, after, t, is_own ? &path : nullptr);
  }
}

}   // namespace plato_test::surface
