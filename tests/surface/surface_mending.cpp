// Programs without what is wrong with them; see surface_programs.hpp.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "source/program_parser.hpp"
#include "surface_programs.hpp"
#include "surface_run.hpp"

namespace plato_test::surface {
namespace {

std::vector<std::string> lines_of(const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream text(source);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string together(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// `assert e;` becomes `assert !(e);` and then nothing, and so does `ensures e;` of a raw operation; `cut e;` becomes
// `cut true;`, which an outline still needs. What starts a thread stays, or the thread would not wait: it waits itself.
void weaken(std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const std::string indent = line.substr(0, begin), text = line.substr(begin);
  if (text.starts_with("start ")) {
    const std::string who = text.substr(6, text.find_first_of("(;") - 6);
    const std::size_t index = std::min(who.find('['), who.size());
    line = indent + "assume !" + who.substr(0, index) + ".started" + who.substr(index) + "; " + text;
  } else if (text.starts_with("assert ") && !text.starts_with("assert !("))
    line = indent + "assert !(" + text.substr(7, text.size() - 8) + ");";
  else if (const std::size_t post = text.find(" ensures ");
           text.starts_with("atomic ") && post != std::string::npos && text.find(" ensures !(") == std::string::npos)
    line = indent + text.substr(0, post) + " ensures !(" + text.substr(post + 9, text.size() - post - 10) + ");";
  else if (text.starts_with("cut "))
    line = indent + "cut true;";
  else
    line = indent + "// " + text;
}

// A procedure needs the line that gives its results, and a loop its head. Without numbers that are handed out, `new` is
// unknown.
bool is_clause_or_statement(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos || line.ends_with("{")) return false;
  const std::string text = line.substr(begin);
  const bool is_head = text.starts_with("for ") || text.starts_with("while ") || text.find(": for ") != text.npos ||
                       text == "par" || text == "and" || text.starts_with("par for ");
  const bool has_start = text.find("; start ") != text.npos, has_new = text.find("new()") != text.npos;
  return !is_head && !has_start && !has_new && !text.starts_with("//") && !text.starts_with("return ");
}

// Without the conditions that no initial store satisfies; those of records and ghosts are equations.
bool has_dropped_initial_condition(std::vector<std::string>& lines) {
  for (std::string& line : lines)
    if (line.starts_with("  requires ") ||
        (line.starts_with("init ") && !line.starts_with("init p.u") && !line.starts_with("init forall"))) {
      weaken(line);
      return true;
    }
  return false;
}

}   // namespace

std::string mended(std::string source) {
  constexpr int most_rounds = 16;
  const RunOptions short_run{.most_states = 2'000, .most_initial_stores = 300, .most_work = 1'000'000};
  for (int round = 0; round < most_rounds; ++round) {
    plato::Diagnostics diagnostics;
    const Run run = run_program(plato::parse_program(source, diagnostics), short_run);
    const std::uint32_t line = run.is_wrong() ? run.line : run.annotation_line;
    std::vector<std::string> lines = lines_of(source);
    if (!run.has_initial_store && run.is_exhausted && has_dropped_initial_condition(lines)) {
      source = together(lines);
      continue;
    }
    if (line == 0 || !is_clause_or_statement(lines[line - 1])) return source;
    if (lines[line - 1].ends_with("cut true;")) return source;
    weaken(lines[line - 1]);
    source = together(lines);
  }
  return source;
}

}   // namespace plato_test::surface
