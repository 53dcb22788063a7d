// A second opinion of a schedule: another program that follows it, on 64-bit integers.
#pragma once

#include "trials/programs/certificate_program.hpp"

namespace plato_test {

enum class ScheduleOpinion {
  right,   // it leads to what is claimed
  wrong,
  no_opinion   // values do not fit, or change between integers and maps
};

// Quantifiers are tried on all integers of the schedule and some around them.
ScheduleOpinion follow_schedule(CertificateProgram certificate);

}   // namespace plato_test
