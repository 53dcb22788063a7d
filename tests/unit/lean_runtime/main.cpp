// The unit tests of the runtime: what cannot be seen from Lean.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <lean_runtime.hpp>

extern "C" lean_object* initialize_RuntimeUnit(uint8_t builtin);

int main(int argc, char** argv) {
  lean_runtime::initialise(initialize_RuntimeUnit);
  lean_runtime::initialise(initialize_RuntimeUnit);   // a second time does nothing
  return Catch::Session().run(argc, argv);
}
