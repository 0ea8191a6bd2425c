// Files below one folder, and nothing else. A path is walked name by name from the open root, no
// symbolic link below it is followed, and only regular files open: no path leads out of the folder,
// not even while somebody swaps links in it.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files/descriptor.h"
#include "tools/server/request_path.h"

namespace peal {

struct OpenFile {
  Descriptor file;
  long long size = 0;  // [bytes] when it was opened
};

struct FileEntry {
  std::string name;
  long long size = 0;  // [bytes]
};

class FileTree {
 public:
  /// Throws Error when the folder cannot be opened.
  explicit FileTree(const std::filesystem::path& root);

  std::optional<OpenFile> open(const RequestPath& path) const;
  /// Regular files in the root itself that can be asked for, sorted by name. At most `limit`, those
  /// that a viewer reads before others; `truncated` says that there are more.
  std::vector<FileEntry> list(std::size_t limit, bool& truncated) const;

 private:
  Descriptor root_;
};

}  // namespace peal
