// Running the built program as a user would: arguments in, exit code and both outputs out.
// The environment variable PEAL_PROGRAM puts another build of it in place of the one just built.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace peal::test {

struct Outcome {
  int code = -1;      // exit code; -1 when a signal ended the program
  int signal = 0;     // that ended it
  bool late = false;  // it was stopped because its time was over
  std::string out, err;
  double seconds = 0;      // passed
  double cpu_seconds = 0;  // used on all cores
  double megabytes = 0;    // largest memory in use

  /// For messages of tests: everything that was seen.
  std::string all() const;
};

struct RunOptions {
  std::filesystem::path folder;  // working directory; here when empty
  double seconds = 120;          // after which the program is killed
  int cpu_seconds = 0;           // processor time after which it is killed; 0: none
  double largest_file = 0;       // [bytes] limit of any file it writes (RLIMIT_FSIZE); 0: none
  std::string stdout_file;       // standard output goes there instead of into the outcome
  bool terminal = false;         // standard error is a terminal of 80 columns
  std::string cache;             // folder for PEAL_CACHE; that of the test itself when empty
};

/// A started program; wait() gives its outcome. Killed by the destructor when still running.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments, const RunOptions& options = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Reads the outputs until standard error holds `text`; false when that never happens.
  bool wait_for(const std::string& text);
  void send(int signal);
  Outcome wait();

 private:
  bool pump(double at_most);  // false when both outputs have ended
  double elapsed() const;

  RunOptions options_;
  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
  double start_ = 0;
  Outcome outcome_;
};

std::string program_path();
Outcome run(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// Lines of a text without their ends; a last line without an end counts.
std::vector<std::string> lines_of(const std::string& text);

/// Folders, files and sounds of one test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

std::string read_bytes(const std::filesystem::path& path);
/// Names in a folder, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace peal::test
