// See batch_text.hpp.

#include "batches/batch_text.hpp"

#include <algorithm>
#include <charconv>

namespace plato {

std::optional<std::string_view> BatchText::next() {
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  ++line_;
  return line;
}

std::string_view BatchWords::word() {
  const std::string_view found = rest_.substr(0, rest_.find(' '));
  rest_.remove_prefix(std::min(found.size() + 1, rest_.size()));
  return found;
}

bool BatchWords::accept(std::string_view expected) {
  if (rest_.substr(0, rest_.find(' ')) != expected) return false;
  word();
  return true;
}

std::optional<std::uint32_t> BatchWords::number() {
  constexpr std::size_t most_digits = 9;
  const std::string_view digits = word();
  std::uint32_t value = 0;
  if (digits.empty() || digits.size() > most_digits || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// FNV-1a.
std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown;
  for (int shift = 60; shift >= 0; shift -= 4) shown += digits[(hash >> shift) & 15];
  return shown;
}

}   // namespace plato
