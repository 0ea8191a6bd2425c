#include "tools/server/file_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace peal {
namespace {

/// Results have few files that are read; a folder may have any number of others.
bool is_read(std::string_view name) {
  for (const std::string_view end : {".json", ".csv", ".glb", ".wav", ".flac"})
    if (name.ends_with(end)) return true;
  return false;
}

/// Whether a page can ask for it: see request_path.
bool can_be_asked(std::string_view name) {
  return name.front() != '.' && std::none_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte < 0x20 || byte == 0x7f || c == '\\';
         });
}

}  // namespace

FileTree::FileTree(const std::filesystem::path& root)
    : root_(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!root_) fail("{}: this folder cannot be opened: {}", root.string(), std::strerror(errno));
}

std::optional<OpenFile> FileTree::open(const RequestPath& path) const {
  if (path.empty()) return {};
  Descriptor folder;
  int at = root_.get();
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    Descriptor next(::openat(at, path[i].c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) return {};
    folder = std::move(next);
    at = folder.get();
  }
  // NONBLOCK: opening a named pipe does not wait for a writer.
  OpenFile out;
  out.file =
      Descriptor(::openat(at, path.back().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (!out.file || ::fstat(out.file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  out.size = about.st_size;
  return out;
}

std::vector<FileEntry> FileTree::list(std::size_t limit, bool& truncated) const {
  truncated = false;
  std::vector<FileEntry> entries, others;
  // A new descriptor: a copy would share the reading position with other listings.
  const int again = ::openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (again < 0) return entries;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(again), ::closedir);
  if (!folder) {
    ::close(again);
    return entries;
  }
  while (const dirent* entry = ::readdir(folder.get())) {
    struct stat about {};
    if (!can_be_asked(entry->d_name) ||
        ::fstatat(root_.get(), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(about.st_mode))
      continue;
    const bool first = is_read(entry->d_name);
    if (!first && others.size() == limit) {
      truncated = true;
      continue;
    }
    (first ? entries : others).push_back({entry->d_name, about.st_size});
    if (entries.size() == limit) {
      truncated = true;
      break;
    }
  }
  // What the viewer reads comes before the rest.
  const std::size_t room = std::min(limit - entries.size(), others.size());
  truncated = truncated || room < others.size();
  entries.insert(entries.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(room));
  std::sort(entries.begin(), entries.end(),
            [](const FileEntry& a, const FileEntry& b) { return a.name < b.name; });
  return entries;
}

}  // namespace peal
