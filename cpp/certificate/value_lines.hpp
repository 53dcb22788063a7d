// Values of variables as lines of a schedule or a closure, and the range of the integers in them.
#pragma once

#include <cstdint>
#include <string>

#include "logic/model_evaluation.hpp"

namespace plato {

// `v X N`, or for a map `V X N I J …`, with other letters where they are wanted.
std::string value_line(char small, char capital, std::size_t name, const ModelValue& value);

// The least and the greatest of the integers that it is shown, and 0.
class Hull {
 public:
  void add(const Integer& value);
  void add(const ModelValue& value);
  // `range LOW HIGH`, so much wider at both ends.
  std::string range_line(std::int64_t margin) const;

 private:
  Integer low_ = 0, high_ = 0;
};

}   // namespace plato
