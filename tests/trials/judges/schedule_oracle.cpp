// See schedule_oracle.hpp.

#include "schedule_oracle.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "explore/concrete_evaluation.hpp"

namespace plato_test {

using plato::ConcreteMap;
using plato::ConcreteModel;
using plato::ConcreteStore;
using plato::CoreStatement;
using plato::Literal;
using plato::StatementId;
using Kind = CoreStatement::Kind;

namespace {

struct NoOpinion {};
struct Wrong {};

class Follower {
 public:
  explicit Follower(CertificateProgram certificate)
      : certificate_(std::move(certificate)), evaluation_(program(), maps_) {}

  // Throws what is not right about it.
  void follow() {
    std::size_t at = 0;
    const Lines& lines = certificate_.rest;
    gather_domain(lines);
    if (at < lines.size() && lines[at].starts_with("range ")) ++at;
    for (; at < lines.size() && lines[at] != "run"; ++at) start_value(split_words(lines[at]));
    require(at < lines.size());
    parameters_.resize(std::max(parameters_.size(), program().parameters.size()));
    for (const auto& [name, words] : terms_) {
      store_[name] = map_of(certificate_.terms[static_cast<std::size_t>(number(words[2]))]);
      for (std::size_t i = 3; i + 1 < words.size(); i += 2)
        store_[name] = maps_.with(store_[name], number(words[i]), number(words[i + 1]));
    }
    store_.resize(std::max(store_.size(), program().variables.size()));
    require(holds(program().assumption, 0, store_, store_) && holds(program().init, 0, store_, store_));
    initial_ = next_ = store_;
    for (++at; at < lines.size(); ++at) {
      require(!has_gone_wrong_);
      event(split_words(lines[at]));
    }
    if (certificate_.claim == "goes wrong") return require(has_gone_wrong_);
    if (certificate_.claim == "breaks guarantee") {
      const ConcreteStore before = store_;
      event({"step"});
      return require(!holds(certificate_.guarantee, 0, before, store_));
    }
    if (certificate_.claim == "breaks invariant") {
      const std::optional<plato::Literal>& invariant = certificate_.core.specification.invariant;
      return require(invariant && !holds(*invariant, 0, store_, store_));
    }
    for (std::size_t family = 0; family < program().families.size(); ++family)
      for (std::int64_t tid : domain_)
        require(has_ended(static_cast<std::int64_t>(family), tid) ||
                !holds(program().families[family].members, tid, initial_, initial_));
    require(!holds(certificate_.ensures, 0, store_, store_));
  }

 private:
  using Stack = std::vector<StatementId>;   // what comes next is last

  CertificateProgram certificate_;
  plato::MapPool maps_;
  plato::ConcreteEvaluation evaluation_;
  std::vector<std::int64_t> domain_, parameters_;
  std::map<std::size_t, Words> terms_;   // the lines of the maps that are given by terms at the start
  ConcreteStore store_, initial_, next_;
  std::map<std::pair<std::int64_t, std::int64_t>, Stack> stacks_;
  Stack* stack_ = nullptr;
  std::int64_t family_ = 0, tid_ = 0;
  bool has_gone_wrong_ = false;

  plato::Program& program() { return certificate_.core.program; }
  static void require(bool condition) {
    if (!condition) throw Wrong{};
  }
  static std::int64_t number(const std::string& word) {
    if (!is_number(word)) throw NoOpinion{};
    return std::stoll(word);
  }

  void gather_domain(const Lines& lines) {
    std::vector<std::int64_t> values;
    for (const std::string& line : lines)
      for (const std::string& word : split_words(line))
        if (is_number(word)) values.push_back(number(word));
    for (std::int64_t v : values)
      for (std::int64_t near = -4; near <= 4; ++near) domain_.push_back(v + near);
    for (std::int64_t v = -6; v <= 6; ++v) domain_.push_back(v);
    std::ranges::sort(domain_);
    domain_.erase(std::unique(domain_.begin(), domain_.end()), domain_.end());
  }

  bool holds(Literal formula, std::int64_t tid, const ConcreteStore& before, const ConcreteStore& after) {
    return evaluation_.holds(
        formula, {.before = &before, .after = &after, .tid = tid, .parameters = parameters_, .domain = domain_});
  }

