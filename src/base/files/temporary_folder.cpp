#include "base/files/temporary_folder.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/part_files.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBegin = "peal-";
constexpr std::size_t kRandom = 6;  // letters that mkdtemp chooses

/// 0 when the name is not that of a temporary folder of this place.
pid_t owner_of(std::string_view name) {
  if (!name.starts_with(kBegin)) return 0;
  name.remove_prefix(kBegin.size());
  pid_t process = 0;
  const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), process);
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  const std::string place = "-" + this_place() + "-";
  return code == std::errc() && name.starts_with(place) && name.size() == place.size() + kRandom
             ? process
             : 0;
}

/// A folder, no link to one, of this user: others may put names of that kind into /tmp.
bool is_our_folder(const fs::path& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid();
}

void remove_stale_folders(const fs::path& parent) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  {
    const std::lock_guard lock(mutex);
    if (!seen.insert(parent).second) return;
  }
  std::vector<fs::path> stale;
  std::error_code problem;
  for (fs::directory_iterator entry(parent, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (process_has_ended(owner_of(entry->path().filename().string())) &&
        is_our_folder(entry->path()))
      stale.push_back(entry->path());
  for (const fs::path& path : stale) fs::remove_all(path, problem);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char* parent = std::getenv("TMPDIR");
  const std::string above = parent && *parent ? parent : "/tmp";
  remove_stale_folders(above);
  std::string name = fmt::format("{}/{}{}-{}-{}", above, kBegin, ::getpid(), this_place(),
                                 std::string(kRandom, 'X'));
  if (!::mkdtemp(name.data()))
    fail("cannot make a temporary folder {}: {}; set TMPDIR to a folder that can be written", name,
         std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace peal
