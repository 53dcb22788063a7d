// A second reading of the certificate format: checks certificates of the full calculus, independently of the search and
// of the kernel, straight from certificates/FORMAT.md. Slow and plain, for tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plato::test {

// Why the certificate is not accepted, with the line; nothing if it is.
std::optional<std::string> objection_to(std::string_view certificate);

}   // namespace plato::test
