// Catch2's main program as a function: its implementation takes longer to compile than most tests.
#pragma once

namespace plato_test {

// What a test program's main returns, for its arguments.
int run_tests(int argc, char** argv);

}   // namespace plato_test
