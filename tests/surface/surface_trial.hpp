// One surface program before three judges: `check`, `explore`, and the interpreter.
#pragma once

#include <optional>
#include <string>

#include "surface_run.hpp"
#include "trials/trial.hpp"

namespace plato_test::surface {

struct SurfaceTrial {
  Trial plato;              // checked and explored
  std::optional<Run> run;   // none if the interpreter cannot run it
  std::string why_not_run;
};

SurfaceTrial try_surface_program(const std::string& source, PlacesRead places = PlacesRead::before_the_step);

// Why they cannot all be right; none if they can.
std::optional<std::string> disagreement(const SurfaceTrial& trial);

// For counting: what became of it.
std::string kind_of(const SurfaceTrial& trial);

// The program with statements and clauses left out as long as there is a disagreement.
std::string minimal_disagreement(std::string source, PlacesRead places = PlacesRead::before_the_step);

}   // namespace plato_test::surface
