#include "emission/cloud_tape.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/hash.h"
#include "emission/cloud_codec.h"

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

CloudTape::CloudTape(CloudTape&& other) noexcept { *this = std::move(other); }

CloudTape& CloudTape::operator=(CloudTape&& other) noexcept {
  std::swap(name_, other.name_), std::swap(key_, other.key_);
  std::swap(file_, other.file_), std::swap(end_, other.end_);
  std::swap(chunks_, other.chunks_), std::swap(buffer_, other.buffer_);
  return *this;
}

CloudTape::~CloudTape() {
  if (file_ >= 0) ::close(file_);
}

CloudTape CloudTape::record(const std::filesystem::path& file, const std::string& key,
                            std::uint64_t keep) {
  CloudTape tape;
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

CloudTape CloudTape::temporary(const std::filesystem::path& folder) {
  CloudTape tape;
  tape.name_ = ((folder.empty() ? "." : folder) / ".peal-tape-XXXXXX").string();
  tape.file_ = ::mkostemp(tape.name_.data(), O_CLOEXEC);
  if (tape.file_ < 0)
    fail("cannot create a temporary file in '{}': {}", folder.string(), std::strerror(errno));
  ::unlink(tape.name_.c_str());
  tape.start("");
  return tape;
}

CloudTape CloudTape::open(const std::filesystem::path& file) {
  CloudTape tape;
  tape.name_ = file.string();
  tape.file_ = ::open(tape.name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (tape.file_ < 0) fail("{}: cannot be read: {}", tape.name_, std::strerror(errno));
  tape.index_chunks();
  return tape;
}

void CloudTape::start(const std::string& key) {
  key_ = key;
  write(kMagic, sizeof kMagic);
  write(&kTapeVersion, sizeof kTapeVersion);
  const auto length = static_cast<std::uint32_t>(key.size());
  write(&length, sizeof length);
  write(key.data(), key.size());
}

void CloudTape::index_chunks() {
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
    chunks_[{static_cast<int>(head.track), head.first}] = {end_ + sizeof head, head.size,
                                                           head.hash};
    end_ += sizeof head + head.size;
  }
}

void CloudTape::append(int track, std::int64_t first, const CloudBlock& block) {
  buffer_.clear();
  encode_cloud(block, buffer_);
  const ChunkHead head{buffer_.size(), hash_of(buffer_), first, static_cast<std::uint32_t>(track),
                       0};
  write(&head, sizeof head);
  chunks_[{track, first}] = {end_, head.size, head.hash};
  write(buffer_.data(), buffer_.size());
}

bool CloudTape::read(int track, std::int64_t first, CloudBlock& block) const {
  const auto found = chunks_.find({track, first});
  if (found == chunks_.end()) {
    block.clear(0);
    return false;
  }
  std::vector<std::byte> bytes(found->second.size);
  read_at(found->second.place, bytes.data(), bytes.size());
  if (hash_of(bytes) != found->second.hash)
    fail(
        "{}: the emission track {} is damaged at sample {}; delete the file, and it is simulated "
        "anew",
        name_, track, first);
  decode_cloud(bytes, block, name_);
  return true;
}

void CloudTape::write(const void* data, std::size_t size) {
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

void CloudTape::read_at(std::uint64_t place, void* data, std::size_t size) const {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::pread(file_, bytes, size, static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("{}: cannot be read: {}", name_, got < 0 ? std::strerror(errno) : "it ends");
    bytes += got, place += static_cast<std::uint64_t>(got), size -= static_cast<std::size_t>(got);
  }
}

void CloudTape::flush() {
  if (::fsync(file_) != 0) fail("{}: cannot be written: {}", name_, std::strerror(errno));
}

}  // namespace peal
