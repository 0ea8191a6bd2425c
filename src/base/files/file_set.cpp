#include "base/files/file_set.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/files/descriptor.h"
#include "base/files/part_files.h"
#include "base/held_interrupts.h"
#include "base/interrupt.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

/// Whoever moves a set into a folder is alone with it: two sets do not mix. Disks that know no
/// locks do without.
class FolderTurn {
 public:
  explicit FolderTurn(const fs::path& folder)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (folder_ && ::flock(folder_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  /// Makes what was renamed durable.
  void sync() const {
    if (folder_) (void)::fsync(folder_.get());
  }

 private:
  Descriptor folder_;
};

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A link is followed, as everywhere.
fs::path target_of(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : path;
}

void copy_into(AtomicFile& file, const fs::path& from) {
  std::error_code problem;
  fs::copy_file(from, file.temporary(), fs::copy_options::overwrite_existing, problem);
  if (problem) fail("cannot write '{}': {}", file.final_path().string(), problem.message());
}

/// Renames; over the border of a disk, copies.
void put(const fs::path& staged, const fs::path& target) {
  if (::rename(staged.c_str(), target.c_str()) == 0) return;
  if (errno != EXDEV) fail("cannot put '{}' in place: {}", target.string(), std::strerror(errno));
  AtomicFile file(target);
  copy_into(file, staged);
  file.commit();
  ::unlink(staged.c_str());
}

bool same_disk(const fs::path& a, const fs::path& b) {
  struct stat of_a {
  }, of_b{};
  return ::stat(a.c_str(), &of_a) == 0 && ::stat(b.c_str(), &of_b) == 0 &&
         of_a.st_dev == of_b.st_dev;
}

}  // namespace

void finish_file_sets(const fs::path& folder) {
  const std::vector<fs::path> left = abandoned_sets(folder, kReadyEnding);
  if (left.empty()) return;
  const HeldInterrupts hold;
  const FolderTurn turn(folder);
  for (const fs::path& ready : left) {
    try {
      for (const fs::path& file : files_in(ready)) put(file, target_of(folder / file.filename()));
    } catch (const Error&) {
      continue;
    }
    turn.sync();
    ::rmdir(ready.c_str());
  }
}

FileSet::FileSet(fs::path folder) : folder_(std::move(folder)) {
  finish_file_sets(folder_);
  remove_stale_parts(folder_);
  for (;;) {
    staging_ = folder_ / part_file_name(kSetName);
    if (::mkdir(staging_.c_str(), 0777) == 0) return;
    if (errno != EEXIST)
      fail("cannot write into '{}': no folder can be made in it: {}", folder_.string(),
           std::strerror(errno));
  }
}

FileSet::~FileSet() {
  if (committed_) return;
  std::error_code ignored;
  fs::remove_all(staging_, ignored);
}

std::string FileSet::shown(std::string message) const {
  const std::string here = staging_.string(), there = folder_.string();
  for (std::size_t at = 0; (at = message.find(here, at)) != message.npos; at += there.size())
    message.replace(at, here.size(), there);
  return message;
}

/// Gives a file the rights of the one that it replaces; makes room for it on another disk.
void FileSet::adopt(const fs::path& staged) {
  const fs::path target = target_of(folder_ / staged.filename());
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0) {
    if (S_ISDIR(old.st_mode)) fail("cannot write '{}': it is a folder", target.string());
    (void)::chmod(staged.c_str(), old.st_mode & 07777);
  }
  if (target.parent_path() == folder_ || same_disk(staging_, target.parent_path())) return;
  distant_.push_back({staged.filename(), std::make_unique<AtomicFile>(target)});
  copy_into(*distant_.back().file, staged);
}

void FileSet::commit() {
  const std::vector<fs::path> files = files_in(staging_);
  for (const fs::path& staged : files) adopt(staged);
  FolderTurn(staging_).sync();

  const HeldInterrupts hold;
  const FolderTurn turn(folder_);
  throw_if_interrupted();
  fs::path ready = staging_;
  ready.replace_extension(kReadyEnding);
  if (::rename(staging_.c_str(), ready.c_str()) != 0)
    fail("cannot put the results into '{}': {}", folder_.string(), std::strerror(errno));
  committed_ = true;
  turn.sync();  // from here on the set will be in place, whatever happens to this process
  note_files_replaced();
  try {
    for (const Distant& one : distant_) {
      one.file->commit();
      ::unlink((ready / one.staged).c_str());
    }
    for (const fs::path& file : files_in(ready)) put(file, target_of(folder_ / file.filename()));
  } catch (const Error& error) {
    fail(
        "{}; the new results are complete in '{}', but not all of them are in their place; move "
        "them there",
        error.what(), ready.string());
  }
  turn.sync();
  ::rmdir(ready.c_str());
}

}  // namespace peal
