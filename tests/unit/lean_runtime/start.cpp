// The unit tests of the runtime: what cannot be seen from Lean.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <lean_runtime.hpp>

#include <catch2/catch.hpp>

extern "C" lean_object* initialize_RuntimeUnit(uint8_t builtin);

namespace {

struct Start : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  void testRunStarting(const Catch::TestRunInfo&) override {
    lean_runtime::initialise(initialize_RuntimeUnit);
    lean_runtime::initialise(initialize_RuntimeUnit);   // a second time does nothing
  }
};

}   // namespace

CATCH_REGISTER_LISTENER(Start)
