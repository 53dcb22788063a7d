// The answer of `plato check --json`: docs/report.md describes every field.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace plato {

// The object for one file, for which the program would end with this exit code.
nlohmann::ordered_json report_json(const Report& report, int exit_code);

}   // namespace plato
