#include "base/part_files.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <mutex>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

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
pid_t writer_of(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789", kHex = "0123456789abcdef", kEnd = ".part";
  if (!name.starts_with('.') || !name.ends_with(kEnd)) return 0;
  name = name.substr(1, name.size() - 1 - kEnd.size());
  const std::string_view number = last_field(name, '-'), time = last_field(name, '-');
  const std::string_view place = last_field(name, '-'), process = last_field(name, '.');
  if (name.empty() || !consists_of(number, kDigits) || !consists_of(time, kHex) ||
      place != this_place() || !consists_of(process, kDigits))
    return 0;
  pid_t pid = 0;
  const auto [end, code] = std::from_chars(process.data(), process.data() + process.size(), pid);
  return code == std::errc() ? pid : 0;
}

}  // namespace

std::string part_file_name(const std::string& final_name) {
  static std::atomic<unsigned> counter{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format(".{}.{}-{}-{:x}-{}.part", final_name, ::getpid(), this_place(),
                     static_cast<unsigned>(now), counter++);
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
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(whole, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const pid_t writer = writer_of(entry->path().filename().string());
    std::error_code ignored;
    if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH &&
        fs::is_regular_file(entry->symlink_status(ignored)))
      stale.push_back(entry->path());
  }
  for (const fs::path& path : stale) fs::remove(path, problem);
}

}  // namespace peal
