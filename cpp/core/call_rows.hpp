// Maps that each call of a procedure has, as people see them: what the present calls have, without their numbers.
#pragma once

#include <functional>
#include <string>

#include "core/program.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

// The value of a variable of the store, by number.
using StoreValue = std::function<ModelValue(std::size_t)>;

// The variable, and its value in the store: where each call has a map, of every thread the one of its last call. Where
// `numbers` are those of another store, of the calls that are the last ones there.
struct ShownValue {
  CoreVariable variable;
  ModelValue value;
};
ShownValue shown_value(const Program& program, std::size_t variable, const StoreValue& store,
                       const StoreValue& numbers);

// As the source would write it; see value_text.hpp.
std::string shown_text(const Program& program, std::size_t variable, const StoreValue& store);
// The same of what one thread has.
std::string shown_text_of(const Program& program, std::size_t variable, const StoreValue& store, const Integer& thread);

}   // namespace plato
