// A Plato program as written.
//
// Expressions and statements live in two vectors and are named by their index; index 0 is none. No expression
// is higher than `highest_expression`, so that later stages may recurse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/integer.hpp"
#include "source/source_range.hpp"

namespace plato {

inline constexpr std::uint32_t highest_expression = 400;
inline constexpr std::uint32_t deepest_statement = 200;

using ExpressionIndex = std::uint32_t;
enum class SyntaxIndex : std::uint32_t { none };   // of a statement

struct Expression {
  enum class Kind : std::uint8_t {
    mistake,   // could not be read; already reported
    number,
    truth,
    tid,
    name,           // a variable, constant, parameter or bound variable; `p.a` is a name with a field
    call,           // predicate or action applied to its arguments
    select,         // map[index]
    update,         // map[index := value]
    set_literal,    // { parts }
    constant_map,   // map(e)
    negation,
    minus,
    add,
    sub,
    mul,
    div,
    mod,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    in,
    not_in,
    and_,
    or_,   // any number of parts
    implies,
    iff,
    ite,   // if a then b else c
    forall,
    exists,      // names; one part
    unchanged,   // parts are names
    star,        // * as a condition
    cas,         // cas(place, old, new) as a condition or an assigned value
    old,         // old(e): the value of e where the procedure was entered
    parent_of,   // parent_of(e): the thread that the branch with the identifier e belongs to
    number_of,   // number_of(e): its number there
    pair,        // pair(a, b): one integer for two, as the index of a map of maps
    // at(T, L), after(T, L), within(T, L .. M): the word is `name`, the thread `field`, the labels `bound`; the part is
    // the ghost variable of the thread that says where it is.
    control,
    label_range,   // L .. M
    // count(i in D :: P), sum(i in D :: e): `name` is the whole as written, `is_true` says that it is a sum, and
    // `bound` is i. D is the family `field`, or from the second part to the third; without either, all integers.
    count
  };
  Kind kind = Kind::mistake;
  bool is_primed = false;
  bool is_true = false;   // truth
  std::uint32_t height = 1;
  std::string name{}, field{};   // name, call
  Integer number{};
  std::vector<std::string> bound{};   // forall, exists
  std::vector<ExpressionIndex> parts{};
  SourceRange where{};              // of the name, the operator or the first token
  std::size_t begin = 0, end = 0;   // bytes of the whole expression
};

// L: before a statement, or as the target of a jump.
struct SyntaxLabel {
  std::string name;
  SourceRange where;
};

struct SyntaxStatement {
  enum class Kind : std::uint8_t {
    skip,
    assign,   // places := values
    assert_,
    assume,
    await,
    havoc,
    cut,
    acquire,
    release,
    if_,       // condition, body, other
    while_,    // condition, invariants, body
    for_,      // places[0] in values[0]..values[1], invariants, body
    choose,    // branches
    block,     // atomic { body }
    raw,       // atomic requires gate modifies places : action ensures post
    group,     // { body }
    call,      // places := values[0], a call of a procedure
    start,     // the thread `target` at the index `condition`, or without one; values are arguments
    return_,   // with values, or without
    break_,
    continue_,
    goto_,   // the end of the statement around it that is labelled `target`
    scope,   // scope places { body }
    par      // branches, for the numbers from values[0] to values[1] or one for each; see `ParDeclaration`
  };
  Kind kind = Kind::skip;
  std::vector<ExpressionIndex> places{}, values{};
  std::optional<Expression::Kind> operation{};         // assign: x += e, x -= e and x *= e; add, sub or mul
  bool is_open = false;                                // for, par: a..<b, without b
  bool is_counting = false;                            // while: a `for`, whose body ends with i := i + 1
  ExpressionIndex condition = 0, gate = 0, post = 0;   // raw: the action is `condition`
  std::vector<ExpressionIndex> invariants{};
  std::vector<SyntaxIndex> body{}, other{};
  std::vector<std::vector<SyntaxIndex>> branches{};
  // if, while, and the assignment of a cas: what the step that finds it true does to ghosts.
  std::vector<SyntaxIndex> ghosts{};
  bool has_else = false;
  std::vector<SyntaxLabel> labels{};   // before it
  SourceRange commit{};                // of the word before it: the step is the next action; line 0 if there is none
  std::uint32_t par = 0;               // par: 1 + its place in tree.pars
  SyntaxLabel target{};   // goto; break, continue: of a loop, or none for the nearest one; start: the thread
  SourceRange where{};
  std::string text{};   // as written, on one line
};

struct SyntaxType {
  enum class Kind : std::uint8_t { mistake, integer, boolean, lock, set, map, bool_map, lock_map, record };
  Kind kind = Kind::mistake;
  // integer, map: of the values or elements, if they are not all integers.
  std::uint32_t enumeration = 0;       // 1 + its place in tree.enumerations
  ExpressionIndex low = 0, high = 0;   // a..b
  bool is_open = false;                // a..<b
  ExpressionIndex length = 0;          // map: the indices from 0 to length - 1
  // Of a map of maps: the lengths of its further indices, 0 where there is none.
  std::vector<ExpressionIndex> inner{};
  struct Field;
  std::vector<Field> fields{};   // record
};
struct SyntaxType::Field {
  std::string name;
  SyntaxType type;   // no record
  SourceRange where;
};

// enum NAME { name, … }
struct EnumerationDeclaration {
  struct Value {
    std::string name;
    ExpressionIndex number;   // 0, 1, …
    SourceRange where;
  };
  std::string name;
  std::vector<Value> values;
  SourceRange where;
};

struct VariableDeclaration {
  std::string name;
  SyntaxType type;
  ExpressionIndex initial = 0;
  bool is_constant = false;
  SourceRange where;
  bool is_ghost = false;
  std::uint32_t module = 0;   // that it is private to: 1 + its place in tree.modules
};

// module NAME { declarations }: they are the program's, but for private variables, which only they may name.
struct ModuleDeclaration {
  std::string name;
  SourceRange where, end;   // of its name and its last '}'
};

struct DefinitionParameter {
  std::string name;
  SyntaxType type;
  SourceRange where;
};

// predicate or action
struct Definition {
  std::string name;
  bool is_action = false;
  std::vector<DefinitionParameter> parameters;
  ExpressionIndex body = 0;
  SourceRange where;
};

struct ThreadDeclaration {
  std::string name;
  bool is_family = false;
  std::string index;             // family: its own name for `tid`
  ExpressionIndex members = 0;   // family: after `for`; 0 is every identifier that is left
  Integer identifier = 0;        // individually declared thread: 0 means the next free one
  bool has_identifier = false;
  std::vector<VariableDeclaration> parameters;
  std::vector<VariableDeclaration> locals;
  std::vector<ExpressionIndex> requires_, relies, guarantees, ensures;
  // Of a thread that is started, whose first statement waits for that: what it requires then.
  bool waits = false;
  std::vector<ExpressionIndex> required{};
  std::vector<SyntaxIndex> body;
  bool is_outline = false;   // every step has its own assertion: `by outline`
  SourceRange where;
};

// action modifies x ensures x' == x + 1: a step of a procedure that others see.
struct ProcedureAction {
  std::vector<ExpressionIndex> modifies{};
  ExpressionIndex ensures = 0;   // 0 is any change of these variables
  SourceRange where{};
};

// What callers know of a procedure.
struct ProcedureSpecification {
  std::vector<ExpressionIndex> requires_{}, relies{}, modifies{}, ensures{};
  std::vector<ProcedureAction> actions{};   // in the order in which they happen
  SourceRange where{};                      // of the first clause; line 0 if there is none
};

// procedure p(parameters) returns (results) specification { locals, body }
struct ProcedureDeclaration {
  std::string name;
  std::vector<VariableDeclaration> parameters, results;
  ProcedureSpecification specification;
  std::vector<VariableDeclaration> locals;
  std::vector<SyntaxIndex> body;
  SourceRange where, end;   // of its name and its last '}'
};

// Its callers know the specification alone; otherwise they run its statements as their own.
inline bool is_specified(const ProcedureDeclaration& procedure) { return procedure.specification.where.line != 0; }

// program { … }: what the threads together must satisfy, and what is known about threads outside the program.
struct ProgramSpecification {
  std::vector<ExpressionIndex> requires_, relies, guarantees, ensures;
  SourceRange where;   // line 0 if there is none
};

// What is said of a branch before its statements: what it relies on, requires and ensures, and its own variables.
struct ParBranch {
  std::vector<ExpressionIndex> relies, requires_, ensures;
  std::vector<VariableDeclaration> locals;
  SourceRange where;
};

// par for i in a..b { … } has one branch, which stands for all numbers; par { … } and { … } has several.
struct ParDeclaration {
  std::string index;   // the name of the number
  SourceRange index_where;
  std::vector<ParBranch> branches;   // with the statements in `branches` of the statement
};

// What a `count` or `sum` is: a ghost variable that every step keeps up with. The ghosts keep a queue of all indices,
// with those that are counted in front; those of a sum keep what was added up for each index.
struct CountDeclaration {
  bool is_sum = false;
  std::string name{};   // of the ghost variable
  std::string text{};   // how people read it
  std::string at{}, place{},
      held{};   // count: who stands at a place, and where an index stands; sum: what was added up
  std::vector<ExpressionIndex> laws{};   // what is known of the ghosts: invariants of the program
  ExpressionIndex about = 0;             // count: forall i :: P(i); sum: forall i :: e(i) == held[i]
  SourceRange where{};
};

struct SyntaxTree {
  std::vector<Expression> expressions{1};
  std::vector<SyntaxStatement> statements{1};
  std::vector<EnumerationDeclaration> enumerations;
  std::vector<ModuleDeclaration> modules;
  std::vector<VariableDeclaration> variables;   // and constants
  std::vector<Definition> definitions;
  std::vector<ThreadDeclaration> threads;
  std::vector<ProcedureDeclaration> procedures;
  std::vector<ParDeclaration> pars;
  std::vector<CountDeclaration> counts;
  std::vector<SourceRange> counted_assertions;   // about counts and sums: they are cuts
  ProgramSpecification specification;
  std::vector<ExpressionIndex> assumptions, inits, invariants, relies, guarantees;
  std::vector<ExpressionIndex> race_free;   // variables

