// The lines of batches and their results, read from bytes that may be anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plato {

// Why a file is not what it should be, and where; lines count from 1.
struct BatchFault {
  std::size_t line = 0;
  std::string message;   // one lower-case sentence without its position
};

// The lines of a text, one after the other.
class BatchText {
 public:
  explicit BatchText(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::size_t line() const { return line_; }   // of the last one that was taken
  std::string_view rest() const { return rest_; }
  std::string_view peek() const { return rest_.substr(0, rest_.find('\n')); }
  // Nothing at the end, or if the last line has no line feed: then the file was cut off.
  std::optional<std::string_view> next();

 private:
  std::string_view rest_;
  std::size_t line_ = 0;
};

// The words of a line, divided by single spaces.
class BatchWords {
 public:
  explicit BatchWords(std::string_view line) : rest_(line) {}

  std::string_view word();
  bool accept(std::string_view expected);
  // A number of at most nine digits without leading zeros.
  std::optional<std::uint32_t> number();
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// A number for a text, to tell two programs apart. Nothing rests on it: whoever forges it is found out by the kernel.
std::string fingerprint(std::string_view text);

}   // namespace plato
