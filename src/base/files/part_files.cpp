#include "base/files/part_files.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <mutex>
#include <set>

#include "base/error.h"
#include "base/hash.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

bool consists_of(std::string_view text, std::string_view letters) {
  return !text.empty() && text.find_first_not_of(letters) == text.npos;
}

std::string_view last_field(std::string_view& text, char before) {
  const std::size_t at = text.rfind(before);
  if (at == text.npos) return {};
  const std::string_view field = text.substr(at + 1);
  text = text.substr(0, at);
  return field;
}

/// 0 when the name is not that of a temporary of this place.
pid_t writer_of(std::string_view name, std::string_view ending) {
  constexpr std::string_view kDigits = "0123456789", kHex = "0123456789abcdef";
  if (!name.starts_with('.') || !name.ends_with(ending)) return 0;
  name = name.substr(1, name.size() - 1 - ending.size());
  const std::string_view number = last_field(name, '-'), time = last_field(name, '-');
  const std::string_view place = last_field(name, '-'), process = last_field(name, '.');
  if (name.empty() || !consists_of(number, kDigits) || !consists_of(time, kHex) ||
      place != this_place() || !consists_of(process, kDigits))
    return 0;
  pid_t pid = 0;
  const auto [end, code] = std::from_chars(process.data(), process.data() + process.size(), pid);
  return code == std::errc() ? pid : 0;
}

/// What processes that no longer run left in the folder.
std::vector<fs::path> abandoned(const fs::path& folder, std::string_view start,
                                std::string_view ending, fs::file_type kind) {
  std::vector<fs::path> left;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    const pid_t writer = name.starts_with(start) ? writer_of(name, ending) : 0;
    std::error_code ignored;
    if (process_has_ended(writer) && entry->symlink_status(ignored).type() == kind)
      left.push_back(entry->path());
  }
  std::sort(left.begin(), left.end());
  return left;
}

}  // namespace

const std::string& this_place() {
  static const std::string place = [] {
    char host[256] = "";
    (void)::gethostname(host, sizeof host - 1);
    std::error_code unknown;
    const fs::path processes = fs::read_symlink("/proc/self/ns/pid", unknown);
    return Hasher().add(std::string_view(host)).add(processes.string()).result().hex().substr(0, 8);
  }();
  return place;
}

bool process_has_ended(pid_t process) {
  return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

std::vector<fs::path> abandoned_sets(const fs::path& folder, const std::string& ending) {
  return abandoned(folder, fmt::format(".{}.", kSetName), ending, fs::file_type::directory);
}

std::string part_file_name(const std::string& final_name) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format(".{}.{}-{}-{:x}-{}{}", final_name, ::getpid(), this_place(),
                     static_cast<unsigned>(now), counter++, kPartEnding);
}

void remove_stale_parts(const fs::path& folder) {
  // A folder of thousands of meshes is looked through once, not once per mesh.
  static std::mutex mutex;
  static std::set<fs::path> seen;
  std::error_code problem;
  const fs::path whole = fs::weakly_canonical(folder, problem);
  {
    const std::lock_guard lock(mutex);
    if (problem || !seen.insert(whole).second) return;
  }
  for (const fs::path& path : abandoned(whole, ".", kPartEnding, fs::file_type::regular))
    fs::remove(path, problem);
  for (const fs::path& path : abandoned_sets(whole, kPartEnding)) fs::remove_all(path, problem);
}

}  // namespace peal
