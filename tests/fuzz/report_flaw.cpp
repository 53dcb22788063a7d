// How a fuzz target ends the process.

#include <cstdlib>
#include <iostream>

#include "fuzz_target.hpp"

void plato_test::report_flaw(const std::string& flaw) {
  std::cerr << "flaw: " << flaw << std::endl;
  std::abort();
}
