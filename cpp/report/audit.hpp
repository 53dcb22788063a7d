// What a user of this binary trusts, and what was proved when it was built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plato {

// The record of the build as JSON: theorems with their axioms, what is trusted with its size, hashes of the sources,
// the emitted C and the toolchain.
std::string_view audit_record();

// The same for people, with the list of what is trusted.
std::string describe_audit();

// That list alone.
struct TrustedBase {
  std::string heading;
  std::vector<std::string> points;   // of one or more lines each
  std::string not_trusted;
};
TrustedBase trusted_base();

}   // namespace plato
