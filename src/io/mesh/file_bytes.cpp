#include "io/mesh/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/error.h"

namespace peal {

namespace fs = std::filesystem;

std::string read_file_bytes(const std::string& path) {
  constexpr std::uintmax_t kMaxFile = std::uintmax_t{4} << 30;  // [bytes]
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) fail("{}: no such file", path);
  if (error) fail("{}: cannot be read: {}", path, error.message());
  if (fs::is_directory(status)) fail("{}: is a folder, not a mesh file", path);
  if (!fs::is_regular_file(status)) fail("{}: is not a regular file", path);
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) fail("{}: cannot be read: {}", path, error.message());
  if (size == 0) fail("{}: is empty (0 bytes)", path);
  if (size > kMaxFile) fail("{}: has {} bytes, at most {} are read", path, size, kMaxFile);
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("{}: cannot be opened: {}", path, std::strerror(errno));
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(file.gcount()) != size)
    fail("{}: only {} of {} bytes could be read", path, file.gcount(), size);
  return bytes;
}

}  // namespace peal
