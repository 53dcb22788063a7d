// The names and types that a certificate carries, changed at will: the kernel trusts none of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plato_test {

// The certificate in which `has_type(i)` says of the i-th variable or parameter whether it carries that it is a `bool`.
template <class HasType>
std::string with_types(std::string_view certificate, HasType has_type) {
  constexpr std::string_view type = ":bool";
  std::string changed;
  std::size_t declared = 0;
  bool is_program = true;   // up to the line that names the method
  for (std::size_t i = 0; i < certificate.size();) {
    const std::size_t end = certificate.find('\n', i);
    std::string_view line = certificate.substr(i, end - i);
    i += line.size() + 1;
    if (line.starts_with("by ")) is_program = false;
    const std::string_view word = line.substr(0, line.find(' '));
    if (is_program && (word == "int" || word == "map" || word == "const" || word == "constmap")) {
      if (line.ends_with(type)) line.remove_suffix(type.size());
      changed += line;
      if (has_type(declared++)) changed += type;
    } else {
      changed += line;
    }
    changed += '\n';
  }
  return changed;
}

// The certificate in which the i-th map is called like a local variable of the family `owner(i)`, modulo their number.
template <class Owner>
std::string with_owners(std::string_view certificate, Owner owner) {
  std::vector<std::string> families;
  std::string changed;
  std::size_t maps = 0;
  const auto each_line = [&](auto visit) {
    for (std::size_t i = 0; i < certificate.size();) {
      const std::string_view line = certificate.substr(i, certificate.find('\n', i) - i);
      i += line.size() + 1;
      visit(line);
    }
  };
  each_line([&](std::string_view line) {
    if (line.starts_with("called ")) families.emplace_back(line.substr(line.rfind(' ') + 1));
  });
  each_line([&](std::string_view line) {
    if (line.starts_with("map ") && !families.empty()) {
      changed += line.substr(0, line.rfind(' ') + 1);
      changed += families[owner(maps) % families.size()] + "_q" + std::to_string(maps);
      if (line.ends_with(":bool")) changed += ":bool";
      ++maps;
    } else {
      changed += line;
    }
    changed += '\n';
  });
  return changed;
}

}   // namespace plato_test
