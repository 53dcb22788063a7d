// The tests' main program; Catch2 makes it.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
