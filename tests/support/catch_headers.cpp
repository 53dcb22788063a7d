// Nothing by itself: its target has the compiled headers that test programs share.
#include <catch2/catch.hpp>