  const Expression& operator[](ExpressionIndex e) const { return expressions[e]; }
  const SyntaxStatement& operator[](SyntaxIndex s) const { return statements[static_cast<std::size_t>(s)]; }
};

// Whether it is the name of a ghost variable that a count or a sum is.
inline bool is_count(const SyntaxTree& tree, const std::string& name) {
  return std::ranges::find(tree.counts, name, &CountDeclaration::name) != tree.counts.end();
}

// What a stage puts into the tree.
inline SyntaxIndex add(SyntaxTree& tree, SyntaxStatement s) {
  tree.statements.push_back(std::move(s));
  return static_cast<SyntaxIndex>(tree.statements.size() - 1);
}
inline ExpressionIndex add(SyntaxTree& tree, Expression e) {
  for (const ExpressionIndex part : e.parts) e.height = std::max(e.height, tree[part].height + 1);
  tree.expressions.push_back(std::move(e));
  return static_cast<ExpressionIndex>(tree.expressions.size() - 1);
}

// Where an expression begins; `where` is that of its operator.
inline SourceRange beginning_of(const SyntaxTree& tree, ExpressionIndex e) {
  SourceRange first = tree[e].where;
  for (ExpressionIndex part : tree[e].parts) {
    const SourceRange inner = beginning_of(tree, part);
    if (inner.line < first.line || (inner.line == first.line && inner.column < first.column)) first = inner;
  }
  return first;
}

// The variable of m[i][j], a[i] or x.
inline ExpressionIndex root_of(const SyntaxTree& tree, ExpressionIndex e) {
  while (tree[e].kind == Expression::Kind::select) e = tree[e].parts[0];
  return e;
}

// Its indices, the first one first.
inline std::vector<ExpressionIndex> indices_of(const SyntaxTree& tree, ExpressionIndex e) {
  std::vector<ExpressionIndex> indices;
  for (; tree[e].kind == Expression::Kind::select; e = tree[e].parts[0]) indices.push_back(tree[e].parts[1]);
  std::ranges::reverse(indices);
  return indices;
}

// All statements of a body with those inside of them, in the order of the source; recursion is bounded by
// `deepest_statement`.
template <class Function>
void for_each_statement(const SyntaxTree& tree, const std::vector<SyntaxIndex>& body, const Function& function) {
  for (SyntaxIndex index : body) {
    const SyntaxStatement& s = tree[index];
    function(s);
    for_each_statement(tree, s.body, function);
    for_each_statement(tree, s.other, function);
    for (const std::vector<SyntaxIndex>& branch : s.branches) for_each_statement(tree, branch, function);
  }
}

}   // namespace plato
