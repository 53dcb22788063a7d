// Terms, formulas and sorts of SMT-LIB.
//
// One frame is kept for each open parenthesis of a term. A value, once complete, is delivered to the innermost frame,
// which may complete another one; so a term of any depth costs memory, not stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "smtlib/smt_names.hpp"
#include "smtlib/smtlib_lexer.hpp"

namespace plato {

// Reads terms from the lexer into the problem's table. What is wrong is thrown, as by the lexer.
class SmtTermReader {
 public:
  SmtTermReader(SmtLexer& lexer, Problem& problem, SmtNames& names) : lexer_(lexer), problem_(problem), names_(names) {}

  SmtSort read_sort();
  SmtValue read_term();
  Literal read_formula(const SmtToken& at, const char* what);
  // A name that has no meaning yet.
  std::string read_new_name();

  // The sorts of the problem's next symbol, and the next macro.
  void add_signature(SmtSignature signature) { signatures_.push_back(std::move(signature)); }
  std::size_t add_macro(SmtMacro macro);

  // Names of the declared sorts that quantifiers were found to range over.
  const std::set<std::string>& quantified() const { return quantified_; }

 private:
  // An open parenthesis of a term.
  struct Frame {
    enum class What : std::uint8_t {
      operation,
      symbol,
      macro,
      let_bindings,
      let_body,
      quantifier,
      annotation,
      pattern
    };
    What what = What::operation;
    SmtToken head;
    SmtOperator op = SmtOperator::true_;
    std::size_t index = 0;              // of the symbol or macro
    std::vector<SmtValue> values{};     // arguments; values of the bindings; the annotated value
    std::vector<std::string> names{};   // of the bindings or bound variables
    std::vector<Trigger> patterns{};    // of a quantifier
    bool is_exists = false;
  };

  SmtLexer& lexer_;
  Problem& problem_;
  SmtNames& names_;
  std::vector<SmtSignature> signatures_;   // of the problem's symbols
  std::vector<SmtMacro> macros_;
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;   // of binders around the current place
  std::set<std::string> quantified_;

  FormulaTable& table() { return problem_.table; }

  SmtSort read_simple_sort();
  SmtSort read_array_sort();
  void skip_expression();

  SmtValue lifted(SmtValue value, std::uint32_t by);
  SmtValue value_of_bound(SmtSort sort, std::uint32_t level);
  SmtValue value_of_symbol(std::size_t index, std::span<const SmtValue> arguments, const SmtToken& at);
  SmtValue expand(const SmtMacro& macro, std::span<const SmtValue> arguments, const SmtToken& at);
  SmtValue value_of(const SmtToken& token);

  void open_frame(const SmtToken& head);
  void open_qualified(Frame& frame);
  void open_binding(Frame& frame);
  void open_quantifier(Frame& frame);
  std::optional<SmtValue> close_frame(const SmtToken& at, std::size_t bottom);
  std::optional<SmtValue> deliver(SmtValue value);
  std::optional<SmtValue> close_quantifier(Frame& frame);
  void add_pattern_term(Trigger& trigger, SmtValue value);
  std::optional<SmtValue> read_attributes();
};

}   // namespace plato
