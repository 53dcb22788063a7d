// What the names of an SMT-LIB file mean at some place of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "smtlib/smtlib_operators.hpp"

namespace plato {

// A defined function: its body over placeholders, which are logic variables and atoms of their own.
struct SmtMacro {
  std::string name;
  std::vector<SmtSort> sorts;
  std::vector<SmtValue> placeholders;
  SmtValue body;
};

struct SmtBinding {
  enum class What : std::uint8_t { value, bound_variable, symbol, macro };
  What what = What::value;
  SmtValue value{};          // value: what it means; bound_variable: its sort
  std::uint32_t depth = 0;   // of binders, where the value was built or just inside the variable's own
  std::size_t index = 0;     // of the symbol or macro
};

class SmtNames {
 public:
  // In a term, up to `unbind`.
  void bind(const std::string& name, SmtBinding binding) { names_[name].push_back(binding); }
  void unbind(const std::string& name) { names_.find(name)->second.pop_back(); }
  // Up to the end of the scope.
  void declare(const std::string& name, SmtBinding binding);
  void declare_sort(const std::string& name, SmtSort sort);

  // The innermost meaning, or none.
  const SmtBinding* find(std::string_view name) const;
  const SmtSort* find_sort(std::string_view name) const;

  std::size_t scopes() const { return scopes_.size(); }
  void open_scope() { scopes_.emplace_back(); }
  void close_scope();

 private:
  struct Scope {
    std::vector<std::string> names, sorts;   // declared since it was opened
  };
  std::unordered_map<std::string, std::vector<SmtBinding>> names_;
  std::unordered_map<std::string, std::vector<SmtSort>> sorts_;
  std::vector<Scope> scopes_;
};

}   // namespace plato
