// Which integers of a program are compared with each other or assigned to each other: tickets with tickets, identifiers
// of threads with identifiers. Nothing else is worth comparing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "source/syntax_tree.hpp"

namespace plato {

struct ValueSort {
  bool identifies = false;             // identifiers of threads are among them
  bool is_ordered = false;             // some are compared with each other by <
  bool is_bounded = false;             // some are compared with anything by <
  bool is_counted = false;             // something is added to some
  std::set<std::string> constants{};   // numbers that they are compared with or assigned
};

class ValueSorts {
 public:
  explicit ValueSorts(const SyntaxTree& tree);

  // Of a variable, with the thread that declares it; of the elements of a map; of its indices.
  std::optional<std::size_t> of_variable(std::optional<std::size_t> thread, const std::string& name) const;
  std::optional<std::size_t> of_elements(const std::string& map) const { return found(map + "[]"); }
  std::optional<std::size_t> of_indices(const std::string& map) const { return found(map + "#"); }
  // Of the threads' identifiers.
  std::optional<std::size_t> of_identifiers() const { return found("tid"); }
  // Whether the variable is an index of the map somewhere.
  bool has_read(const std::string& map, std::optional<std::size_t> thread, const std::string& name) const;
  const ValueSort& operator[](std::size_t sort) const { return sorts_.at(sort); }

 private:
  std::map<std::string, std::size_t> sort_of_;   // of each thing that has integers for values
  std::map<std::size_t, ValueSort> sorts_;
  std::set<std::pair<std::string, std::string>> reads_;   // a map, and a variable that is an index of it somewhere

  std::optional<std::size_t> found(const std::string& thing) const;
};

}   // namespace plato
