#include "base/files/chunk_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/hash.h"

namespace peal {
namespace {

constexpr char kMagic[8] = {'P', 'E', 'A', 'L', 'T', 'A', 'P', 'E'};
constexpr std::uint32_t kTapeVersion = 1, kLongestKey = 4096;

struct ChunkHead {
  std::uint64_t size = 0, hash = 0;
  std::int64_t first = 0;
  std::uint32_t track = 0, reserved = 0;
};

std::uint64_t hash_of(std::span<const std::byte> bytes) { return Hasher().add(bytes).result().low; }

}  // namespace

ChunkFile::ChunkFile(ChunkFile&& other) noexcept { *this = std::move(other); }

ChunkFile& ChunkFile::operator=(ChunkFile&& other) noexcept {
  std::swap(name_, other.name_), std::swap(key_, other.key_);
  std::swap(file_, other.file_), std::swap(end_, other.end_);
  std::swap(chunks_, other.chunks_);
  return *this;
}

ChunkFile::~ChunkFile() {
  if (file_ >= 0) ::close(file_);
}

ChunkFile ChunkFile::record(const std::filesystem::path& file, const std::string& key,
                            std::uint64_t keep) {
  ChunkFile tape;
  tape.name_ = file.string();
  tape.file_ =
      ::open(tape.name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (keep ? 0 : O_TRUNC), 0666);
  if (tape.file_ < 0) fail("{}: cannot be written: {}", tape.name_, std::strerror(errno));
  if (keep == 0) {
    tape.start(key);
    return tape;
  }
  struct stat status {};
  if (::fstat(tape.file_, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < keep)
    fail("{}: it is shorter than it was: {} of {} bytes", tape.name_, status.st_size, keep);
  if (::ftruncate(tape.file_, static_cast<off_t>(keep)) != 0)
    fail("{}: cannot be shortened: {}", tape.name_, std::strerror(errno));
  tape.index_chunks();
  if (tape.key_ != key || tape.end_ != keep) fail("{}: it belongs to another scene", tape.name_);
  return tape;
}

ChunkFile ChunkFile::temporary(const std::filesystem::path& folder) {
  ChunkFile tape;
  tape.name_ = ((folder.empty() ? "." : folder) / ".peal-tape-XXXXXX").string();
  tape.file_ = ::mkostemp(tape.name_.data(), O_CLOEXEC);
  if (tape.file_ < 0)
    fail("cannot create a temporary file in '{}': {}", folder.string(), std::strerror(errno));
  ::unlink(tape.name_.c_str());
  tape.start("");
  return tape;
}

ChunkFile ChunkFile::open(const std::filesystem::path& file) {
  ChunkFile tape;
  tape.name_ = file.string();
  tape.file_ = ::open(tape.name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (tape.file_ < 0) fail("{}: cannot be read: {}", tape.name_, std::strerror(errno));
  tape.index_chunks();
  return tape;
}

void ChunkFile::start(const std::string& key) {
  key_ = key;
  write(kMagic, sizeof kMagic);
  write(&kTapeVersion, sizeof kTapeVersion);
  const auto length = static_cast<std::uint32_t>(key.size());
  write(&length, sizeof length);
  write(key.data(), key.size());
}

void ChunkFile::index_chunks() {
  struct stat status {};
  if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
    fail("{}: expected a file with emission tracks", name_);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  char magic[8] = {};
  std::uint32_t version = 0, length = 0;
  constexpr std::uint64_t kHead = sizeof magic + sizeof version + sizeof length;
  if (size < kHead) fail("{}: it holds no emission tracks", name_);
  read_at(0, magic, sizeof magic);
  read_at(sizeof magic, &version, sizeof version);
  read_at(sizeof magic + sizeof version, &length, sizeof length);
  if (std::memcmp(magic, kMagic, sizeof magic) != 0) fail("{}: it holds no emission tracks", name_);
  if (version != kTapeVersion)
    fail("{}: emission tracks of version {}; this program reads version {}", name_, version,
         kTapeVersion);
  if (length > kLongestKey || kHead + length > size) fail("{}: its head is damaged", name_);
  key_.resize(length);
  read_at(kHead, key_.data(), length);
  end_ = kHead + length;
  while (size - end_ >= sizeof(ChunkHead)) {
    ChunkHead head;
    read_at(end_, &head, sizeof head);
    if (head.size > size - end_ - sizeof head) break;  // cut off: good up to here
    chunks_[{head.track, head.first}] = {end_ + sizeof head, head.size, head.hash};
    end_ += sizeof head + head.size;
  }
}

void ChunkFile::append(std::uint32_t track, std::int64_t first, std::span<const std::byte> bytes) {
  const ChunkHead head{bytes.size(), hash_of(bytes), first, track, 0};
  write(&head, sizeof head);
  chunks_[{track, first}] = {end_, head.size, head.hash};
  write(bytes.data(), bytes.size());
}

bool ChunkFile::read(std::uint32_t track, std::int64_t first, std::vector<std::byte>& out) const {
  const auto found = chunks_.find({track, first});
  if (found == chunks_.end()) return false;
  out.resize(found->second.size);
  read_at(found->second.place, out.data(), out.size());
  if (hash_of(out) != found->second.hash)
    fail(
        "{}: the emission track {} is damaged at sample {}; delete the file, and it is simulated "
        "anew",
        name_, track, first);
  return true;
}

std::vector<std::int64_t> ChunkFile::chunks_of(std::uint32_t track) const {
  std::vector<std::int64_t> out;
  for (auto it = chunks_.lower_bound({track, INT64_MIN}); it != chunks_.end(); ++it) {
    if (it->first.first != track) break;
    out.push_back(it->first.second);
  }
  return out;
}

void ChunkFile::discard(std::uint32_t track, std::int64_t first, std::uint64_t keep) {
  auto it = chunks_.lower_bound({track, INT64_MIN});
  while (it != chunks_.end() && it->first.first == track && it->first.second < first) {
    const Chunk& chunk = it->second;
    if (chunk.place < keep) {
      ++it;
      continue;
    }
#ifdef FALLOC_FL_PUNCH_HOLE  // elsewhere the file grows
    ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(chunk.place),
                static_cast<off_t>(chunk.size));
#endif
    it = chunks_.erase(it);
  }
}

void ChunkFile::write(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::pwrite(file_, bytes, size, static_cast<off_t>(end_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      fail("{}: cannot keep what sounds: {}; free some room there", name_, std::strerror(errno));
    bytes += written, size -= static_cast<std::size_t>(written);
    end_ += static_cast<std::uint64_t>(written);
  }
}

void ChunkFile::read_at(std::uint64_t place, void* data, std::size_t size) const {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::pread(file_, bytes, size, static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("{}: cannot be read: {}", name_, got < 0 ? std::strerror(errno) : "it ends");
    bytes += got, place += static_cast<std::uint64_t>(got), size -= static_cast<std::size_t>(got);
  }
}

void ChunkFile::flush() {
  if (::fsync(file_) != 0) fail("{}: cannot be written: {}", name_, std::strerror(errno));
}

}  // namespace peal
