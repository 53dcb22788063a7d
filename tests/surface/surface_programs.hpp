// Random programs of the surface language, full of places that depend on each other: a[a[x]], `havoc x, a[x]`, `a[i], x
// := x, a[i]`, elements that are compared and swapped, blocks that read what they have just written. All statements and
// expressions of the manual occur, with individually declared threads and families, procedures, some of them recursive,
// branches in both, jumps, locks, local variables, ghosts, outlines, specifications and environments.
#pragma once

#include <random>
#include <string>

namespace plato_test::surface {

// Each statement and each clause is on a line of its own.
std::string random_surface_program(std::mt19937& random);

// The program without what the interpreter finds wrong in a short run: assertions are negated or left out, and so are
// clauses and annotations. In this way many programs are right and still say something.
std::string mended(std::string source);

}   // namespace plato_test::surface
