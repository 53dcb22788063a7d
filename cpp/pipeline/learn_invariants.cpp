// See learn_invariants.hpp.

#include "pipeline/learn_invariants.hpp"

#include <algorithm>

#include "conditions/counterexample.hpp"
#include "conditions/instance_model.hpp"
#include "core/core_text.hpp"
#include "infer/state_rows.hpp"
#include "pipeline/proof_attempts.hpp"
#include "thread_modular/violated_part.hpp"

namespace plato {
namespace {

constexpr std::size_t most_work = 400;
// Of longer programs each attempt takes too long, and an atom for each place would leave no room for others.
constexpr std::size_t most_places = 60;
constexpr std::size_t most_rounds = 40, most_clauses = 40, most_questions = 200;

struct Clause {
  std::size_t vocabulary = 0;
  Impossible what;
  std::string text;
};

// A store of a counterexample, for evaluation.
struct SeenStore {
  ConcreteStore values;
  std::vector<std::int64_t> parameters;
};

class Learning {
 public:
  Learning(const std::string& source, const SyntaxTree& tree, const CheckOptions& options)
      : source_(source),
        tree_(tree),
        labels_(label_everything(tree)),
        vocabularies_(vocabularies(tree, labels_)),
        attempts_(source, tree, options, most_work, true),
        deadline_(options.deadline) {}

  std::optional<InferredProgram> run() {
    std::size_t places = 0;
    for (const LabelledThread& thread : labels_.threads) places += thread.places.size();
    if (places > most_places || !read_atoms()) return std::nullopt;
    const Program visible = with_visible_ghosts(core_);
    seen_ = observed_rows(visible, atoms_);
    for (std::size_t round = 0; round < most_rounds; ++round) {
      auto attempt = attempts_.attempt(annotations(), ProofAttempts::Aim::questions);
      if (!attempt) return std::nullopt;
      if (attempt->is_proved) return attempts_.without_needless(*std::move(attempt)).program;
      if (learn_from(*attempt)) continue;
      // what is left open may be true
      if (has_failure(attempt->program.conditions)) return std::nullopt;
      attempt = attempts_.attempt(annotations(), ProofAttempts::Aim::proof_at_length);
      if (!attempt || !attempt->is_proved) return std::nullopt;
      return attempts_.without_needless(*std::move(attempt)).program;
    }
    return std::nullopt;
  }

 private:
  const std::string& source_;
  const SyntaxTree& tree_;
  const ThreadLabels labels_;
  std::vector<Vocabulary> vocabularies_;
  ProofAttempts attempts_;
  CoreProgram core_;   // with labels, and the atoms as invariants
  std::vector<ReadAtoms> atoms_;
  std::vector<std::string> members_;
  std::vector<std::string> tells_places_apart_;   // that each thread is somewhere
  std::vector<std::vector<StateRow>> seen_;
  std::vector<Clause> clauses_;
  std::set<std::string> given_up_;
  std::vector<std::pair<std::size_t, StateRow>> new_rows_;
  Deadline deadline_;
  std::size_t questions_left_ = most_questions;
  std::map<std::string, std::int32_t> number_of_variable_;   // in the program that is being proved
  std::vector<std::int64_t> identifiers_;                    // of threads that the counterexample at hand is about

  static Annotation invariant(std::string formula) {
    return {.kind = Annotation::Kind::invariant, .formula = std::move(formula), .thread = {}};
  }
  // Which place has which number depends on what is asked first.
  std::vector<Annotation> with_places(std::vector<Annotation> annotations) const {
    std::vector<Annotation> made;
    for (const std::string& formula : tells_places_apart_) made.push_back(invariant(formula));
    made.insert(made.end(), annotations.begin(), annotations.end());
    made.insert(made.end(), labels_.added.begin(), labels_.added.end());
    return made;
  }
  std::vector<Annotation> annotations() const {
    std::vector<Annotation> made;
    for (const Clause& c : clauses_) made.push_back(invariant(c.text));
    return with_places(std::move(made));
  }

