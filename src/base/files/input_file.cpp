#include "base/files/input_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace peal {

std::uintmax_t input_file_size(const std::filesystem::path& path, const char* expected) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found) fail("{}: there is no such file", path.string());
  if (problem) fail("{}: the file cannot be read: {}", path.string(), problem.message());
  if (fs::is_directory(status))
    fail("{}: this is a folder; {} is expected", path.string(), expected);
  if (!fs::is_regular_file(status))
    fail("{}: this is not a regular file but a pipe or a device; copy its content into a file",
         path.string());
  if (::access(path.c_str(), R_OK) != 0)
    fail("{}: the file cannot be opened for reading: {}", path.string(), std::strerror(errno));
  const std::uintmax_t size = fs::file_size(path, problem);
  if (problem) fail("{}: the file cannot be read: {}", path.string(), problem.message());
  return size;
}

}  // namespace peal
