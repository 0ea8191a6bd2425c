#include "base/files/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/interrupt.h"

extern char** environ;

namespace peal {
namespace {

/// Between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* argv, const char* output, pid_t parent, int report) {
  ::setpgid(0, 0);  // Ctrl-C is ours to pass on; what it starts itself is ended with it
  // Also a parent that is killed takes its programs along. (When the thread ends that forked: it
  // waits in run_program.)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before that
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGALRM}) ::signal(number, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);  // no core file where the user works
  const int in = ::open("/dev/null", O_RDONLY);
  const int out = ::open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in >= 0 && out >= 0 && ::dup2(in, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(out, 2) >= 0) {
    if (in > 2) ::close(in);
    if (out > 2) ::close(out);
    ::execve(argv[0], argv, environ);
  }
  const int problem = errno;
  [[maybe_unused]] const auto told = ::write(report, &problem, sizeof problem);
  ::_exit(127);
}

/// 0, or why the program does not run: the pipe closes by itself when it does.
int start_problem(int report) {
  int problem = 0;
  ssize_t got = 0;
  while ((got = ::read(report, &problem, sizeof problem)) < 0 && errno == EINTR) {
  }
  ::close(report);
  return got == sizeof problem ? problem : 0;
}

void end_child(pid_t child) {
  ::kill(-child, SIGKILL);  // with what it has started
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

std::mutex& fork_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::filesystem::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto candidate = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) &&
        ::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return {};
}

ChildResult run_program(const std::filesystem::path& program,
                        const std::vector<std::string>& arguments,
                        const std::filesystem::path& output, double seconds) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);

  int report[2];
  std::unique_lock one_fork(fork_mutex());
  if (::pipe2(report, O_CLOEXEC) != 0)
    fail("cannot start {}: {}", program.string(), std::strerror(errno));
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) become(argv.data(), output.c_str(), parent, report[1]);
  const int not_forked = errno;
  ::close(report[1]);
  one_fork.unlock();
  const int problem = start_problem(report[0]);
  if (child < 0 || problem != 0) {
    if (child > 0) end_child(child);
    fail("cannot start {}: {}", program.string(), std::strerror(child < 0 ? not_forked : problem));
  }

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto pause = std::chrono::microseconds(500);
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR)
      fail("lost sight of {}: {}", program.string(), std::strerror(errno));
    if (ended == child && !interrupted()) {
      if (WIFSIGNALED(status)) return {0, WTERMSIG(status), false};
      return {WEXITSTATUS(status), 0, false};
    }
    if (interrupted()) {
      if (ended != child) end_child(child);
      throw Interrupted();
    }
    if (std::chrono::duration<double>(Clock::now() - start).count() > seconds) {
      end_child(child);
      return {0, SIGKILL, true};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(10000));
  }
}

std::string last_words(const std::filesystem::path& output) {
  std::ifstream in(output, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.size() > 400) text = "..." + text.substr(text.size() - 400);
  std::string line;
  for (const char c : text)
    if (c == '\n' || c == '\r' || c == '\t') {
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else {
      line += c;
    }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line.empty() ? "it said nothing" : "it said: " + line;
}

}  // namespace peal
