// Where the answers of a command go.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "messages/message_code.hpp"
#include "system/exit_code.hpp"

namespace plato {

// Where answers go: standard output, or standard error if the certificate goes there. Remembers whether writing failed.
class AnswerStream {
 public:
  void move_to_standard_error() { stream_ = stderr; }
  void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) error_ = errno;
  }
  // Any bytes become valid JSON: what is not UTF-8 is replaced.
  void print_json(const nlohmann::ordered_json& json) {
    print(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  void flush() {
    if (std::fflush(stream_) != 0 && error_ == 0) error_ = errno;
  }
  // An answer that could not be written does not count.
  ExitCode finish(ExitCode code) {
    flush();
    if (error_ == 0) return code;
    std::fprintf(stderr, "error: cannot write the answer: %s%s\n", std::strerror(error_),
                 code_mark(MessageCode::unreadable_file).c_str());
    return worst(code, ExitCode::bad_input);
  }

 private:
  std::FILE* stream_ = stdout;
  int error_ = 0;
};

}   // namespace plato
