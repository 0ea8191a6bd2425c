// Emission tracks on disk: encoded blocks of clouds, appended while they are simulated, read while
// they are heard. A file is a head (what it belongs to) and chunks, each with its length and a
// hash:
//   "PEALTAPE" u32 version, u32 length of the key, key;  then per chunk
//   u64 bytes, u64 hash of them, i64 first sample, u32 track, u32 0, bytes
// A file that ends inside a chunk, as after a kill, is good up to there.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emission/cloud_block.h"

namespace peal {

class CloudTape {
 public:
  /// A new file, or one that goes on after its first `keep` bytes. Without a name: nobody else can
  /// see it and it goes with the object. @param key of all that decides what is on it.
  static CloudTape record(const std::filesystem::path& file, const std::string& key,
                          std::uint64_t keep = 0);
  static CloudTape temporary(const std::filesystem::path& folder);
  /// Throws an Error that names the file when it is damaged or of another version.
  static CloudTape open(const std::filesystem::path& file);

  CloudTape(CloudTape&& other) noexcept;
  CloudTape& operator=(CloudTape&& other) noexcept;
  ~CloudTape();

  const std::string& key() const { return key_; }
  std::uint64_t bytes() const { return end_; }
  /// Blocks of a track come in order, each once. Throws when the disk is full.
  void append(int track, std::int64_t first, const CloudBlock& block);
  /// What append() was given, as it is heard. A block that is not there is silent, without
  /// elements. @return false then.
  bool read(int track, std::int64_t first, CloudBlock& block) const;
  /// On the disk: what a checkpoint may count on.
  void flush();

 private:
  CloudTape() = default;
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
  std::map<std::pair<int, std::int64_t>, Chunk> chunks_;  // by track and first sample
  std::vector<std::byte> buffer_;
};

}  // namespace peal