  void tell_places_apart() {
    std::set<std::string> said;
    const auto say = [&](const Vocabulary& v, std::size_t subject, const std::string& name, std::size_t thread) {
      std::string places;
      for (const StateAtom& atom : v.atoms)
        if (atom.place && atom.subject == subject) places += (places.empty() ? "" : " || ") + atom.formula;
      if (places.empty()) return;
      if (!name.empty()) places = "forall " + name + " :: " + member_text(members_[thread], name) + " ==> " + places;
      if (said.insert(std::to_string(thread)).second) tells_places_apart_.push_back(places);
    };
    for (const Vocabulary& v : vocabularies_) {
      say(v, 1, v.first, v.subjects.first);
      if (v.subjects.second) say(v, 2, v.second, *v.subjects.second);
    }
  }

  // Each atom is read as an invariant of its own. What cannot be written is left out.
  bool read_atoms() {
    const AnnotatedProgram plain = read_annotated(source_, tree_, {});
    if (!plain.core || plain.core->program.families.size() != tree_.threads.size()) return false;
    for (const CoreFamily& family : plain.core->program.families)
      members_.push_back(core_formula_text(plain.core->program, family.members));
    tell_places_apart();
    const std::size_t first = tells_places_apart_.size();
    std::vector<Annotation> asked;
    const auto ask_all = [&] {
      asked.clear();
      for (const Vocabulary& v : vocabularies_) {
        std::string quantifier;
        for (const std::string& name : {v.first, v.second})
          if (!name.empty()) quantifier += (quantifier.empty() ? "forall " : ", ") + name;
        if (!quantifier.empty()) quantifier += " :: ";
        for (const StateAtom& atom : v.atoms) asked.push_back(invariant(quantifier + "(" + atom.formula + ")"));
      }
      return read_annotated(source_, tree_, with_places(asked));
    };
    AnnotatedProgram read = ask_all();
    if (!read.core) {
      std::size_t i = first;
      for (Vocabulary& v : vocabularies_)
        std::erase_if(v.atoms, [&](const StateAtom&) { return read.mistaken.contains(read.source.lines[i++]); });
      read = ask_all();
      if (!read.core) return false;
    }
    core_ = *std::move(read.core);
    std::size_t i = first;
    for (const Vocabulary& v : vocabularies_) {
      ReadAtoms atoms{
          .subjects = v.subjects, .names_first = !v.first.empty(), .names_second = !v.second.empty(), .atoms = {}};
      for (std::size_t a = 0; a < v.atoms.size(); ++a, ++i) {
        const auto clause = std::ranges::find(core_.provenance.invariants, read.source.lines[i],
                                              [](const CoreClause& c) { return c.where.line; });
        if (clause == core_.provenance.invariants.end()) return false;
        Literal formula = clause->formula;
        for (int names = (atoms.names_first ? 1 : 0) + (atoms.names_second ? 1 : 0); names > 0; --names) {
          const FormulaId id = formula_of(formula);
          if (formula > 0 && core_.program.table[id].kind == FormulaKind::all)
            formula = core_.program.table.operands(id)[0];
        }
        atoms.atoms.push_back(formula);
      }
      atoms_.push_back(std::move(atoms));
    }
    return true;
  }

