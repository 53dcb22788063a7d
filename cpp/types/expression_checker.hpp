// Names and types in expressions.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "source/diagnostic.hpp"
#include "types/program_symbols.hpp"

namespace plato {

// Where an expression stands, and so what it may mention.
struct ExpressionContext {
  std::string what;               // for messages: "an invariant"
  bool allows_primes = false;     // it is about two stores
  bool allows_tid = false;        // it is about one thread
  bool allows_variables = true;   // otherwise constants alone
  bool allows_ghosts = false;     // it does not influence what the program does
  std::int32_t thread = -1;       // whose local variables it sees
};

class ExpressionChecker {
 public:
  // Refers to both for as long as it lives.
  ExpressionChecker(CheckedProgram& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {
    program_.info.resize(program_.tree.expressions.size());
  }

  // Makes a name known; reports it if it is taken. Local names are seen by their thread alone.
  SymbolIndex declare(Symbol symbol);
  // Forgets the newest symbols down to this many names (parameters, bound variables).
  std::size_t scope() const { return scoped_.size(); }
  void leave(std::size_t scope);

  ValueType check(ExpressionIndex e, const ExpressionContext& context);
  void expect(ExpressionIndex e, ValueType type, const ExpressionContext& context);

  // A place that may be assigned to. The answer is the variable, 0 if there is none.
  SymbolIndex check_place(ExpressionIndex e, ExpressionContext context, std::string_view verb);

  const Symbol* find(const std::string& name, std::int32_t thread) const;
  // Whether `tid` or a ghost was mentioned since this was last reset, and the height of the highest definition that
  // was.
  bool tid_was_used = false;
  bool ghost_was_used = false;
  std::uint32_t highest_call = 0;

  void report(const SourceRange& where, std::string message, std::string help = {});
  std::string quote(ExpressionIndex e) const;

 private:
  CheckedProgram& program_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, SymbolIndex> names_;   // a local name as "thread number:name"
  std::vector<std::string> scoped_;

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  SymbolIndex lookup(const std::string& name, std::int32_t thread) const;
  ValueType infer(ExpressionIndex e, const ExpressionContext& context);
  ValueType name(ExpressionIndex e, const ExpressionContext& context);
  ValueType field(ExpressionIndex e, const ExpressionContext& context);
  ValueType use(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context);
  ValueType call(ExpressionIndex e, const ExpressionContext& context);
  ValueType equality(ExpressionIndex e, const ExpressionContext& context);
  ValueType sum(ExpressionIndex e, const ExpressionContext& context);
  ValueType map_access(ExpressionIndex e, const ExpressionContext& context);
  ValueType quantifier(ExpressionIndex e, const ExpressionContext& context);
  ValueType conditional(ExpressionIndex e, const ExpressionContext& context);
  ValueType unchanged(ExpressionIndex e, const ExpressionContext& context);
  void check_prime(ExpressionIndex e, const ExpressionContext& context);
  void check_ghost(ExpressionIndex e, const Symbol& symbol, const ExpressionContext& context);
  void mistyped(ExpressionIndex e, std::string_view expected, ValueType found, std::string help = {});
  void report_unknown(ExpressionIndex e, const ExpressionContext& context);
};

}   // namespace plato
