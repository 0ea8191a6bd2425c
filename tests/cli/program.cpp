#include "program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace peal::test {
namespace {

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Between fork and exec: the child becomes the program. Only calls that are safe there.
[[noreturn]] void become(char* const* arguments, char* const* environment,
                         const RunOptions& options, int out, int err) {
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(99);
  if (options.largest_file > 0) {
    const rlimit limit{static_cast<rlim_t>(options.largest_file),
                       static_cast<rlim_t>(options.largest_file)};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (options.cpu_seconds > 0) {
    const auto most = static_cast<rlim_t>(options.cpu_seconds);
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::execve(arguments[0], arguments, environment);
  ::_exit(98);
}

}  // namespace

std::string program_path() {
  const char* other = std::getenv("PEAL_PROGRAM");
  return other ? other : PEAL_PROGRAM;
}

std::string Outcome::all() const {
  return fmt::format(
      "exit code {}, signal {}{}, {:.2f} s ({:.2f} s cpu), {:.0f} MB\n--- out\n{}--- err\n{}", code,
      signal, late ? " (too slow)" : "", seconds, cpu_seconds, megabytes, out, err);
}

Running::Running(const std::vector<std::string>& arguments, const RunOptions& options)
    : options_(options) {
  std::vector<std::string> words{program_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string cache = "PEAL_CACHE=" + options.cache;
  std::vector<char*> environment;
  for (char** entry = environ; *entry; ++entry)
    if (options.cache.empty() || !std::string_view(*entry).starts_with("PEAL_CACHE="))
      environment.push_back(*entry);
  if (!options.cache.empty()) environment.push_back(cache.data());
  environment.push_back(nullptr);

  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  if (!options.stdout_file.empty()) {
    ::close(out[1]);
    out[1] = ::open(options.stdout_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (options.terminal) {
    const winsize size{24, 80, 0, 0};
    if (::openpty(&err[0], &err[1], nullptr, nullptr, &size) != 0)
      throw std::runtime_error("no terminal");
    ::fcntl(err[0], F_SETFD, FD_CLOEXEC);
  } else if (::pipe2(err, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  start_ = now();
  pid_ = ::fork();
  if (pid_ == 0) become(argv.data(), environment.data(), options_, out[1], err[1]);
  if (pid_ < 0) throw std::runtime_error("no process");  // kill(-1) would reach everybody
  ::close(out[1]);
  ::close(err[1]);
  out_ = out[0], err_ = err[0];
}

Running::~Running() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (out_ >= 0) ::close(out_);
  if (err_ >= 0) ::close(err_);
}

double Running::elapsed() const { return now() - start_; }

bool Running::pump(double at_most) {
  pollfd both[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
  if (out_ < 0 && err_ < 0) return false;
  ::poll(both, 2, static_cast<int>(1000 * at_most));
  for (int k = 0; k < 2; ++k) {
    int& end = k == 0 ? out_ : err_;
    if (end < 0 || both[k].revents == 0) continue;
    char block[1 << 16];
    const ssize_t got = ::read(end, block, sizeof block);
    if (got > 0) {
      (k == 0 ? outcome_.out : outcome_.err).append(block, static_cast<std::size_t>(got));
    } else {  // a terminal ends with EIO
      ::close(end);
      end = -1;
    }
  }
  return out_ >= 0 || err_ >= 0;
}

bool Running::wait_for(const std::string& text) {
  while (outcome_.err.find(text) == std::string::npos) {
    if (elapsed() > options_.seconds || !pump(0.05))
      return outcome_.err.find(text) != std::string::npos;
  }
  return true;
}

void Running::send(int signal) {
  if (pid_ > 0) ::kill(pid_, signal);
}

Outcome Running::wait() {
  while (pump(0.05))
    if (elapsed() > options_.seconds && !outcome_.late) {
      outcome_.late = true;
      ::kill(pid_, SIGKILL);
    }
  int status = 0;
  rusage use{};
  ::wait4(pid_, &status, 0, &use);
  pid_ = -1;
  outcome_.seconds = elapsed();
  outcome_.megabytes = static_cast<double>(use.ru_maxrss) / 1024;
  const auto of = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
  outcome_.cpu_seconds = of(use.ru_utime) + of(use.ru_stime);
  if (WIFEXITED(status)) outcome_.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  if (options_.cpu_seconds > 0 && outcome_.cpu_seconds > 0.95 * options_.cpu_seconds)
    outcome_.late = true;
  return outcome_;
}

Outcome run(const std::vector<std::string>& arguments, const RunOptions& options) {
  return Running(arguments, options).wait();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "peal-cli-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return (path_ / name).string();
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace peal::test
