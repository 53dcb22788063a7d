// See propagation.hpp.

#include "search/propagation.hpp"

#include <algorithm>
#include <functional>

#include "search/clausification.hpp"
#include "search/equality_conflicts.hpp"
#include "search/term_lemmas.hpp"

namespace plato {

Propagation::Propagation(LemmaContext& context, std::span<const Literal> assertions)
    : context_(context), clauses_(static_cast<std::int32_t>(context.table.formula_count())) {
  levels_.push_back(here());
  for (Literal assertion : assertions) add_clause(std::span(&assertion, 1));
}

bool Propagation::is_true(Literal literal) const {
  return index_of(formula_of(literal)) < clauses_.variables() && clauses_.is_true(code_of(literal));
}

bool Propagation::run() {
  while (!is_contradictory_ && step()) {
  }
  return !is_contradictory_;
}

// One pass over what is new; false if there is nothing.
bool Propagation::step() {
  clauses_.add_variables(static_cast<std::int32_t>(context_.table.formula_count()));
  for (; lemmas_seen_ < context_.pool.size() && !is_contradictory_; ++lemmas_seen_)
    add_clause(context_.pool.clauses[lemmas_seen_]);
  is_contradictory_ = is_contradictory_ || clauses_.propagate() != no_clause;
  if (is_contradictory_) return false;
  work_ += clauses_.trail().size() - literals_seen_ + due_.size() + maps_.due() + 1;
  for (; literals_seen_ < clauses_.trail().size(); ++literals_seen_)
    see(literal_with(clauses_.trail()[literals_seen_]));
  const std::vector<AtomNumber> due = std::exchange(due_, {});
  for (const AtomNumber atom : due) look_at(atom);
  const bool have_maps_changed = maps_.run();
  return !due.empty() || have_maps_changed || lemmas_seen_ < context_.pool.size();
}

// ---- suppositions

Propagation::Level Propagation::here() const {
  return {clauses_.trail().size(), atoms_.size(),  added_.size(), relations_.size(),
          reduced_.size(),         forest_.mark(), maps_.mark(),  clauses_.trail().size()};
}

void Propagation::suppose(Literal literal) {
  clauses_.add_variables(static_cast<std::int32_t>(context_.table.formula_count()));
  levels_.push_back(here());
  supposed_.push_back(literal);
  clauses_.assign(code_of(literal), no_clause);
}

void Propagation::take_back() {
  const Level level = levels_.back();
  levels_.pop_back();
  supposed_.pop_back();
  clauses_.backtrack(level.trail);
  literals_seen_ = level.trail;
  forest_.back_to(level.forest);
  maps_.back_to(level.maps);
  for (; relations_.size() > level.relations; relations_.pop_back())
    same_as_[relations_.back().first] = relations_.back().second;
  for (; reduced_.size() > level.reduced; reduced_.pop_back())
    first_with_[reduced_.back().first].erase(reduced_.back().second);
  // What was made meanwhile has not been looked at without the supposition.
  due_.clear();
  for (auto atom = static_cast<AtomNumber>(level.atoms); atom < atoms_.size(); ++atom) due_.push_back(atom);
  is_contradictory_ = false;
  for (std::size_t i = level.clauses; i < added_.size(); ++i) look_again(added_[i]);
}

// A clause that was added under a supposition may force a literal without it.
void Propagation::look_again(ClauseAddress clause) {
  LiteralCode open = 0;
  for (const LiteralCode literal : clauses_.literals_of(clause)) {
    if (clauses_.is_true(literal)) return;
    if (clauses_.is_false(literal)) continue;
    if (open != 0) return;
    open = literal;
  }
  if (open != 0)
    clauses_.assign(open, clause);
  else
    is_contradictory_ = true;
}

std::vector<Literal> Propagation::found() const {
  std::vector<Literal> found;
  for (const LiteralCode code : clauses_.trail().subspan(levels_.back().trail)) found.push_back(literal_with(code));
  return found;
}

std::vector<Literal> Propagation::related(Literal literal) const { return related(literal, SIZE_MAX, SIZE_MAX); }

std::vector<Literal> Propagation::some_related(Literal literal, std::size_t most) const {
  constexpr std::size_t most_of_each = 12;
  return related(literal, most, most_of_each);
}

std::vector<Literal> Propagation::related(Literal literal, std::size_t most, std::size_t most_of_each) const {
  std::vector<Literal> related;
  std::vector<bool> is_met(atoms_.size());
  std::unordered_set<Monomial> seen;
  std::vector<const Monomial*> pending;   // in the order in which they were met
  const auto is_known = [&](AtomNumber number) {
    const Literal atom = literal_of(atoms_[number].formula);
    const bool is_equality = context_.table[atoms_[number].formula].kind == FormulaKind::eq;
    return !is_met[number] && (is_true(atom) || (!is_equality && is_false(atom)));
  };
  const auto meet = [&](AtomNumber number) {
    if (related.size() >= most || !is_known(number)) return;
    const Literal atom = literal_of(atoms_[number].formula);
    is_met[number] = true;
    related.push_back(is_true(atom) ? atom : -atom);
    for (const auto& summand : atoms_[number].polynomial.summands())
      if (seen.insert(summand.monomial).second) pending.push_back(&summand.monomial);
  };
  const auto meet_formula = [&](std::size_t formula) {
    if (formula < atom_of_.size() && atom_of_[formula] != 0) meet(atom_of_[formula] - 1);
  };
  const auto meet_latest = [&](const std::vector<AtomNumber>& atoms) {
    std::vector<std::pair<std::uint32_t, AtomNumber>> known;   // with their places on the trail
    for (const AtomNumber number : atoms)
      if (is_known(number)) known.emplace_back(clauses_.position(index_of(atoms_[number].formula)), number);
    const auto end = known.begin() + static_cast<std::ptrdiff_t>(std::min(known.size(), most_of_each));
    std::ranges::partial_sort(known, end, std::ranges::greater());
    for (auto at = known.begin(); at != end; ++at) meet(at->second);
  };
  meet_formula(index_of(formula_of(literal)));
  if (!supposed_.empty())
    for (const LiteralCode code : clauses_.trail().subspan(levels_[1].trail)) meet_formula(code / 2);
  for (std::size_t next = 0; next < pending.size() && related.size() < most; ++next) {
    const auto found = mentioning_.find(*pending[next]);
    if (found == mentioning_.end()) continue;
    if (found->second.size() > most_of_each)
      meet_latest(found->second);
    else
      for (const AtomNumber number : found->second) meet(number);
  }
  return related;
}

// ---- what was learned

void Propagation::push_learned(Literal literal, std::size_t suppositions) {
  const std::span<const Literal> under = std::span(supposed_).first(suppositions);
  std::vector<Literal> clause{literal};
  for (Literal supposition : under) clause.push_back(-supposition);
  if (suppositions > 0 && !known_.insert(hash_of_clause(clause)).second) return;
  learned_.push_list(clause);
}

// Everything that is true, so that no later step of the proof has to go back to the beginning.
void Propagation::learn_trail() {
  const std::span<const LiteralCode> trail = clauses_.trail();
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const std::size_t end = i + 1 < levels_.size() ? levels_[i + 1].trail : trail.size();
    std::size_t& next = levels_[i].learned;
    for (; next < end; ++next)
      if (i == 0 || next > levels_[i].trail) push_learned(literal_with(trail[next]), i);
  }
}