  // A clause for each counterexample. Where all its stores are like some that were seen, clauses that a step breaks
  // there are given up, and what the step leads to counts as seen.
  bool learn_from(const ProofAttempts::Attempt& attempt) {
    const ProvedConditions& proved = attempt.program.conditions;
    const CoreProgram& core = attempt.program.read.core;
    number_of_variable_.clear();
    for (std::size_t v = 0; v < core.program.variables.size(); ++v)
      number_of_variable_[core.program.variables[v].name] = static_cast<std::int32_t>(v);
    std::vector<Clause> learned;
    std::set<std::string> broken;
    for (std::size_t c = 0; c < proved.results.size(); ++c) {
      const bool is_open = std::ranges::find(proved.open, c, &OpenCondition::condition) != proved.open.end();
      if (!is_open && proved.results[c].status != ConditionResult::Status::fails) continue;
      std::set<std::int32_t> versions;
      for (const Literal l : proved.conditions[c].literals) versions.merge(versions_in(proved.problem.table, l));
      const auto model = find_instance_model(proved, proved.conditions[c], questions_left_, deadline_);
      if (!model) continue;
      Counterexample counterexample(core.program, proved, model->model);
      identifiers_.clear();
      for (const Integer& i : model->integers)
        if (i.is_small() && std::ranges::find(identifiers_, i.small()) == identifiers_.end())
          identifiers_.push_back(i.small());
      if (std::optional<Clause> found = clause_against(counterexample, versions))
        learned.push_back(*std::move(found));
      else
        broken.merge(broken_clauses(counterexample, versions, proved, core));
    }
    std::erase_if(learned, [&](const Clause& l) {
      return given_up_.contains(l.text) ||
             std::ranges::any_of(clauses_, [&](const Clause& c) { return c.text == l.text; });
    });
    if (learned.empty() && broken.empty()) return false;
    std::erase_if(clauses_, [&](const Clause& c) { return broken.contains(c.text); });
    given_up_.merge(broken);
    for (Clause& clause : learned)
      if (std::ranges::none_of(clauses_, [&](const Clause& c) { return c.text == clause.text; }))
        clauses_.push_back(std::move(clause));
    return clauses_.size() <= most_clauses;
  }

  std::set<std::string> broken_clauses(Counterexample& counterexample, const std::set<std::int32_t>& versions,
                                       const ProvedConditions& proved, const CoreProgram& core) {
    std::set<std::string> broken;
    for (const RunLabel& run : proved.runs) {
      if (!versions.contains(run.before) ||
          statement_of(core.program, run.statement).kind != CoreStatement::Kind::atomic)
        continue;
      MapPool maps;
      maps.constant(0);
      try {
        const auto after =
            counterexample.run(proof_command(core.program, core.outline, run.statement), run.before, run.inputs);
        if (!after) continue;
        const SeenStore store = store_of(counterexample, maps, *after);
        for_each_row(maps, store, [&](std::size_t v, const StateRow& row, std::size_t about) {
          if (about == 3) new_rows_.emplace_back(v, row);
          for (const Clause& c : clauses_)
            if (c.vocabulary == v && (about == 3 || is_about_first(c)) && excludes(vocabularies_[v], c.what, row))
              broken.insert(c.text);
        });
        if (!broken.empty())
          for (const auto& [v, row] : new_rows_) seen_[v].push_back(row);
        new_rows_.clear();
      } catch (const TooLarge&) {
      }
    }
    return broken;
  }

  std::optional<Clause> clause_against(const Counterexample& counterexample, const std::set<std::int32_t>& versions) {
    std::optional<Clause> best;
    for (const std::int32_t version : versions) {
      MapPool maps;
      maps.constant(0);
      try {
        auto found = clause_against_store(maps, store_of(counterexample, maps, version));
        if (found && (!best || size_of(*found) < size_of(*best))) best = std::move(found);
      } catch (const TooLarge&) {
      }
    }
    return best;
  }
  bool is_about_first(const Clause& c) const {
    return c.what.second_places.empty() && std::ranges::all_of(c.what.literals, [&](const StateLiteral& l) {
             return (vocabularies_[c.vocabulary].atoms[l.atom].subject & 2U) == 0;
           });
  }
  // What says much of where threads are, and little of else, is more likely to be so for a reason.
  std::size_t size_of(const Clause& c) const {
    constexpr std::size_t strangest = 10;
    std::size_t size = (c.what.first_places.empty() ? 0U : 2U) + (c.what.second_places.empty() ? 0U : 2U);
    for (const StateLiteral& l : c.what.literals) size += strangest - vocabularies_[c.vocabulary].atoms[l.atom].weight;
    return size;
  }

