// Runs another program without a shell, with its output in a file.
#pragma once
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace peal {

/// Empty when no folder of PATH has an executable file of that name.
std::filesystem::path find_program(const std::string& name);

struct ChildResult {
  int exit_code = 0;       // meaningful when neither signal nor timeout
  int signal = 0;          // that ended it
  bool timed_out = false;  // it was ended after `seconds`
};

/// Waits for its end. Output and errors go to `output`; the working folder is that of the caller.
/// Ctrl-C ends the program and throws Interrupted; when this process is killed, the program ends
/// too.
ChildResult run_program(const std::filesystem::path& program,
                        const std::vector<std::string>& arguments,
                        const std::filesystem::path& output, double seconds);

/// Held from the making of a pipe to the closing of the end that belongs to the child: another
/// child that is forked meanwhile would keep that end open, and nobody would see the first one's
/// end.
std::mutex& fork_mutex();

/// The end of what a program wrote into `output`, as one line: "it said: ..." or "it said nothing".
std::string last_words(const std::filesystem::path& output);

}  // namespace peal