  // The value on a line `v X N` or `V X …`, for a variable that is a number or a map.
  std::int64_t value(const Words& words, bool is_map) {
    if (!is_map) {
      if (words[0] != "v" && words[0] != "y") throw NoOpinion{};
      return number(words.at(2));
    }
    if (words[0] != "V") throw NoOpinion{};
    std::int64_t map = maps_.constant(number(words.at(2)));
    // an index that occurs twice has the later value
    for (std::size_t i = 3; i + 1 < words.size(); i += 2) map = maps_.with(map, number(words[i]), number(words[i + 1]));
    return map;
  }
  // The map that is the term at each index, as far as indices are looked at here.
  std::int64_t map_of(plato::TermId term) {
    const plato::FormulaTable& table = program().table;
    const plato::Node root{false, term};
    for (const plato::Node part : plato::parts_of(table, std::span(&root, 1)))
      if (!part.is_formula && table[plato::TermId{part.index}].kind == plato::TermKind::var) throw NoOpinion{};
    std::vector<std::int64_t> indices = domain_;
    for (std::int64_t index = -100; index <= 100; ++index) indices.push_back(index);
    const ConcreteStore none(program().variables.size());
    std::int64_t map = maps_.constant(0);
    for (const std::int64_t index : indices) {
      const std::int64_t bound[] = {index};
      map = maps_.with(map, index,
                       evaluation_.number(term, {.before = &none,
                                                 .after = &none,
                                                 .tid = 0,
                                                 .parameters = parameters_,
                                                 .domain = domain_,
                                                 .bound = bound}));
    }
    return map;
  }
  void start_value(const Words& words) {
    require(words.size() >= 3);
    const std::int64_t name = number(words[1]);
    if (words[0] == "y") {
      if (name < 0 || name > 1000) throw NoOpinion{};
      parameters_.resize(std::max<std::size_t>(parameters_.size(), static_cast<std::size_t>(name)));
      if (name > 0) parameters_[static_cast<std::size_t>(name) - 1] = value(words, false);
      return;
    }
    if (words[0] == "Y") throw NoOpinion{};
    require(name == static_cast<std::int64_t>(store_.size()));
    auto& variables = program().variables;
    if (store_.size() == variables.size()) variables.emplace_back();   // of no formula
    // what is used as a map and given as a number, or the other way round, is for the kernel alone
    if (plato::is_map(variables[store_.size()]) != (words[0] != "v")) throw NoOpinion{};
    if (words[0] == "F") {
      const auto term = static_cast<std::size_t>(number(words[2]));
      require(term < certificate_.terms.size() && words.size() % 2 == 1);
      if (term == 0 || program().table[certificate_.terms[term]].loose > 1) throw NoOpinion{};
      terms_[store_.size()] = words;
      return store_.push_back(0);
    }
    store_.push_back(value(words, words[0] == "V"));
  }

  // Takes what needs no decision from the top of the stack; none if nothing is left.
  const CoreStatement* settle() {
    require(stack_ != nullptr);
    while (!stack_->empty()) {
      const StatementId top = stack_->back();
      const CoreStatement& statement = program().statements[top - 1];
      if (statement.kind == Kind::skip) {
        stack_->pop_back();
      } else if (statement.kind == Kind::seq) {
        stack_->pop_back();
        stack_->insert(stack_->end(), {statement.second, statement.first});
      } else {
        return &statement;
      }
    }
    return nullptr;
  }
  // The thread has moved, and has nothing left to do: whether an event says so or not.
  bool has_ended(std::int64_t family, std::int64_t tid) {
    const auto found = stacks_.find({family, tid});
    if (found == stacks_.end()) return false;
    stack_ = &found->second;
    return settle() == nullptr;
  }
  void replace_top(std::initializer_list<StatementId> by) {
    stack_->pop_back();
    stack_->insert(stack_->end(), by);
  }

  void event(const Words& words) {
    require(!words.empty());
    const std::string& word = words[0];
    if (word == "thread") return select(number(words.at(1)), number(words.at(2)));
    if (word == "v" || word == "V") {
      const std::int64_t name = number(words.at(1));
      require(name >= 0 && name < static_cast<std::int64_t>(next_.size()));
      next_[static_cast<std::size_t>(name)] =
          value(words, plato::is_map(program().variables[static_cast<std::size_t>(name)]));
      return;
    }
    if (word == "W") {
      const auto name = static_cast<std::size_t>(number(words.at(1)));
      require(name < next_.size() && words.size() % 2 == 0);
      if (!plato::is_map(program().variables[name])) throw NoOpinion{};
      for (std::size_t i = 2; i + 1 < words.size(); i += 2)
        next_[name] = maps_.with(next_[name], number(words[i]), number(words[i + 1]));
      return;
    }
    const CoreStatement* next = settle();
    if (word == "ended") return require(next == nullptr);
    require(next != nullptr);
    const CoreStatement& top = *next;
    if (word == "left" || word == "right") {
      require(top.kind == Kind::choice);
      return replace_top({word == "left" ? top.first : top.second});
    }
    if (word == "again" || word == "leave") {
      require(top.kind == Kind::loop);
      return word == "leave" ? replace_top({}) : stack_->push_back(top.first);
    }
    require((word == "step" || word == "wrong") && top.kind == Kind::atomic);
    operate(top, word == "wrong");
  }
  void select(std::int64_t family, std::int64_t tid) {
    require(family >= 0 && family < static_cast<std::int64_t>(program().families.size()));
    const plato::CoreFamily& entry = program().families[static_cast<std::size_t>(family)];
    require(holds(entry.members, tid, initial_, initial_));
    stack_ = &stacks_.try_emplace({family, tid}, Stack{entry.body}).first->second;
    family_ = family;
    tid_ = tid;
    next_ = store_;
  }
  void operate(const CoreStatement& operation, bool goes_wrong) {
    const bool gate = holds(operation.gate, tid_, store_, store_);
    const auto steps = [&](bool post) {
      return holds(operation.step, tid_, store_, next_) && holds(operation.post, tid_, store_, next_) == post;
    };
    if (goes_wrong) {
      require(!gate || steps(false));
      has_gone_wrong_ = true;
      return;
    }
    require(gate && steps(true));
    store_ = next_;
    replace_top({});
  }
};

}   // namespace

ScheduleOpinion follow_schedule(CertificateProgram certificate) {
  try {
    Follower(std::move(certificate)).follow();
    return ScheduleOpinion::right;
  } catch (const Wrong&) {
    return ScheduleOpinion::wrong;
  } catch (const NoOpinion&) {
    return ScheduleOpinion::no_opinion;
  } catch (const plato::TooLarge&) {
    return ScheduleOpinion::no_opinion;
  } catch (const std::out_of_range&) {
    return ScheduleOpinion::wrong;
  }
}

}   // namespace plato_test
