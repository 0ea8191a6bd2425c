// Emission tracks: encoded blocks of clouds in a ChunkFile, written while they are simulated, read
// while they are heard. A track belongs to one cloud; chunks are found by their first sample.
#pragma once
#include <cstdint>

#include "base/files/chunk_file.h"
#include "emission/cloud_block.h"

namespace peal {

/// Blocks of a track come in order, each once. Throws when the disk is full.
void append_cloud(ChunkFile& tape, int track, std::int64_t first, const CloudBlock& block);
/// What append_cloud() was given, as it is heard. A block that is not there is silent, without
/// elements. @return false then.
bool read_cloud(const ChunkFile& tape, int track, std::int64_t first, CloudBlock& block);

}  // namespace peal