void Propagation::learn(Literal literal) {
  learn_trail();
  push_learned(literal, supposed_.size());
  std::vector<Literal> clause{literal};
  for (Literal supposition : supposed_) clause.push_back(-supposition);
  add_clause(clause);
}

void Propagation::be_told(std::span<const Literal> clause) {
  was_told_ = true;
  add_clause(clause);
}

// ---- clauses and atoms

void Propagation::add_clause(std::span<const Literal> clause) {
  codes_.clear();
  for (Literal literal : clause) {
    codes_.push_back(code_of(literal));
    add_atom(formula_of(literal));
  }
  std::ranges::sort(codes_);
  const auto repeated = std::ranges::unique(codes_);
  codes_.erase(repeated.begin(), repeated.end());
  const auto are_opposite = [](LiteralCode a, LiteralCode b) { return b == negate(a); };
  if (std::ranges::adjacent_find(codes_, are_opposite) != codes_.end() || !clauses_.has_room_for(codes_.size())) return;
  const ClauseAddress address = clauses_.store(0, codes_);
  clauses_.attach(address);
  if (!supposed_.empty()) added_.push_back(address);
  const std::span<const LiteralCode> literals = clauses_.literals_of(address);
  if (literals.empty() || clauses_.is_false(literals[0]))
    is_contradictory_ = true;
  else if (!clauses_.is_true(literals[0]) && (literals.size() == 1 || clauses_.is_false(literals[1])))
    clauses_.assign(literals[0], address);
}

