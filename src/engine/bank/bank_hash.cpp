#include <cstring>

#include "engine/bank/bank_format.h"

namespace peal {
namespace {

constexpr std::uint64_t kOdd[4] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
                                   0xd6e8feb86659fd93};

std::uint64_t stirred(std::uint64_t h, std::uint64_t word, std::uint64_t odd) noexcept {
  return std::rotl((h ^ word) * odd, 29);
}

}  // namespace

std::uint64_t bank_hash(std::span<const std::byte> bytes) noexcept {
  constexpr std::size_t kSkipped = offsetof(BankHeader, hash);
  std::uint64_t lane[4] = {1, 2, 3, 4};
  for (std::size_t at = 0, n = 0; at < bytes.size(); at += 8, ++n) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at < 8 ? bytes.size() - at : 8);
    if (at != kSkipped) lane[n % 4] = stirred(lane[n % 4], word, kOdd[n % 4]);
  }
  std::uint64_t sum = bytes.size();
  for (int i = 0; i < 4; ++i) sum = stirred(sum, lane[i] ^ (lane[i] >> 31), kOdd[i]);
  return sum ^ (sum >> 32);
}

}  // namespace peal
