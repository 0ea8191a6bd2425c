#include "base/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/files/descriptor.h"
#include "base/files/part_files.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

std::string cause(int number) { return std::strerror(number); }

fs::path folder_of(const fs::path& path) {
  return path.parent_path().empty() ? fs::path(".") : path.parent_path();
}

}  // namespace

AtomicFile::AtomicFile(fs::path final_path) : final_(std::move(final_path)) {
  if (final_.filename().empty()) fail("'{}' is not the name of a file", final_.string());
  std::error_code ignored;
  if (fs::is_symlink(final_, ignored)) final_ = fs::weakly_canonical(final_);
  const fs::path folder = folder_of(final_);
  if (!fs::exists(folder, ignored))
    fail("cannot write '{}': the folder '{}' does not exist; create it first", final_.string(),
         folder.string());
  if (!fs::is_directory(folder, ignored))
    fail("cannot write '{}': '{}' is not a folder", final_.string(), folder.string());
  if (fs::is_directory(final_, ignored))
    fail("cannot write '{}': it is a folder; name a file inside it", final_.string());
  if (fs::exists(final_, ignored) && !fs::is_regular_file(final_, ignored))
    fail("cannot write '{}': it is not a regular file and would be replaced", final_.string());

  remove_stale_parts(folder);
  for (;;) {  // O_EXCL settles the unlikely
    temporary_ = folder / part_file_name(final_.filename().string());
    const Descriptor file(
        ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    if (file) {
      struct stat old {};
      if (::stat(final_.c_str(), &old) == 0) (void)::fchmod(file.get(), old.st_mode & 07777);
      return;
    }
    if (errno != EEXIST)
      fail("cannot write '{}': no file can be created in '{}': {}", final_.string(),
           folder.string(), cause(errno));
  }
}

AtomicFile::~AtomicFile() {
  if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::commit() {
  if (committed_) return;
  {
    const Descriptor file(::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fsync(file.get()) != 0)
      fail("cannot finish '{}': {} (temporary file '{}')", final_.string(), cause(errno),
           temporary_.string());
  }
  if (::rename(temporary_.c_str(), final_.c_str()) != 0)
    fail("cannot put '{}' in place: {}", final_.string(), cause(errno));
  committed_ = true;
  // Makes the rename itself durable. Some file systems refuse to sync a folder; the file is whole.
  const Descriptor folder(::open(folder_of(final_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) (void)::fsync(folder.get());
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  AtomicFile target(path);
  {
    const Descriptor file(::open(target.temporary().c_str(), O_WRONLY | O_CLOEXEC));
    if (!file) fail("cannot write '{}': {}", path.string(), cause(errno));
    while (!bytes.empty()) {
      const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0)
        fail("cannot write '{}': {} ({} bytes missing)", path.string(), cause(errno), bytes.size());
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }
  target.commit();
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace peal
