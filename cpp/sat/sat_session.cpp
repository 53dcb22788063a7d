// Running CaDiCaL; see sat_session.hpp.

#include "sat/sat_session.hpp"

#include <cadical.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>

#include "system/processor_time.hpp"

namespace plato {
namespace {

// What CaDiCaL's `solve` returns; its header has no names for them.
constexpr int satisfiable = 10;
constexpr int unsatisfiable = 20;

// The memory that CaDiCaL writes its proof to, as if it were a file.
struct ProofMemory {
  std::vector<std::uint8_t> bytes;
  bool exhausted = false;   // there was no memory for more; the rest is lost
};

ssize_t append_to_proof(void* cookie, const char* data, std::size_t size) {
  auto& memory = *static_cast<ProofMemory*>(cookie);
  try {
    if (!memory.exhausted) memory.bytes.insert(memory.bytes.end(), data, data + size);
  } catch (const std::bad_alloc&) {   // must not travel through the C library; `Limits` stops the solver
    memory.exhausted = true;
  }
  return static_cast<ssize_t>(size);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open_as_file(ProofMemory& memory) {
  File file(fopencookie(&memory, "w", {nullptr, append_to_proof, nullptr, nullptr}));
  if (!file) throw std::bad_alloc();
  std::setvbuf(file.get(), nullptr, _IOFBF, std::size_t{1} << 16);
  return file;
}

// CaDiCaL asks this every few conflicts whether to go on.
struct Limits final : CaDiCaL::Terminator {
  using Clock = std::chrono::steady_clock;
  const SatOptions& options;
  const ProofMemory& memory;
  const Clock::time_point start = Clock::now();
  const char* reached = nullptr;   // the sentence that says which limit

  Limits(const SatOptions& of, const ProofMemory& proof) : options(of), memory(proof) {}

  bool terminate() override {
    if (memory.exhausted || memory.bytes.size() > options.proof_bytes)
      reached = "the solver's proof outgrew its memory limit";
    else if (std::chrono::duration<double>(Clock::now() - start).count() > options.seconds)
      reached = "the solver's time limit was reached";
    return reached != nullptr;
  }
};

}   // namespace

SatAnswer solve(const Cnf& cnf, const SatOptions& options) {
  ProofMemory memory;
  const File proof_file = options.want_proof ? open_as_file(memory) : nullptr;
  Limits limits(options, memory);
  SatAnswer answer;
  {
    // CaDiCaL's default configuration: every clause it adds, in search and in inprocessing, is implied by unit
    // propagation. The techniques that only preserve satisfiability (variable elimination; blocked and covered clauses,
    // off by default) remove clauses, and removing needs no justification. Its effort limits count steps, not seconds,
    // so that a run repeats itself.
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    solver.set("binary", 1);
    if (proof_file) solver.trace_proof(proof_file.get(), "proof");
    solver.connect_terminator(&limits);

    const double start = thread_seconds();
    for (std::size_t clause = 0; clause < cnf.clauses.size(); ++clause) {
      for (Literal literal : cnf.clauses[clause]) solver.add(literal);
      solver.add(0);
    }
    if (options.conflicts >= 0) solver.limit("conflicts", options.conflicts);
    const int status = solver.solve();
    answer.seconds = thread_seconds() - start;
    solver.disconnect_terminator();
    if (proof_file) solver.close_proof_trace();

    if (status == satisfiable) {
      Model model;
      for (std::int32_t variable = 1; variable <= cnf.variable_count(); ++variable)
        model.values.push_back(solver.val(variable) > 0);
      answer.result = std::move(model);
      return answer;
    }
    if (status != unsatisfiable) {
      answer.result = SatLimit{limits.reached ? limits.reached : "the solver's conflict limit was reached"};
      return answer;
    }
  }
  if (proof_file) std::fflush(proof_file.get());
  if (memory.exhausted)
    answer.result = SatLimit{"there is no memory for the solver's proof"};
  else
    answer.result = NoModel{std::move(memory.bytes)};
  return answer;
}

// ---- a growing problem

struct SatSession::Solver {
  CaDiCaL::Solver cadical;
  bool has_model = false;            // since the latest question, and no clause was added
  std::vector<std::int8_t> values;   // variable -> 1 true in the model, -1 false, 0 not asked yet
  std::int32_t largest = 0;          // variable
};

// CaDiCaL fills a table of its options, which all solvers share, whenever one is made; with the same values, so that
// others may read it meanwhile.
SatSession::SatSession() {
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  solver_ = std::make_unique<Solver>();
  solver_->cadical.set("quiet", 1);
  // Between questions the clauses change; the time that simplification takes is rarely won back.
  solver_->cadical.configure("plain");
}
SatSession::~SatSession() = default;

void SatSession::add_clause(std::span<const Literal> clause) {
  solver_->has_model = false;
  for (Literal literal : clause) {
    solver_->largest = std::max(solver_->largest, std::abs(literal));
    solver_->cadical.add(literal);
  }
  solver_->cadical.add(0);
}

void SatSession::prefer(Literal literal) {
  // A tautology makes the variable known without saying anything about it.
  const Literal tautology[] = {literal, -literal};
  add_clause(tautology);
  solver_->cadical.phase(literal);
}

SatSession::Status SatSession::solve(double seconds, std::span<const Literal> assumptions) {
  const SatOptions options{.seconds = seconds, .want_proof = false};
  const ProofMemory memory;
  Limits limits(options, memory);
  solver_->cadical.connect_terminator(&limits);
  solver_->has_model = false;
  for (Literal assumption : assumptions) solver_->cadical.assume(assumption);
  constexpr int most_conflicts = 500'000;
  solver_->cadical.limit("conflicts", most_conflicts);
  const int status = solver_->cadical.solve();
  solver_->cadical.disconnect_terminator();
  if (status == unsatisfiable) return Status::unsatisfiable;
  if (status != satisfiable) return Status::limit;
  solver_->values.assign(static_cast<std::size_t>(solver_->largest) + 1, 0);
  solver_->has_model = true;
  return Status::satisfiable;
}

bool SatSession::is_true(Literal literal) const {
  const std::int32_t variable = std::abs(literal);
  if (!solver_->has_model || static_cast<std::size_t>(variable) >= solver_->values.size()) return literal < 0;
  std::int8_t& value = solver_->values[static_cast<std::size_t>(variable)];
  if (value == 0) value = solver_->cadical.val(variable) > 0 ? 1 : -1;
  return (value > 0) == (literal > 0);
}

bool SatSession::is_fixed(Literal literal) const {
  return std::abs(literal) <= solver_->largest && solver_->cadical.fixed(literal) > 0;
}

}   // namespace plato
