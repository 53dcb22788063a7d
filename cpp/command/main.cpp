// plato: the command for people. See command_line.cpp for what it offers.
#include "command/command_line.hpp"
#include "system/stack_watch.hpp"

int main(int count, char** arguments) {
  plato::watch_stack();
  return static_cast<int>(plato::run_command_line(count, arguments));
}
