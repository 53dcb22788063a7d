// The answer of `plato check --json`: docs/report.md describes every field.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/checked.hpp"

namespace plato {

// The object for one file, which the program would end with this exit code for.
nlohmann::ordered_json report_json(const std::string& path, const Checked& checked, int exit_code);

}   // namespace plato
