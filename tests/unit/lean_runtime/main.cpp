// The unit tests of the runtime: what cannot be seen from Lean.
#include <lean_runtime.hpp>

#include "support/run_tests.hpp"

extern "C" lean_object* initialize_RuntimeUnit(uint8_t builtin);

int main(int argc, char** argv) {
  lean_runtime::initialise(initialize_RuntimeUnit);
  lean_runtime::initialise(initialize_RuntimeUnit);   // a second time does nothing
  return plato_test::run_tests(argc, argv);
}
