// The report of `plato check --html`: one page that needs nothing else, and no script.
#pragma once

#include <string>

#include "report/report.hpp"

namespace plato {

// The same bytes for the same answer: times are not in it.
std::string report_html(const Report& report);

}   // namespace plato
