// A file that grows by chunks of bytes while something long is computed, and is read while it is
// heard. A head (what it belongs to) and chunks, each with its length and a hash:
//   "PEALTAPE" u32 version, u32 length of the key, key;  then per chunk
//   u64 bytes, u64 hash of them, i64 first, u32 track, u32 0, bytes
// `track` and `first` find a chunk again. A file that ends inside a chunk, as after a kill, is good
// up to there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace peal {

class ChunkFile {
 public:
  /// A new file, or one that goes on after its first `keep` bytes. @param key of all that decides
  /// what is on it.
  static ChunkFile record(const std::filesystem::path& file, const std::string& key,
                          std::uint64_t keep = 0);
  /// Without a name: nobody else can see it and it goes with the object.
  static ChunkFile temporary(const std::filesystem::path& folder);
  /// Throws an Error that names the file when it is damaged or of another version.
  static ChunkFile open(const std::filesystem::path& file);

  ChunkFile(ChunkFile&& other) noexcept;
  ChunkFile& operator=(ChunkFile&& other) noexcept;
  ~ChunkFile();

  const std::string& name() const { return name_; }
  const std::string& key() const { return key_; }
  std::uint64_t bytes() const { return end_; }
  /// Each track and first once. Throws when the disk is full.
  void append(std::uint32_t track, std::int64_t first, std::span<const std::byte> bytes);
  /// What append() was given. @return false when there is no such chunk. Throws when it is damaged.
  bool read(std::uint32_t track, std::int64_t first, std::vector<std::byte>& out) const;
  /// Of a track, in order.
  std::vector<std::int64_t> chunks_of(std::uint32_t track) const;
  /// Gives the room of a track's chunks before `first` back to the disk, where the system can, but
  /// for those in the first `keep` bytes; they cannot be read any more. The file's length stays.
  void discard(std::uint32_t track, std::int64_t first, std::uint64_t keep = 0);
  /// On the disk: what a checkpoint may count on.
  void flush();

 private:
  ChunkFile() = default;
  struct Chunk {
    std::uint64_t place = 0, size = 0, hash = 0;
  };
  void start(const std::string& key);
  void index_chunks();
  void write(const void* data, std::size_t size);
  void read_at(std::uint64_t place, void* data, std::size_t size) const;

  std::string name_, key_;
  int file_ = -1;
  std::uint64_t end_ = 0;
  std::map<std::pair<std::uint32_t, std::int64_t>, Chunk> chunks_;  // by track and first
};

}  // namespace peal