void Propagation::add_atom(FormulaId formula) {
  const FormulaKind kind = context_.table[formula].kind;
  if (kind != FormulaKind::le && kind != FormulaKind::eq) return;
  if (atom_of_.size() <= index_of(formula)) atom_of_.resize(context_.table.formula_count() + 1);
  if (atom_of_[index_of(formula)] != 0) return;
  const auto number = static_cast<AtomNumber>(atoms_.size());
  atom_of_[index_of(formula)] = number + 1;
  atoms_.push_back({formula, context_.normal_forms.of(context_.table.right(formula)) -
                                 context_.normal_forms.of(context_.table.left(formula))});
  for (const auto& summand : atoms_.back().polynomial.summands()) mentioning_[summand.monomial].push_back(number);
  maps_.see(atoms_.back().polynomial);
  same_as_.push_back(number);
  due_.push_back(number);
}

// A literal that became true.
void Propagation::see(Literal literal) {
  const FormulaId formula = formula_of(literal);
  switch (context_.table[formula].kind) {
    case FormulaKind::eq:
      if (literal > 0)
        join(literal);
      else
        for (const auto& summand : polynomial_of(formula).summands()) maps_.look_again(summand.monomial);
      return define_choices(formula);
    case FormulaKind::le: return define_choices(formula);
    case FormulaKind::map_eq:
      if (literal > 0)
        maps_.join(literal);
      else
        show_difference(context_, formula);
      return;
    case FormulaKind::all:
      if (literal < 0) open_universal(context_, formula);
      return;
    default: return;
  }
}

void Propagation::define_choices(FormulaId atom) {
  for (const auto& summand : polynomial_of(atom).summands())
    for (const Atom part : summand.monomial.atoms())
      if (context_.table[part].kind == TermKind::ite) define_choice(context_, part, false);
}

// ---- equalities

void Propagation::note_moved(std::span<const EqualityForest::Node> nodes) {
  for (const EqualityForest::Node node : nodes) {
    const Monomial& monomial = forest_.monomial(node);
    if (const auto found = mentioning_.find(monomial); found != mentioning_.end())
      due_.insert(due_.end(), found->second.begin(), found->second.end());
    maps_.look_again(monomial);
  }
}

void Propagation::join(Literal equality) {
  const DecidableAtom& atom = atoms_[atom_of_[index_of(formula_of(equality))] - 1];
  if (atom.polynomial.summands().size() > 2) return join_sum(atom, equality);
  note_moved(forest_.add(atom.polynomial, equality));
}

// x = u + v: x is known as that sum, with u and v as they are known. Of the three x is what was met last, since a chain
// is followed from earlier stores to later ones.
void Propagation::join_sum(const DecidableAtom& atom, Literal literal) {
  const Polynomial& p = atom.polynomial;
  const Polynomial::Summand* latest = nullptr;
  for (const Polynomial::Summand& summand : p.summands())
    if (summand.coefficient.is_unit() && (!latest || forest_.find(summand.monomial) >= forest_.find(latest->monomial)))
      latest = &summand;   // one without a node comes after all others
  if (!latest) return;
  const Monomial x = latest->monomial;
  const bool is_positive = latest->coefficient.is_one();
  Polynomial sum = Polynomial::of_monomial(x) - (is_positive ? p : -p);
  sum -= Integer(sum.constant());
  const Polynomial reduced = forest_.reduced(sum);
  if (reduced == sum || derived_sums_.contains(literal)) return note_moved(forest_.add_sum(x, sum, p, literal));
  // x - reduced = ± p + (sum - reduced), and what is explained is sum - reduced
  std::vector<EqualityForest::Part> parts = explain(sum);
  if (std::ranges::find(parts, literal, &EqualityForest::Part::literal) != parts.end()) return;
  parts.push_back({literal, is_positive ? 1 : -1});
  const Polynomial difference = (is_positive ? p : -p) + sum - reduced;
  if (const auto derived = equality_by_parts(context_, difference, parts)) derived_sums_.insert(*derived);
}

