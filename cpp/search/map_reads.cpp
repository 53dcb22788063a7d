// See map_reads.hpp.

#include "search/map_reads.hpp"

#include <algorithm>

#include "search/map_axioms.hpp"
#include "search/term_lemmas.hpp"

namespace plato {

MapReads::Node MapReads::node(TermId map) {
  const auto [place, is_new] = node_of_.try_emplace(map, static_cast<Node>(maps_.size()));
  if (!is_new) return place->second;
  const Node made = place->second;
  maps_.push_back(map);
  links_.add();
  representative_.push_back(made);
  members_.push_back({made});
  reads_.emplace_back();
  writers_.emplace_back();
  const TermKind kind = context_.table[map].kind;
  if (kind == TermKind::store || kind == TermKind::const_ || kind == TermKind::ite) writers_.back().push_back(made);
  return made;
}

void MapReads::see(const Polynomial& polynomial) {
  std::vector<const Polynomial*> pending{&polynomial};
  while (!pending.empty()) {
    const Polynomial& p = *pending.back();
    pending.pop_back();
    for (const Polynomial::Summand& summand : p.summands())
      for (const Atom atom : summand.monomial.atoms()) {
        if (context_.table[atom].kind != TermKind::select || known_.contains(atom)) continue;
        see_select(atom);
        pending.push_back(&context_.normal_forms.of(context_.table[atom].term(1)));
      }
  }
}

void MapReads::see_select(TermId select) {
  known_.emplace(select, selects_.size());
  selects_.push_back(select);
  const Term t = context_.table[select];
  reads_[node(t.term(0))].push_back(select);
  for (const auto& summand : context_.normal_forms.of(t.term(1)).summands())
    indexed_by_[summand.monomial].push_back(select);
  due_.push_back(select);
}

void MapReads::look_again(const Monomial& monomial) {
  if (const auto found = indexed_by_.find(monomial); found != indexed_by_.end())
    due_.insert(due_.end(), found->second.begin(), found->second.end());
}

void MapReads::join(Literal equal) {
  const FormulaId formula = formula_of(equal);
  Node x = node(context_.table.left(formula)), y = node(context_.table.right(formula));
  if (representative_[x] == representative_[y]) return;
  if (members_[representative_[x]].size() > members_[representative_[y]].size()) std::swap(x, y);
  links_.make_root(x);
  links_.set(x, {y, equal});
  const Node from = representative_[x], to = representative_[y];
  joins_.push_back({from, to, members_[from].size(), writers_[from].size()});
  // What is read from either class may be known from a store in the other one.
  const bool are_written = !writers_[from].empty();
  for (Node member : members_[from]) due_.insert(due_.end(), reads_[member].begin(), reads_[member].end());
  if (are_written)
    for (Node member : members_[to]) due_.insert(due_.end(), reads_[member].begin(), reads_[member].end());
  for (Node member : members_[from]) representative_[member] = to;
  for (auto* lists : {&members_, &writers_}) {
    std::vector<Node>& target = (*lists)[to];
    target.insert(target.end(), (*lists)[from].begin(), (*lists)[from].end());
    (*lists)[from].clear();
  }
}

void MapReads::back_to(const Mark& mark) {
  const auto move_back = [](std::vector<Node>& to, std::vector<Node>& from, std::size_t count) {
    from.assign(to.end() - static_cast<std::ptrdiff_t>(count), to.end());
    to.resize(to.size() - count);
  };
  for (; joins_.size() > mark.joins; joins_.pop_back()) {
    const Join& join = joins_.back();
    move_back(members_[join.to], members_[join.from], join.members);
    move_back(writers_[join.to], writers_[join.from], join.writers);
    for (Node member : members_[join.from]) representative_[member] = join.from;
  }
  links_.back_to(mark.links);
  for (; written_signatures_.size() > mark.signatures; written_signatures_.pop_back())
    first_with_.erase(written_signatures_.back());
  due_.assign(selects_.begin() + static_cast<std::ptrdiff_t>(mark.selects), selects_.end());
}

bool MapReads::run() {
  if (due_.empty()) return false;
  std::vector<TermId> due = std::exchange(due_, {});
  std::ranges::sort(due);
  const auto repeated = std::ranges::unique(due);
  due.erase(repeated.begin(), repeated.end());
  for (TermId select : due) look_at(select);
  return true;
}

bool MapReads::are_equal(TermId a, TermId b) const {
  return a == b || forest_.reduced(context_.normal_forms.of(a) - context_.normal_forms.of(b)).is_zero();
}

void MapReads::look_at(TermId select) {
  const Term t = context_.table[select];
  const Node map = node(t.term(0)), of_class = representative_[map];
  Signature signature{of_class, forest_.reduced(context_.normal_forms.of(t.term(1)))};
  const auto [place, is_first] = first_with_.try_emplace(signature, select);
  if (is_first)
    written_signatures_.push_back(std::move(signature));
  else if (!are_equal(place->second, select))
    show_same(select, place->second);
  for (std::size_t i = 0; i < writers_[of_class].size(); ++i) read_from(select, writers_[of_class][i]);
}

// If the index is known to be that of the store, or not to be.
void MapReads::read_from(TermId select, Node writer) {
  const TermId index = context_.table[select].term(1);
  const Node map = node(context_.table[select].term(0));
  const TermId written = maps_[writer];
  const Term w = context_.table[written];
  if (w.kind == TermKind::ite) {
    const Literal condition = w.operand[0];
    if (is_true_(condition) || is_true_(-condition)) define_choice(context_, written, true);
    return;
  }
  if (w.kind == TermKind::const_) {
    if (are_equal(select, w.term(0))) return;
    walk(map, writer, index);
    add_constant_value(context_, written, index);
    return;
  }
  const Polynomial apart = forest_.reduced(context_.normal_forms.of(index) - context_.normal_forms.of(w.term(1)));
  if (apart.is_zero()) {
    if (are_equal(select, w.term(2))) return;
    walk(map, writer, index);
    add_stored_value(context_, written, index);
    return;
  }
  const auto is_false = [&](TermId a, TermId b) {
    const auto formula = context_.table.find_relation(FormulaKind::eq, a, b);
    return formula && is_true_(-literal_of(*formula));
  };
  if (!apart.is_constant() && !is_false(index, w.term(1)) && !is_false(w.term(1), index)) return;
  const TermId below = context_.table.binary(TermKind::select, w.term(0), index);
  if (are_equal(select, below)) return;
  walk(map, writer, index);
  add_same_below_store(context_, written, index, false);
}

// Two selects from equal maps at equal indices.
void MapReads::show_same(TermId select, TermId other) {
  const Term a = context_.table[select], b = context_.table[other];
  walk(node(a.term(0)), node(b.term(0)), a.term(1));
  if (a.term(1) != b.term(1)) add_same_at_equal_indices(context_, b.term(0), a.term(1), b.term(1));
}

// The maps hold the same at the index, by the equalities between them.
void MapReads::walk(Node from, Node to, TermId index) {
  const auto [up, down] = links_.between(from, to);
  for (const std::vector<Node>& way : {up, down})
    for (std::size_t i = 0; i + 1 < way.size(); ++i)
      add_same_in_equal_maps(context_, links_[way[i]].literal, maps_[way[i]], maps_[way[i + 1]], index);
}

}   // namespace plato