  SeenStore store_of(const Counterexample& counterexample, MapPool& maps, std::int32_t version) const {
    SeenStore store;
    for (const CoreVariable& variable : core_.program.variables) {
      const auto number = number_of_variable_.find(variable.name);
      if (number == number_of_variable_.end()) throw TooLarge{};
      store.values.push_back(number_of(counterexample.value(number->second, version), maps));
    }
    for (std::size_t p = 0; p < core_.program.parameters.size(); ++p)
      store.parameters.push_back(number_of(counterexample.parameter(p), maps));
    return store;
  }
  static std::int64_t small(const Integer& value) {
    constexpr std::int64_t bound = 1'000'000'000;
    if (value > bound || value < -bound) throw TooLarge{};
    return value.small();
  }
  static std::int64_t number_of(const ModelValue& value, MapPool& maps) {
    if (const auto* integer = std::get_if<Integer>(&value)) return small(*integer);
    const MapValue& map = std::get<MapValue>(value);
    ConcreteMap made{.otherwise = small(map.otherwise), .entries = {}};
    for (const auto& [index, element] : map.entries)
      if (element != map.otherwise) made.entries.emplace_back(small(index), small(element));
    return maps.number_of(std::move(made));
  }

  // The rows of the threads that the counterexample is about: of each one by itself, and of two. What is said of one
  // does not depend on which other one there is.
  template <typename Look>
  void for_each_row(MapPool& maps, const SeenStore& store, const Look& look) {
    constexpr std::size_t alone = 1, both = 3;
    ConcreteEvaluation evaluation(core_.program, maps);
    ConcreteModel model{
        .before = &store.values, .after = &store.values, .parameters = store.parameters, .domain = identifiers_};
    // Of a thread that is none of a family it does not matter.
    const auto members = [&](std::size_t thread) {
      if (!tree_.threads[thread].is_family) return std::vector<std::int64_t>{0};
      std::vector<std::int64_t> found;
      for (const std::int64_t identifier : identifiers_) {
        ConcreteModel of_thread = model;
        of_thread.tid = identifier;
        if (evaluation.holds(core_.program.families[thread].members, of_thread)) found.push_back(identifier);
      }
      return found;
    };
    for (std::size_t v = 0; v < vocabularies_.size(); ++v) {
      const Subjects& subjects = vocabularies_[v].subjects;
      const std::vector<std::int64_t> firsts = members(subjects.first);
      const std::vector<std::int64_t> seconds =
          subjects.second ? members(*subjects.second) : std::vector<std::int64_t>{0};
      if (subjects.second == subjects.first)
        for (const std::int64_t k : firsts) look(v, row_of(evaluation, atoms_[v], model, k, k), alone);
      for (const std::int64_t k : firsts)
        for (const std::int64_t j : seconds)
          if (subjects.second != subjects.first || j != k) look(v, row_of(evaluation, atoms_[v], model, k, j), both);
    }
  }

  std::optional<Clause> clause_against_store(MapPool& maps, const SeenStore& store) {
    std::optional<Clause> best;
    bool is_known = false;   // that there is no such store: the counterexample does not need it
    for_each_row(maps, store, [&](std::size_t v, const StateRow& row, std::size_t about) {
      is_known =
          is_known || std::ranges::any_of(clauses_, [&](const Clause& c) {
            return c.vocabulary == v && (about == 3 || is_about_first(c)) && excludes(vocabularies_[v], c.what, row);
          });
      if (is_known) return;
      auto what = excluded(vocabularies_[v], row, seen_[v], about);
      if (!what) return;
      Clause clause{.vocabulary = v, .what = *std::move(what), .text = {}};
      if (best && size_of(*best) <= size_of(clause)) return;
      clause.text = invariant_text(vocabularies_[v], clause.what, labels_, members_, tree_);
      best = std::move(clause);
    });
    return is_known ? std::nullopt : best;
  }
};

}   // namespace

std::optional<InferredProgram> learn_invariants(const std::string& source, const SyntaxTree& tree,
                                                const CheckOptions& options) {
  // places in procedures and branches have no labels here, and what counts stand for is too much to look through
  const bool counts =
      std::ranges::any_of(tree.expressions, [](const Expression& e) { return e.kind == Expression::Kind::count; });
  if (!tree.procedures.empty() || !tree.pars.empty() || counts) return std::nullopt;
  // each pair of threads has a vocabulary of its own
  constexpr std::size_t most_threads = 3;
  if (tree.threads.size() > most_threads) return std::nullopt;
  return Learning(source, tree, options).run();
}

}   // namespace plato
