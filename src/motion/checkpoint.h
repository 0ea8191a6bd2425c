// The file from which a long simulation goes on after it was killed.
// Enters: which motion it is (the key of everything that decides it) and its state as bytes
// (base/state_bytes.h). The file is complete or not there; an older one stays until then. Leaves
// the same bytes, or an Error that names the file.
//   8 bytes "PEALGOON", uint32 version, uint32 0x01020304 (order of bytes), uint64 length and bytes
//   of the key, uint64 length and bytes of the state, 2 x uint64 XXH3-128 of all before it.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peal {

void write_checkpoint(const std::filesystem::path& path, std::string_view motion_key,
                      std::span<const std::byte> state);

struct Checkpoint {
  std::string motion_key;
  std::vector<std::byte> state;
};

/// Stops when it is not a checkpoint, of a later version, cut off or damaged.
Checkpoint read_checkpoint(const std::filesystem::path& path);
/// Stops also when it belongs to another motion than this.
Checkpoint read_checkpoint(const std::filesystem::path& path, std::string_view motion_key);

}  // namespace peal
