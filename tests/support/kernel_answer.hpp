// What the kernel says about a certificate, as one line of text that a test can compare with what it should say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "how_much.hpp"

namespace plato_test {

// The first two lines of a refutation, and of a model.
inline constexpr std::string_view header = "plato certificate 2\nclaim unsatisfiable\n";
inline constexpr std::string_view model_header = "plato certificate 2\nclaim satisfiable\n";

// The example of certificates/FORMAT.md up to its proof: `p ∨ q`, `¬p`, `¬q`. Entries 1 to 3, clauses 1 to 3; the proof
// starts in line 10.
inline constexpr std::string_view three_clauses =
    "plato certificate 2\nclaim unsatisfiable\na 1\na 2\n| 1 2\n! 3\n! -1\n! -2\nby refutation\n";

// "certified", "refuted", or "rejected LINE:COLUMN: MESSAGE", or "limit LINE:COLUMN: MESSAGE".
std::string answer(std::string_view certificate);

// The claim of a certificate that is accepted; else the whole answer.
std::string claim(std::string_view certificate);

// An answer that rejects; the reasons below make the messages.
std::string rejected(std::size_t line, std::size_t column, const std::string& message);
// One that ends at the limit of effort.
std::string limit(std::size_t line);

// The messages of lean/Plato/Certificate/Error.lean, in its order.
namespace reason {

std::string expected(std::string_view what);
std::string number_too_large();
std::string leading_zero();
std::string unknown_version(std::string_view version);
std::string no_such_entry(std::size_t entry);
std::string no_such_term(std::size_t term);
std::string no_such_clause(std::size_t clause);
std::string deleted_clause(std::size_t clause);
std::string wrong_arity(std::size_t wanted, std::size_t found);
std::string no_such_definition(std::size_t entry, std::size_t number);
std::string hint_not_unit(std::size_t clause);
std::string no_conflict();
std::string not_universal(std::size_t entry);
std::string not_arithmetic();
std::string not_congruence();
std::string not_a_case();
std::string not_a_map_axiom();
std::string not_its_body();
std::string loose_variable();
std::string not_the_witness();
std::string bad_instruction(std::size_t number, std::string_view why);
std::string other_method(std::string_view wanted);
std::string no_contradiction();
std::string not_computable();
std::string false_in_model();
std::string not_ascending();
std::string effort();
std::string no_empty_clause();
std::string after_the_end();

}   // namespace reason

// What can follow "expected", as lean/Plato/Certificate/Reader.lean, State.lean and Kernel.lean say it.
namespace wanted {

inline constexpr std::string_view version = "the line 'plato certificate 2'";
inline constexpr std::string_view after_version = "the end of the line after the version";
inline constexpr std::string_view kind =
    "a line 'claim' with unsatisfiable, satisfiable, safe, invariant, triple, race-free, goes wrong, breaks "
    "invariant, breaks guarantee, breaks post or has race";
inline constexpr std::string_view keyword =
    "a line that starts with a keyword of the format (one letter or sign, then a space), or 'by' and a method";
inline constexpr std::string_view method =
    "a line 'by' with refutation, model, thread-modular, procedures, schedule, closure or reduction, or 'b' and a "
    "number";
inline constexpr std::string_view another_line = "another line; the file ends here";
inline constexpr std::string_view rest_of_line = "the end of the line; the file ends in the middle of one";
inline constexpr std::string_view number = "a number, a space or the end of the line";
inline constexpr std::string_view digit = "a digit after the minus sign";
inline constexpr std::string_view literal = "a literal: the number of an entry, or its negative; 0 is neither";
inline constexpr std::string_view colon = "a literal, or ':' before the hints";
inline constexpr std::string_view instructions_colon = "a literal, or ':' before the instructions";
inline constexpr std::string_view integer_digit = "a digit";
inline constexpr std::string_view term = "the number of a term, which is not negative";
inline constexpr std::string_view problem =
    "a term, an entry, an assertion or the end of the problem; steps and witnesses come after 'by refutation'";
inline constexpr std::string_view no_assertion = "a step of the proof; assertions come before 'by refutation'";
inline constexpr std::string_view no_second_method = "a step of the proof; there is one line 'by'";
inline constexpr std::string_view axiom_or_case = "the number of an axiom or case, and then literals";
inline constexpr std::string_view model_line = "a line of the model: a, y, Y, v or V and its numbers";
inline constexpr std::string_view names = "names and versions, which are not negative";
inline constexpr std::string_view value = "a value";
inline constexpr std::string_view one_value = "one value";
inline constexpr std::string_view exceptions = "an index and a value for each exception of the map";

}   // namespace wanted

// Why an instruction of an arithmetic lemma cannot be followed, as lean/Plato/Refutation/Arithmetic.lean says it.
namespace because {

inline constexpr std::string_view no_fact = "there is no fact of that number so far";
inline constexpr std::string_view no_term = "there is no term of that number so far";
inline constexpr std::string_view not_an_equation = "a negative multiplier needs an equation";
inline constexpr std::string_view not_paired = "multipliers and facts come in pairs";
inline constexpr std::string_view takes_divisor = "it takes the divisor";
inline constexpr std::string_view not_divisible =
    "the divisor must be positive and divide all coefficients but the constant";
inline constexpr std::string_view takes_two_facts = "it takes two facts";
inline constexpr std::string_view too_large = "the product is too large";
inline constexpr std::string_view takes_fact_and_term = "it takes a fact and a term";
inline constexpr std::string_view only_equations = "only an equation may be multiplied with a term";
inline constexpr std::string_view takes_term = "it takes a term";
inline constexpr std::string_view takes_division =
    "it takes a quotient, a remainder and, if the divisor is not a numeral, a fact about it";
inline constexpr std::string_view not_a_division = "it takes a quotient and the remainder of the same division";
inline constexpr std::string_view takes_quotient_and_remainder = "it takes a quotient and a remainder";
inline constexpr std::string_view divisor_is_not_zero = "the divisor must be the numeral 0";
inline constexpr std::string_view divisor_may_be_zero =
    "the divisor must be a numeral other than 0, or the fact must say that it is at least 1 or at most -1";
inline constexpr std::string_view no_such_letter = "there is no instruction of that letter";

}   // namespace because

}   // namespace plato_test
