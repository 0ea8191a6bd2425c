// Files of one folder that belong together appear together or not at all: the sounds, pictures and
// report of one render. They are written into a hidden folder inside it, which is renamed once they
// are complete; from then on they only need to be moved, which takes no room and no time:
//
//   .results.<process>-<place>-<time>-<number>.part    being written: removed, when its writer died
//   .results.<process>-<place>-<time>-<number>.ready   complete: moved, also when its writer died
//
// An error or an interrupt before the renaming leaves the old files, all of them; signals that come
// after it wait until every file is in place. Who is killed in between is repaired by whoever next
// writes there. Other files of the folder are not touched.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files/atomic_file.h"

namespace peal {

class FileSet {
 public:
  /// First puts in place what killed processes left complete.
  explicit FileSet(std::filesystem::path folder);
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  /// Where the files are written, whole and with their final names (base/files/atomic_file.h does).
  const std::filesystem::path& staging() const { return staging_; }
  /// A message about a file of staging(), as if it were already in its place.
  std::string shown(std::string message) const;

  /// Throws Interrupted when a signal has come before, and nothing has changed then.
  void commit();

 private:
  struct Distant {  // the name in the folder is a link to another disk
    std::filesystem::path staged;
    std::unique_ptr<AtomicFile> file;
  };
  void adopt(const std::filesystem::path& staged);

  std::filesystem::path folder_, staging_;
  std::vector<Distant> distant_;
  bool committed_ = false;
};

/// Moves the complete sets of processes that no longer run into the folder. Tells nothing when that
/// is impossible: then they stay.
void finish_file_sets(const std::filesystem::path& folder);

}  // namespace peal
