// Files appear complete or not at all: bytes go to a temporary neighbour, which replaces the final
// file in one step after it has reached the disk. An error or an interrupt leaves the old file
// whole. What killed processes left in a folder is removed when the next one writes there.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace peal {

class AtomicFile {
 public:
  /// Creates the empty temporary at once, so that a missing or unwritable folder is reported before
  /// the long work begins. A symbolic link is followed; a device or folder is refused.
  explicit AtomicFile(std::filesystem::path final_path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  const std::filesystem::path& final_path() const { return final_; }

  /// Flushes the temporary to the disk and renames it. Whoever wrote it has closed it.
  void commit();

 private:
  std::filesystem::path final_;
  std::filesystem::path temporary_;
  bool committed_ = false;
};

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace peal
