// A second opinion of a closure: another program that runs the threads, together or apart, on 64-bit integers.
#pragma once

#include "trials/judges/opinion.hpp"
#include "trials/programs/certificate_program.hpp"

namespace plato_test {

// It is written from certificates/FORMAT.md, and goes through everything in the plainest way. Quantifiers are tried on
// all integers of the certificate and some around them, and so are values that an operation leaves open.
Opinion look_through_closure(CertificateProgram certificate);

}   // namespace plato_test
