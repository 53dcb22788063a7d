// How a report looks: its style sheet.
#pragma once

#include <string_view>

namespace plato {

extern const std::string_view report_style;

}   // namespace plato
