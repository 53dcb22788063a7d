// The methods of `check`, by name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plato {

enum class Method : std::uint8_t { assume_guarantee, thread_modular, procedures, all_states, reduction, explore };

struct MethodText {
  Method method;
  std::string_view name;
  std::string_view when;   // `check` tries it if it is not told which one to use
};

// In the order in which `check` tries them; docs/language.md has the same table.
inline constexpr std::array<MethodText, 6> methods = {{
    {Method::assume_guarantee, "assume-guarantee",
     "first, if nothing is annotated or 'race-free' is claimed; last but one, if annotations do not suffice"},
    {Method::thread_modular, "thread-modular",
     "then, if no procedure has a specification; with inferred annotations where those written do not suffice"},
    {Method::procedures, "procedures", "then, if a procedure has a specification"},
    {Method::all_states, "all-states",
     "then, if the exploration left nothing out; before annotations are inferred, if none is written"},
    {Method::reduction, "reduction", "last"},
    {Method::explore, "explore", "on the way, to find a schedule that shows the program wrong"},
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
