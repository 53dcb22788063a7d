// The methods of `check`, by name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plato {

enum class Method : std::uint8_t { assume_guarantee, thread_modular, procedures, reduction, all_states, explore };

struct MethodText {
  Method method;
  std::string_view name;
  std::string_view when;   // `check` tries it if it is not told which one to use
};

// In the order in which `check` tries them; docs/language.md has the same table.
inline constexpr std::array<MethodText, 6> methods = {{
    {Method::assume_guarantee, "assume-guarantee",
     "first, if nothing is annotated or 'race-free' is claimed; last, if annotations do not suffice"},
    {Method::thread_modular, "thread-modular", "then, if no procedure has a specification"},
    {Method::procedures, "procedures", "then, if a procedure has a specification"},
    {Method::reduction, "reduction", "last, if annotations, written or inferred, do not suffice"},
    {Method::all_states, "all-states", "then, if that does not succeed and nothing was left out of the exploration"},
    {Method::explore, "explore", "on the way, to find a schedule that shows the program wrong; it proves nothing"},
}};

constexpr std::string_view name_of(Method method) {
  for (const MethodText& text : methods)
    if (text.method == method) return text.name;
  return {};
}

constexpr std::optional<Method> method_called(std::string_view name) {
  for (const MethodText& text : methods)
    if (text.name == name) return text.method;
  return std::nullopt;
}

}   // namespace plato
