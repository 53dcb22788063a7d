// Reading the program that a certificate is about, for those who want a second opinion of what the kernel says of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/core_program.hpp"
#include "support/certificate_text.hpp"

namespace plato_test {

struct CertificateProgram {
  std::string claim;                  // "safe", "goes wrong"
  plato::CoreProgram core;            // statements and families have no names
  plato::Literal ensures = 0;         // what holds where all threads have ended
  plato::Literal guarantee = 0;       // what each step does
  std::vector<plato::TermId> terms;   // by their numbers in the certificate; there is no 0
  Lines rest;                         // the lines after `proof` or `by schedule`
};

// None if it cannot be read, or is too large for a second opinion (numbers beyond 64 bits, thousands of variables).
std::optional<CertificateProgram> read_certificate_program(const std::string& certificate);

}   // namespace plato_test
