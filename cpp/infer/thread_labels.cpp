// See thread_labels.hpp.

#include "infer/thread_labels.hpp"

#include <algorithm>
#include <set>

namespace plato {
namespace {

class Labels {
 public:
  explicit Labels(const SyntaxTree& tree) : tree_(tree) {
    for (const SyntaxStatement& s : tree.statements)
      for (const SyntaxLabel& label : s.labels) taken_.insert(label.name);
    for (const Expression& e : tree.expressions)
      if (e.kind == Expression::Kind::name) taken_.insert(e.name);
    for (const VariableDeclaration& v : tree.variables) taken_.insert(v.name);
  }

  ThreadLabels run() {
    for (const ThreadDeclaration& thread : tree_.threads) {
      LabelledThread& found = found_.threads.emplace_back();
      look_into(thread.body);
      if (thread.body.empty() || found.places.empty()) continue;
      const SyntaxStatement& last = tree_[thread.body.back()];
      if (!is_endless(last) || has_jump(last.body)) found.last = label_of(thread.body.back());
    }
    return std::move(found_);
  }

 private:
  const SyntaxTree& tree_;
  std::set<std::string> taken_;
  ThreadLabels found_;
  std::size_t last_ = 0, lists_ = 0;   // numbers

  bool has_jump(const std::vector<SyntaxIndex>& list) const {
    using Kind = SyntaxStatement::Kind;
    return std::ranges::any_of(list, [&](SyntaxIndex index) {
      const SyntaxStatement& s = tree_[index];
      return s.kind == Kind::break_ || s.kind == Kind::goto_ || s.kind == Kind::return_ || has_jump(s.body) ||
             has_jump(s.other) || std::ranges::any_of(s.branches, [&](const auto& b) { return has_jump(b); });
    });
  }
  // Its test is no step.
  bool is_endless(const SyntaxStatement& s) const {
    return s.kind == SyntaxStatement::Kind::while_ && tree_[s.condition].kind == Expression::Kind::truth &&
           tree_[s.condition].is_true;
  }

  // What is inside of an atomic statement is no place of its own.
  void look_into(const std::vector<SyntaxIndex>& list) {
    using Kind = SyntaxStatement::Kind;
    const std::size_t number = ++lists_;
    for (const SyntaxIndex index : list) {
      const SyntaxStatement& s = tree_[index];
      const bool has_step = s.kind != Kind::group && !is_endless(s) && s.kind != Kind::skip && s.kind != Kind::choose &&
                            s.kind != Kind::break_ && s.kind != Kind::continue_ && s.kind != Kind::goto_ &&
                            s.kind != Kind::return_ && s.kind != Kind::cut;
      const bool is_simple = s.kind == Kind::block || (s.body.empty() && s.other.empty() && s.branches.empty());
      if (has_step) found_.threads.back().places.push_back({label_of(index), number, is_simple});
      if (s.kind == Kind::block) continue;
      look_into(s.body);
      look_into(s.other);
      for (const auto& branch : s.branches) look_into(branch);
    }
  }

  std::string label_of(SyntaxIndex index) {
    const SyntaxStatement& s = tree_[index];
    if (!s.labels.empty()) return s.labels.front().name;
    for (const Annotation& a : found_.added)
      if (a.statement == index) return a.formula;
    std::string name;
    do name = "L" + std::to_string(++last_);
    while (!taken_.insert(name).second);
    found_.added.push_back({.kind = Annotation::Kind::label, .formula = name, .thread = {}, .statement = index});
    return name;
  }
};

}   // namespace

ThreadLabels label_everything(const SyntaxTree& tree) { return Labels(tree).run(); }

std::string thread_text(const ThreadDeclaration& thread, const std::string& identifier) {
  return thread.name + (thread.is_family ? "[" + identifier + "]" : "");
}

std::string places_text(const std::string& thread, const LabelledThread& labels,
                        const std::vector<std::size_t>& places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i != 0) text += " || ";
    if (places[i] == labels.places.size()) {
      text += "after(" + thread + ", " + labels.last + ")";
      continue;
    }
    const LabelledPlace& first = labels.places[places[i]];
    std::size_t last = i;   // of those that follow one another in one list
    for (std::size_t j = i + 1; j < places.size() && places[j] == places[j - 1] + 1 && places[j] < labels.places.size();
         ++j)
      if (labels.places[places[j]].list == first.list && labels.places[places[j]].is_simple) last = j;
    if (last == i)
      text += "at(" + thread + ", " + first.label + ")";
    else
      text += "within(" + thread + ", " + first.label + " .. " + labels.places[places[last]].label + ")";
    i = last;
  }
  return text;
}

}   // namespace plato
