// "Models" of certificates/FORMAT.md: what a model says, and what the problem is worth in it.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "oracle/rules.hpp"

namespace plato_test::oracle {

// An integer, or a map that has the same value at all but finitely many indices.
struct Value {
  bool is_map = false;
  Int integer = 0;     // of a map 0, which it is where an integer is needed
  Int elsewhere = 0;   // of an integer 0, as all its values are where a map is needed
  std::map<Int, Int> exceptions{};
  std::uint64_t weight =
      1;   // the words of `elsewhere`, and of each exception that was written, of one index or several

  const Int& at(const Int& index) const;
  void write(const Int& index, const Int& value);
};

class Valuation {
 public:
  // Takes a line of the model, or refuses it.
  void add(std::string_view line);

  bool atom(Number name) const { return find(atoms_, name).integer == 1; }
  Value logic(Number name) const { return find(logic_, name); }
  Value store(Number name, Number version) const { return find(store_, place(name, version)); }

 private:
  using Named = std::map<Int, Value>;

  static Value find(const Named& named, const Int& name);
  static Int place(const Int& name, const Int& version) { return version * 1'000'000'000'000'000 + name; }

  Named atoms_, logic_, store_;
};

// The values of the problem's terms and formulas, line by line.
class Evaluation {
 public:
  Evaluation(const Valuation& valuation, Effort& effort) : valuation_(valuation), effort_(effort) {}

  // Refuses a line that cannot be evaluated, and an assertion that is false. Its children must be there.
  void add(const Line& line);

 private:
  const Value& term(Number number) const { return terms_[static_cast<std::size_t>(number)]; }
  bool literal(Literal literal) const {
    return formulas_[static_cast<std::size_t>(std::abs(literal))] == (literal > 0);
  }
  Value value_of(const Line& line);
  Int integer_of(char operation, const Value& a, const Value& b) const;
  bool truth_of(const Line& line);

  const Valuation& valuation_;
  Effort& effort_;
  std::vector<Value> terms_{Value{}};
  std::vector<bool> formulas_{true};
};

}   // namespace plato_test::oracle
