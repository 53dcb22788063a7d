// What each thread sees and does when it is run by itself, as a picture of where it can be.
#pragma once

#include <string>

#include "pipeline/checked.hpp"

namespace plato {

// Empty unless the program was certified so, and there is not too much to be drawn.
std::string threads_html(const Checked& checked);

}   // namespace plato
