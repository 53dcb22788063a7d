// The command line of plato.
#pragma once

#include "system/exit_code.hpp"

namespace plato {

// Parses the arguments, runs the command they name and prints its answer.
ExitCode run_command_line(int count, char** arguments);

}   // namespace plato
