// A whole file in memory.
// Enters: a path. Leaves: its bytes; an Error that begins with the path when it is missing, empty,
// no regular file, or larger than 4 GiB.
#pragma once
#include <string>

namespace peal {

std::string read_file_bytes(const std::string& path);

}  // namespace peal
