#include "base/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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

struct FileActions {
  posix_spawn_file_actions_t actions;
  FileActions() { ::posix_spawn_file_actions_init(&actions); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions); }
};

void end_child(pid_t child) {
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

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

  FileActions files;
  ::posix_spawn_file_actions_addopen(&files.actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files.actions, 1, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&files.actions, 1, 2);
  pid_t child = 0;
  if (const int error =
          ::posix_spawn(&child, program.c_str(), &files.actions, nullptr, argv.data(), environ))
    fail("cannot start {}: {}", program.string(), std::strerror(error));

  const rlimit none{0, 0};
  ::prlimit(child, RLIMIT_CORE, &none, nullptr);  // no core file where the user works

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto pause = std::chrono::microseconds(500);
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR)
      fail("lost sight of {}: {}", program.string(), std::strerror(errno));
    if (ended == child) {
      if (WIFSIGNALED(status)) return {0, WTERMSIG(status), false};
      return {WEXITSTATUS(status), 0, false};
    }
    if (interrupted()) {
      end_child(child);
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
