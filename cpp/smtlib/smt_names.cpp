// Names of SMT-LIB files; see smt_names.hpp.

#include "smtlib/smt_names.hpp"

namespace plato {

void SmtNames::declare(const std::string& name, SmtBinding binding) {
  bind(name, binding);
  if (!scopes_.empty()) scopes_.back().names.push_back(name);
}

void SmtNames::declare_sort(const std::string& name, SmtSort sort) {
  sorts_[name].push_back(sort);
  if (!scopes_.empty()) scopes_.back().sorts.push_back(name);
}

const SmtBinding* SmtNames::find(std::string_view name) const {
  const auto found = names_.find(std::string(name));
  return found == names_.end() || found->second.empty() ? nullptr : &found->second.back();
}

const SmtSort* SmtNames::find_sort(std::string_view name) const {
  const auto found = sorts_.find(std::string(name));
  return found == sorts_.end() || found->second.empty() ? nullptr : &found->second.back();
}

void SmtNames::close_scope() {
  for (const std::string& name : scopes_.back().names) unbind(name);
  for (const std::string& name : scopes_.back().sorts) sorts_.find(name)->second.pop_back();
  scopes_.pop_back();
}

}   // namespace plato
