// See surface_branches.hpp.

#include "surface_branches.hpp"

#include <iterator>

namespace plato_test::surface {

Around::Inside::Inside(Around& around, std::size_t thread, const Progress& parent, std::size_t branch)
    : around_(around) {
  const plato::SyntaxTree& tree = *around.world_.tree;
  Evaluation& evaluation = around.evaluation_;
  const std::int64_t number = parent.branches[branch].number;
  evaluation.branches.push_back({branch_identifier(evaluation.identifier(static_cast<int>(thread)), number),
                                 tree.pars[tree[parent.next()].par - 1].index, number});
  around.outer_.emplace_back(parent, branch);
}
Around::Inside::~Inside() {
  around_.outer_.pop_back();
  around_.evaluation_.branches.pop_back();
}

Around::Outside::Outside(Around& around)
    : around_(around),
      outer_(std::exchange(around.outer_, {})),
      branches_(std::exchange(around.evaluation_.branches, {})) {}
Around::Outside::~Outside() {
  around_.outer_ = std::move(outer_);
  around_.evaluation_.branches = std::move(branches_);
}

// Before a branch has variables of its own, it sees what its parent sees.
int Around::frame_of(const Progress& progress, std::size_t depth) const {
  const Progress* here = &progress;
  while (here->frames.empty() && depth > 0) here = &outer_[--depth].first;
  return here->frames.empty() ? nobody : here->frames.back().of;
}

Store Around::seen(const Store& store, const Progress& progress) const {
  std::vector<const Store*> values;   // innermost first
  const Progress* here = &progress;
  std::size_t depth = outer_.size();
  for (int frame = frame_of(progress); frame != nobody;
       frame = world_.frame_slots[static_cast<std::size_t>(frame)].around) {
    while (here->frames.empty() || here->frames.back().of != frame) here = &outer_[--depth].first;
    values.push_back(&here->frames.back().values);
  }
  Store all = store;
  for (auto frame = values.rbegin(); frame != values.rend(); ++frame)
    all.insert(all.end(), (*frame)->begin(), (*frame)->end());
  return all;
}

Progress Around::whole(const Store& seen, Progress then) const {
  int frame = frame_of(then);
  const auto keep = [&](Progress& here) {
    if (frame == nobody || here.frames.empty() || here.frames.back().of != frame) return;
    const FrameSlots& slots = world_.frame_slots[static_cast<std::size_t>(frame)];
    const auto first = seen.begin() + static_cast<std::ptrdiff_t>(world_.slots.size() + slots.first);
    here.frames.back().values.assign(first, first + static_cast<std::ptrdiff_t>(slots.slots.size()));
    frame = slots.around;
  };
  keep(then);
  for (auto outer = outer_.rbegin(); outer != outer_.rend(); ++outer) {
    Progress parent = outer->first;
    keep(parent);
    then.number = parent.branches[outer->second].number;
    parent.branches[outer->second] = std::move(then);
    then = std::move(parent);
  }
  return then;
}

std::vector<std::size_t> Around::path() const {
  std::vector<std::size_t> path;
  for (const auto& [parent, branch] : outer_) path.push_back(branch);
  return path;
}

std::size_t Around::calls() const {
  std::size_t calls = 0;
  for (const auto& [parent, branch] : outer_) calls += parent.frames.size();
  return calls;
}

std::size_t block_of(const plato::SyntaxStatement& par, std::int64_t number) {
  return par.values.empty() ? static_cast<std::size_t>(number) : 0;
}

}   // namespace plato_test::surface
