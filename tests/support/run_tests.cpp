// See run_tests.hpp.
#define CATCH_CONFIG_RUNNER
#include "support/run_tests.hpp"

#include <catch2/catch.hpp>

int plato_test::run_tests(int argc, char** argv) { return Catch::Session().run(argc, argv); }
