// Writing whole files: completely or not at all, and never over what was read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/input_file.hpp"

namespace plato {

// Writes the file; `-` is standard output. A regular file is replaced only when all of the contents are on disk, so
// that whoever reads it sees the old file or the new one.
tl::expected<void, FileError> write_file(const std::string& path, std::string_view contents);

// Why `output` cannot be written although nothing was tried yet: it is one of the files that are read.
std::optional<FileError> would_overwrite(const std::string& output, const std::vector<std::string>& inputs);

}   // namespace plato
