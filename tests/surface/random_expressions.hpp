// Random expressions of the surface language over given variables. Indices are small and often variables, so that
// places meet.
#pragma once

#include <string>
#include <vector>

#include "support/random_choice.hpp"

namespace plato_test::surface {

enum class Type { integer, boolean, map, bool_map, set };
constexpr int anybody = -1, locked = -2;   // in the place of an owner

struct Variable {
  std::string name;
  Type type = Type::integer;
  int owner = anybody;   // the thread that alone uses it; anybody; or who holds the lock
  bool is_ghost = false;
  bool is_local = false;
};

// What may be mentioned at some place.
struct Scope {
  std::vector<Variable> variables;
  bool has_tid = false;
  bool has_ghosts = false;
};

class RandomExpressions {
 public:
  explicit RandomExpressions(Choice& choose) : choose_(choose) {}

  bool has_parameter = false;    // a constant N is declared
  bool has_predicates = false;   // predicates Small and Meets are defined

  static std::vector<Variable> of_type(const Scope& scope, Type type);
  std::string constant();
  std::string index(const Scope& scope, int depth);
  std::string integer(const Scope& scope, int depth);
  std::string set(const Scope& scope, int depth);
  std::string map(const Scope& scope, int depth);
  std::string formula(const Scope& scope, int depth);
  // About what places hold: what an assertion should be about here.
  std::string fact(const Scope& scope);
  std::string value(const Scope& scope, Type type);

 private:
  Choice& choose_;
};

}   // namespace plato_test::surface
