#include "emission/cloud_tape.h"

#include "emission/cloud_codec.h"

namespace peal {

void append_cloud(ChunkFile& tape, int track, std::int64_t first, const CloudBlock& block) {
  std::vector<std::byte> bytes;
  encode_cloud(block, bytes);
  tape.append(static_cast<std::uint32_t>(track), first, bytes);
}

bool read_cloud(const ChunkFile& tape, int track, std::int64_t first, CloudBlock& block) {
  std::vector<std::byte> bytes;
  if (!tape.read(static_cast<std::uint32_t>(track), first, bytes)) {
    block.clear(0);
    return false;
  }
  decode_cloud(bytes, block, tape.name());
  return true;
}

}  // namespace peal
