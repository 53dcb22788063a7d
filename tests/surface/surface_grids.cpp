// See surface_grids.hpp.

#include "surface_grids.hpp"

#include <vector>

namespace plato_test::surface {

std::string grid_declarations() {
  return "var grid: int[][] = map(map(0))\nvar flat: (0..3)[2][3] = map(map(0))\nvar marks: bool[][][] = "
         "map(map(map(false)))";
}

std::string own_grid(Choice& choose) { return "var rows: int[]" + choose.of({"[] = map(map(1))", "[] = map(map(0))"}); }

// Without a first value it is any, of which only a few can be tried.
std::string own_grid_of_call(Choice& choose) { return choose.chance(80) ? own_grid(choose) : "var rows: int[][]"; }

std::string grid_statement(Choice& choose, const GridParts& parts) {
  const std::string& v = parts.value;
  const std::string map = choose.chance(50) ? "rows" : "grid";
  const std::string at = map + "[" + parts.i + "][" + parts.j + "]",
                    turned = map + "[" + parts.j + "][" + parts.i + "]",
                    after = map + "'[" + parts.i + "][" + parts.j + "]",
                    mark = "marks[" + parts.i + "][" + parts.j + "][1]";
  switch (choose.below(12)) {
    case 0: return at + " := " + v + ";";
    case 1: return at + " += 1;";
    case 2: return at + ", " + turned + " := " + turned + ", " + at + ";";
    case 3: return "havoc " + at + ";";
    case 4: return "assert " + at + choose.of({" == ", " <= ", " >= "}) + turned + ";";
    case 5: return "atomic modifies " + at + ": " + after + " == " + at + " + 1;";
    case 6: return "atomic { " + at + " := " + v + "; assert " + at + " == " + v + " || " + turned + " != 0; }";
    case 7: return "assert forall p, q :: grid[p][q] <= 2;";
    case 8: return "if (cas(" + at + ", 0, " + v + ")) { assert " + turned + " != 0 || " + v + " == 0; }";
    case 9: return "flat[" + parts.i + "][" + parts.j + "] := " + v + ";";
    case 10: return mark + " := !" + mark + ";";
    default: return "assert !" + mark + " || grid[0][1] == flat[1][0];";
  }
}

}   // namespace plato_test::surface
