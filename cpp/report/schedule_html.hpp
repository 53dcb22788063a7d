// The schedule of an exploration as a picture: a lane for each thread, its steps in the order in which they happen.
#pragma once

#include <string>

#include "report/report.hpp"

namespace plato {

// An inline SVG, and below it the same as a foldable table.
std::string schedule_html(const ReportedSchedule& schedule);

}   // namespace plato
