// The programs in examples/, for tests that are about all of them.
#pragma once

#include <filesystem>
#include <string>

#include "system/input_file.hpp"

namespace plato_test {

// Calls `use` with the path and the text of each.
template <class Use>
void for_each_example(Use use) {
  for (const auto& entry : std::filesystem::directory_iterator(PLATO_EXAMPLES))
    if (entry.path().extension() == ".plato")
      use(entry.path(), std::string(plato::as_text(plato::read_file(entry.path().string()).value())));
}

}   // namespace plato_test
