#include "tools/server/open_browser.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <thread>

#include "base/files/child_process.h"

extern char** environ;

namespace peal {

bool open_browser(const std::string& url) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY")) return false;
  const std::string program = find_program("xdg-open").string();
  if (program.empty()) return false;

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  for (const int stream : {0, 1, 2})
    ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  // A session of its own: Ctrl-C in the terminal ends the server, not the browser.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string word = program, page = url;
  char* const argv[] = {word.data(), page.data(), nullptr};
  pid_t child = 0;
  const int problem = ::posix_spawn(&child, program.c_str(), &files, &attributes, argv, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  // Its end is waited for, or it would stay in the process table as long as the server.
  if (problem == 0) std::thread([child] { ::waitpid(child, nullptr, 0); }).detach();
  return problem == 0;
}

}  // namespace peal
