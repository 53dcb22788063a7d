// The results of all parts as one certificate, which the kernel checks whole. Nothing that a worker wrote is trusted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "batches/batch.hpp"
#include "batches/part_result.hpp"
#include "messages/message_code.hpp"

namespace plato {

// A file of the folder.
struct PartFile {
  std::string name;
  std::string text;
};

// Why there is no certificate: a sentence for each thing that is wrong or missing.
struct NotJoined {
  enum class Kind {
    bad_input,    // a file is not what it should be, or about another program, or a refutation is wrong
    missing,      // parts have no result yet
    not_proved,   // conditions have no refutation
    limit,        // the same, because a budget was used up, or the kernel's limit was reached
  };
  Kind kind = Kind::bad_input;
  struct Line {
    MessageCode code;
    std::string file;
    std::size_t line = 0;   // of the file; 0 if it is about all of it
    std::string message;
    std::string help{};
  };
  std::vector<Line> lines;
};

struct JoinedParts {
  std::string certificate;   // that the kernel accepted
  std::string claim;         // the kernel's
  std::size_t conditions = 0, parts = 0;
};

// `batches` are the files with batches, at least one; `results` those with results. Names are as people know them.
tl::expected<JoinedParts, NotJoined> join_parts(const std::vector<PartFile>& batches,
                                                const std::vector<PartFile>& results);

}   // namespace plato
