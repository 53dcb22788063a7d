// What a user of this binary trusts, and what was proved when it was built.
#pragma once

#include <string>
#include <string_view>

namespace plato {

// The record of the build as JSON: theorems with their axioms, what is trusted with its size, hashes of the sources,
// the emitted C and the toolchain.
std::string_view audit_record();

// The same for people, with the list of what is trusted.
std::string describe_audit();

// That list alone: a line, numbered points (indented, "  1. …", longer ones go on below), and a line about what is not
// trusted.
std::string trusted_base();

}   // namespace plato
