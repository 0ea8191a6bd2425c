// Blocks of a cloud in few bytes: what was simulated is kept, so that microphones and mixes change
// without simulating again. Strengths have 16 bits and a scale per element, row and block (the
// error is at most 1/65534 of the row's largest value, 96 dB below it); places are floats.
// What is heard is always what was decoded, kept or not: hearing it again gives the same bytes.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "emission/cloud_block.h"

namespace peal {

/// Rows whose largest value is below this are dropped: 0.1 m from the element a monopole of it has
/// -6 dB SPL [Pa m], a dipole -1 dB SPL at 10 kHz and less below [Pa m^2].
inline constexpr float kSilentMonopole = 1e-6f, kSilentDipole = 1e-8f;

/// Appends the block to `out`.
void encode_cloud(const CloudBlock& block, std::vector<std::byte>& out);

/// Throws an Error that begins with `what` when the bytes are no block.
void decode_cloud(std::span<const std::byte> bytes, CloudBlock& block, const std::string& what);

}  // namespace peal
