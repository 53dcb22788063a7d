// The annotated program of a report: its lines with their numbers, and marks where there is something to report.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_range.hpp"

namespace plato {

// Something that is wrong at a place of the source.
struct SourceMark {
  SourceRange where;
  std::string message;   // plain text
  std::string target;    // the id of the element with the details; may be empty
};

// A sign for a line in the margin.
enum class LineSign : std::uint8_t { none, proved, open };

// A list with an element `line-N` for each line.
std::string program_html(std::string_view source, const std::vector<SourceMark>& marks,
                         const std::map<std::uint32_t, LineSign>& signs);

}   // namespace plato
