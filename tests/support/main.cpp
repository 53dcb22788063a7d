// The main program of all tests but the runtime's.
#include "support/run_tests.hpp"

int main(int argc, char** argv) { return plato_test::run_tests(argc, argv); }