void Propagation::look_at(AtomNumber number) {
  Polynomial reduced = forest_.reduced(atoms_[number].polynomial);
  if (reduced.is_constant())
    decide(atoms_[number], reduced.constant());
  else if (reduced.summands().size() < atoms_[number].polynomial.summands().size())
    shrink(number, reduced);
  else
    relate(number, std::move(reduced));
}

// The atom's polynomial is this number.
void Propagation::decide(const DecidableAtom& atom, const Integer& value) {
  const bool is_true = context_.table[atom.formula].kind == FormulaKind::eq ? value.is_zero() : value.sign() >= 0;
  const Literal decided = is_true ? literal_of(atom.formula) : -literal_of(atom.formula);
  if (clauses_.is_true(code_of(decided))) return;
  add_consequence(atom, decided, explain(atom.polynomial));
}

// A true equality of three monomials or more may turn out to be about two.
void Propagation::shrink(AtomNumber number, const Polynomial& reduced) {
  const DecidableAtom& atom = atoms_[number];
  const Literal literal = literal_of(atom.formula);
  if (context_.table[atom.formula].kind != FormulaKind::eq || atom.polynomial.summands().size() < 3) return;
  if (reduced.summands().size() > 2 || !is_true(literal)) return;
  std::vector<EqualityForest::Part> parts = explain(atom.polynomial);
  if (std::ranges::find(parts, literal, &EqualityForest::Part::literal) != parts.end()) return;
  for (EqualityForest::Part& part : parts) part.multiplier.negate();
  parts.push_back({literal, 1});
  equality_by_parts(context_, reduced, parts);
}

// If another atom says the same about copies of the same variables, each of the two implies the other. Where values of
// variables had a part in it, the two are rather alternatives that happen to coincide, and nothing is gained.
void Propagation::relate(AtomNumber number, Polynomial reduced) {
  const int is_equality = context_.table[atoms_[number].formula].kind == FormulaKind::eq ? 1 : 0;
  if (is_equality && reduced.summands().front().coefficient.sign() < 0) reduced = -reduced;
  const auto [place, is_first] = first_with_[is_equality].try_emplace(reduced, number);
  if (is_first && !supposed_.empty()) reduced_.emplace_back(is_equality, std::move(reduced));
  const AtomNumber here = representative(number), there = representative(place->second);
  if (here == there) return;
  relations_.emplace_back(here, same_as_[here]);
  same_as_[here] = there;
  const DecidableAtom a = atoms_[number], b = atoms_[place->second];
  // a's polynomial is ± b's and what explains their difference
  const bool is_opposite = forest_.reduced(a.polynomial) != forest_.reduced(b.polynomial);
  const Integer sign = is_opposite ? -1 : 1;
  const Polynomial difference = a.polynomial - b.polynomial * sign;
  std::vector<EqualityForest::Part> parts = explain(difference);
  parts.push_back({literal_of(b.formula), sign});
  add_consequence(a, literal_of(a.formula), parts);
  for (EqualityForest::Part& part : parts) part.multiplier *= -sign;
  parts.back() = {literal_of(a.formula), sign};
  add_consequence(b, literal_of(b.formula), parts);
}

// The first long explanations are given in full; if there are more, they share shortcuts.
std::vector<EqualityForest::Part> Propagation::explain(const Polynomial& p) {
  constexpr std::size_t long_way = 16, few_explanations = 2;
  if (forest_.longest_way_of(p) > long_way && long_explanations_++ >= few_explanations)
    shorten_with_lemmas(context_, forest_, p);
  return forest_.explanation(p);
}

Propagation::AtomNumber Propagation::representative(AtomNumber number) const {
  while (same_as_[number] != number) number = same_as_[number];
  return number;
}

// The lemma that the literal, the atom or its negation, follows from the literals of the explanation.
void Propagation::add_consequence(const DecidableAtom& atom, Literal literal,
                                  const std::vector<EqualityForest::Part>& explanation) {
  if (std::ranges::find(explanation, literal, &EqualityForest::Part::literal) != explanation.end())
    return;   // it is a shortcut
  ArithmeticConflict conflict = conflict_of(context_.table[atom.formula].kind, -literal, explanation);
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  if (conflict.goal) clause.push_back(-*conflict.goal);
  add_arithmetic_lemma(context_.pool, context_.table, clause, std::move(conflict.instructions), false);
}

}   // namespace plato
