// A second opinion of a schedule: another program that follows it, on 64-bit integers.
#pragma once

#include "trials/judges/opinion.hpp"
#include "trials/programs/certificate_program.hpp"

namespace plato_test {

// Quantifiers are tried on all integers of the schedule and some around them.
Opinion follow_schedule(CertificateProgram certificate);

}   // namespace plato_test
