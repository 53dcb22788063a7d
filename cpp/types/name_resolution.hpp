// Names: which symbol a name means in which place, and what is reported about those that mean nothing.
//
// A name is global, local to one thread or procedure, or in scope for a while (parameters of definitions, bound
// variables). Those in scope for a while come first, the newest before the others; a thread or procedure sees its own
// local names before the global ones.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "source/diagnostic.hpp"
#include "types/expression_context.hpp"
#include "types/program_symbols.hpp"

namespace plato {

class NameResolution {
 public:
  // Refers to both for as long as it lives.
  NameResolution(CheckedProgram& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

  // Makes a name known; reports it if it is taken, unless it is that of a bound variable.
  SymbolIndex declare(Symbol symbol);
  // Forgets the newest parameters and bound variables, down to this many.
  std::size_t scope() const { return scoped_.size(); }
  void leave(std::size_t scope);

  // What the name means in a thread or procedure, or outside of all for -1: 0 or null if nothing.
  SymbolIndex lookup(const std::string& name, std::int32_t thread) const;
  const Symbol* find(const std::string& name, std::int32_t thread) const;

  // Resolves a name that is not a definition's; with a field, as in p.a, if it has one.
  CheckedExpression use(ExpressionIndex e, const ExpressionContext& context);

  // Reports a variable of a procedure that a clause of its specification must not name.
  void check_own(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context);
  // Reports a prime in a place that is about one store.
  void check_prime(ExpressionIndex e, const ExpressionContext& context);
  // Reports a ghost in a place that influences what the program does. The answer: whether the symbol is a ghost.
  bool check_ghost(ExpressionIndex e, const Symbol& symbol, const ExpressionContext& context);
  void report_unknown(ExpressionIndex e, const ExpressionContext& context);
  void report(MessageCode code, const SourceRange& where, std::string message, std::string help = {});
  // With a second place that the message is about, such as a declaration.
  void report(MessageCode code, const SourceRange& where, std::string message, std::string help,
              const SourceRange& other_place, std::string other_message);
  // An expression in a message: as it is written if it is short.
  std::string quote(ExpressionIndex e) const;

 private:
  using Names = std::unordered_map<std::string, SymbolIndex>;

  CheckedProgram& program_;
  Diagnostics& diagnostics_;
  Names global_;
  std::vector<Names> local_;          // by thread, then by procedure
  std::vector<SymbolIndex> scoped_;   // in scope for a while, the newest last
  SymbolIndex pending_ = 0;           // the actions of a procedure that are still to come; 0 until it is mentioned

  CheckedExpression pending(ExpressionIndex e, const ExpressionContext& context);

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  SymbolIndex local(const std::string& name, std::int32_t thread) const;
  CheckedExpression symbol(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context);
  CheckedExpression field(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression local_of(ExpressionIndex e, const Symbol& thread, const ExpressionContext& context);
  std::string help_for_unknown(const Expression& x, const ExpressionContext& context) const;
};

}   // namespace plato
