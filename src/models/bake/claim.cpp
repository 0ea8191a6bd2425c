#include "models/bake/claim.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "base/error.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
constexpr std::chrono::seconds kHeartbeat{1};

std::string this_host() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && *name ? name : "unknown";
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(4096, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// [ticks] since the machine was started; -1 when there is no such process, or only its remains.
/// It tells a process from a later one with the same number.
long long start_of(long pid) {
  // "pid (name) state ppid ... starttime": the name may hold blanks and brackets.
  const std::string text = content(fmt::format("/proc/{}/stat", pid));
  const std::size_t bracket = text.rfind(')');
  if (bracket == std::string::npos) return -1;
  std::istringstream fields(text.substr(bracket + 1));
  std::string state, skipped;
  fields >> state;
  if (state == "Z" || state == "X") return -1;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  long long start = -1;
  return fields >> start ? start : -1;
}

struct Owner {
  std::string host;
  long pid = 0;
  long long start = -1;
  double part = 0;
};

bool parse(const std::string& text, Owner& owner) {
  std::istringstream stream(text);
  std::string peal, claim, host, pid, start, beat, part;
  long beats = 0;
  stream >> peal >> claim >> host >> owner.host >> pid >> owner.pid >> start >> owner.start >>
      beat >> beats >> part >> owner.part;
  return stream && peal == "peal" && claim == "claim" && owner.pid > 0 && owner.part >= 0 &&
         owner.part <= 1;
}

std::string claim_text(long long start, long beats, double part) {
  return fmt::format("peal claim\nhost {}\npid {} start {}\nbeat {:010}\npart {:.4f}\n",
                     this_host(), ::getpid(), start, beats, part);
}

/// Descriptor of a new claim, or -1 with errno. It appears with its content, by a link: a process
/// that is stopped or killed on the way leaves no claim that nobody owns.
int create_claim(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  const fs::path part =
      path.parent_path() / fmt::format(".{}.{}-{}-{}.part", path.filename().string(), this_host(),
                                       ::getpid(), counter++);
  const int file = ::open(part.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0) return -1;
  const std::string text = claim_text(start_of(::getpid()), 0, 0);
  (void)!::pwrite(file, text.data(), text.size(), 0);
  const int error = ::link(part.c_str(), path.c_str()) == 0 ? 0 : errno;
  ::unlink(part.c_str());
  if (error == 0) return file;
  ::close(file);
  errno = error;
  if (error == EEXIST) return -1;
  // A file system without links.
  return ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
}

}  // namespace

Claim::Claim(fs::path path, int file) : path_(std::move(path)), file_(file) {
  if (file_ < 0) return;
  start_ = start_of(::getpid());
  beat();
  heart_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!stop_.wait_for(lock, kHeartbeat, [this] { return ending_; })) beat();
  });
}

Claim::~Claim() {
  if (file_ < 0) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  stop_.notify_all();
  heart_.join();
  // Another process that thought this one dead may have its own claim there by now.
  struct stat mine {
  }, there{};
  if (::fstat(file_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 &&
      mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
    ::unlink(path_.c_str());
  ::close(file_);
}

/// One write of a length that never changes: readers see the old or the new state.
void Claim::beat() {
  ++beats_;
  const std::string now = claim_text(start_, beats_, part_);
  (void)!::pwrite(file_, now.data(), now.size(), 0);
}

void Claim::set_part(double part) {
  const std::lock_guard lock(mutex_);
  part_ = std::clamp(part, 0.0, 1.0);
}

ClaimBoard::ClaimBoard(fs::path folder, std::chrono::duration<double> expiry)
    : folder_(std::move(folder)), expiry_(expiry) {
  std::error_code ignored;
  if (!folder_.empty()) fs::create_directories(folder_, ignored);
}

bool ClaimBoard::dead(const std::string& key, const std::string& text) {
  Owner owner;
  const bool known = parse(text, owner);
  if (known && owner.host == this_host()) return start_of(owner.pid) != owner.start;
  const auto now = std::chrono::steady_clock::now();
  Seen& seen = seen_[key];
  if (seen.text != text || seen.since == std::chrono::steady_clock::time_point{})
    seen = {text, now};
  return now - seen.since > expiry_;
}

std::unique_ptr<Claim> ClaimBoard::take(const std::string& key, std::string& note) {
  note.clear();
  const auto held = [&](int file) { return std::unique_ptr<Claim>(new Claim(path_of(key), file)); };
  if (folder_.empty()) return held(-1);
  int file = create_claim(path_of(key));
  if (file < 0 && errno == EEXIST) {
    const std::string text = content(path_of(key));
    if (!dead(key, text)) return nullptr;
    // Two processes may come here at once; then one removes the new claim of the other, and both
    // do the unit.
    ::unlink(path_of(key).c_str());
    seen_.erase(key);
    file = create_claim(path_of(key));
    if (file < 0 && errno == EEXIST) return nullptr;
    Owner owner;
    note = parse(text, owner)
               ? fmt::format("process {} on {} ended while it worked on it", owner.pid, owner.host)
               : "its claim was damaged";
  }
  return held(file);
}

void ClaimBoard::tidy(const std::string& key) {
  std::error_code error;
  if (folder_.empty() || !fs::exists(path_of(key), error)) return;
  if (dead(key, content(path_of(key)))) ::unlink(path_of(key).c_str());
}

double ClaimBoard::part_of(const std::string& key) const {
  Owner owner;
  return !folder_.empty() && parse(content(path_of(key)), owner) ? owner.part : 0;
}

}  // namespace peal
