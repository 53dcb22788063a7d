// plato: the command for people. See command_line.cpp for what it offers.
#include "command_line.hpp"

int main(int count, char** arguments) {
  return static_cast<int>(plato::run_command_line(count, arguments));
}
