// Fast evaluation of formulas in concrete stores, for exploring programs.
//
// Values are 64-bit integers; maps are kept once each in a pool and named by their number there, so that a store is a
// vector of integers and equal maps have equal numbers. A value that does not fit is `TooLarge`, never a wrong value. A
// quantifier is tried only on a finite domain, so the answers are exact for formulas without quantifiers and bounded
// otherwise.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/program.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

// A map with the same value at all but finitely many indices: no entry has that value, and they ascend.
struct ConcreteMap {
  std::int64_t otherwise = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> entries;
  std::int64_t at(std::int64_t index) const;
  friend auto operator<=>(const ConcreteMap&, const ConcreteMap&) = default;
};

class MapPool {
 public:
  std::int64_t number_of(ConcreteMap map);
  const ConcreteMap& operator[](std::int64_t number) const { return *maps_[static_cast<std::size_t>(number)]; }
  std::int64_t constant(std::int64_t value) { return number_of({value, {}}); }
  std::int64_t with(std::int64_t map, std::int64_t index, std::int64_t value);

 private:
  std::map<ConcreteMap, std::int64_t> numbers_;
  std::vector<const ConcreteMap*> maps_;
};

// A number, or for a map its number in the pool, for each variable.
using ConcreteStore = std::vector<std::int64_t>;

// The values as people and certificates have them.
ModelValue model_value(const MapPool& maps, std::int64_t number, bool is_map);
std::vector<ModelValue> model_values(const Program& program, const MapPool& maps, std::span<const std::int64_t> store);

struct TooLarge {};

// More was evaluated than is allowed.
struct OutOfWork {};

// What formulas are evaluated in.
struct ConcreteModel {
  const ConcreteStore* before = nullptr;   // version 0
  const ConcreteStore* after = nullptr;    // version 1
  std::int64_t tid = 0;
  std::span<const std::int64_t> parameters{};   // as in a store
  std::span<const std::int64_t> domain{};       // what quantifiers range over
  std::span<const std::int64_t> bound{};        // values of loose bound variables, outermost first
};

class ConcreteEvaluation {
 public:
  // Refers to both for as long as it lives.
  ConcreteEvaluation(const Program& program, MapPool& maps) : program_(program), table_(program.table), maps_(maps) {}

  // From now on all evaluations together may look at so many parts of formulas.
  void limit_work(std::uint64_t parts) { work_left_ = parts; }
  // For what is done besides evaluating; throws `OutOfWork`.
  void pay(std::uint64_t parts) {
    if (parts > work_left_) throw OutOfWork{};
    work_left_ -= parts;
  }

  // Throw `TooLarge` and `OutOfWork`.
  bool holds(Literal literal, const ConcreteModel& model);
  std::int64_t number(TermId term, const ConcreteModel& model);
  std::int64_t map(TermId term, const ConcreteModel& model);
  // The first conjunct that is false, or none.
  std::optional<Literal> first_false(Literal literal, const ConcreteModel& model);

 private:
  const Program& program_;
  const FormulaTable& table_;
  MapPool& maps_;
  const ConcreteModel* model_ = nullptr;
  std::vector<std::int64_t> bound_;   // outermost first
  // Closed parts are worked out once for each question: a part with an old stamp has no value yet.
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> number_stamps_, map_stamps_, truth_stamps_;
  std::vector<std::int64_t> numbers_, map_numbers_;
  std::vector<bool> truths_;
  std::uint64_t work_left_ = std::numeric_limits<std::uint64_t>::max();

  void count_work() {
    if (work_left_-- == 0) throw OutOfWork{};
  }
  void start(const ConcreteModel& model);
  bool truth(Literal literal);
  bool truth_of(FormulaId id);
  bool compute_truth(FormulaId id);
  std::int64_t number_of(TermId id);
  std::int64_t compute_number(TermId id);
  std::int64_t map_of(TermId id);
  std::int64_t compute_map(TermId id);
  bool for_all(Literal body);
  std::int64_t variable(const Term& t) const;
  bool is_map_parameter(const Term& t) const;
};

}   // namespace plato
