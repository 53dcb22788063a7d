// What the kernel says about a certificate, as one line of text that a test can compare with what it should say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plato_test {

// With the sanitizers everything takes some fifteen times as long, and tests try less.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

// The first two lines of every certificate.
inline constexpr std::string_view header = "plato certificate 1\nclaim unsatisfiable\n";

// The example of certificates/FORMAT.md up to its proof: `p ∨ q`, `¬p`, `¬q`. Entries 1 to 3, clauses 1 to 3; the proof
// starts in line 10.
inline constexpr std::string_view three_clauses =
    "plato certificate 1\nclaim unsatisfiable\na 1\na 2\n| 1 2\n! 3\n! -1\n! -2\nproof\n";

// "certified", or "rejected LINE:COLUMN: MESSAGE", or "limit LINE:COLUMN: MESSAGE".
std::string answer(std::string_view certificate);

// The claim of a certificate that is accepted; else the whole answer.
std::string claim(std::string_view certificate);

// An answer that rejects; the reasons below make the messages.
std::string rejected(std::size_t line, std::size_t column, const std::string& message);

// The messages of lean/Plato/Error.lean, in its order.
namespace reason {

std::string expected(std::string_view what);
std::string number_too_large();
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
std::string bad_instruction(std::size_t number);
std::string no_contradiction();
std::string effort();
std::string no_empty_clause();
std::string after_the_end();

}   // namespace reason

// What can stand after "expected", as lean/Plato/Reader.lean, State.lean and Kernel.lean say it.
namespace wanted {

inline constexpr std::string_view version = "the line 'plato certificate 1' (the only version this kernel reads)";
inline constexpr std::string_view kind = "the line 'claim unsatisfiable' (the only kind of claim this kernel checks)";
inline constexpr std::string_view keyword =
    "a line that starts with a keyword of the format (one letter or sign, then a space), or 'proof'";
inline constexpr std::string_view proof = "the line 'proof'";
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
    "a term, an entry, an assertion or 'proof'; steps and witnesses stand after 'proof'";
inline constexpr std::string_view no_assertion = "a step of the proof; assertions stand before 'proof'";
inline constexpr std::string_view no_second_proof = "a step of the proof; 'proof' stands once";

}   // namespace wanted

}   // namespace plato_test
