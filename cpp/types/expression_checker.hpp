// Types of expressions, and what they mention.
#pragma once

#include <string>
#include <string_view>

#include "types/name_resolution.hpp"

namespace plato {

class ExpressionChecker {
 public:
  // Refers to both for as long as it lives.
  ExpressionChecker(CheckedProgram& program, Diagnostics& diagnostics)
      : program_(program), names_(program, diagnostics), diagnostics_(diagnostics) {
    program_.info.resize(program_.tree.expressions.size());
  }

  const SyntaxTree& tree() const { return program_.tree; }
  // Where names are declared.
  NameResolution& names() { return names_; }

  // The type of an expression, also kept in the program, and what the expression mentions.
  CheckedExpression check(ExpressionIndex e, const ExpressionContext& context);
  // Reports an expression of another type.
  ExpressionUses expect(ExpressionIndex e, ValueType type, const ExpressionContext& context);

  // A place that may be assigned to. The answer is the variable, 0 if there is none.
  SymbolIndex check_place(ExpressionIndex e, ExpressionContext context, std::string_view verb);

  void report(MessageCode code, const SourceRange& where, std::string message, std::string help = {}) {
    names_.report(code, where, std::move(message), std::move(help));
  }
  void report(MessageCode code, const SourceRange& where, std::string message, std::string help,
              const SourceRange& other_place, std::string other_message) {
    names_.report(code, where, std::move(message), std::move(help), other_place, std::move(other_message));
  }

 private:
  CheckedProgram& program_;
  NameResolution names_;
  Diagnostics& diagnostics_;

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  // The same as `check`, and it may be a row of a map of maps.
  CheckedExpression check_map(ExpressionIndex e, const ExpressionContext& context);
  // Whether it is a row; reports it.
  bool refuse_row(ExpressionIndex e);
  std::string too_many_indices(ExpressionIndex e) const;
  CheckedExpression infer(ExpressionIndex e, const ExpressionContext& context);
  ExpressionUses parts_are(ValueType type, ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression own_identifier(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression name(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression call(ExpressionIndex e, const ExpressionContext& context);
  ExpressionUses call_definition(ExpressionIndex e, const Symbol& symbol, const ExpressionContext& context);
  ExpressionUses check_arguments(ExpressionIndex e, const Definition& definition, const ExpressionContext& context);
  CheckedExpression constant_map(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression membership(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression equality(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression sum(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression map_access(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression quantifier(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression conditional(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression unchanged(ExpressionIndex e, const ExpressionContext& context);
  CheckedExpression old_value(ExpressionIndex e, ExpressionContext context);
  std::string values_of(std::uint32_t enumeration) const;
  void mistyped(ExpressionIndex e, std::string_view expected, ValueType found, std::string help = {});
};

}   // namespace plato
