// Keyed randomness: the numbers of (scene seed, source, event) are the same whatever was drawn
// before and on whichever thread. Counter based: Philox4x32-10 of Salmon, Moraes, Dror and Shaw,
// "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Neither allocates nor throws.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace peal {

/// Ten Philox rounds: 128 bits of counter and 64 bits of key => 128 random bits.
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                              std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9, key[1] += 0xBB67AE85;
  }
  return c;
}

/// Bijective scrambling of 64 bits (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
constexpr std::uint64_t scramble(std::uint64_t z) noexcept {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Source number from a name, so that adding a source does not change the noise of the others.
constexpr std::uint64_t source_number(std::string_view name) noexcept {
  std::uint64_t hash = name.size();
  for (const char c : name) hash = scramble(hash ^ static_cast<unsigned char>(c));
  return hash;
}

class KeyedRng {
 public:
  constexpr KeyedRng(std::uint64_t seed, std::uint64_t source, std::uint64_t event) noexcept
      : key_(scramble(scramble(seed) ^ source)), event_(event) {}

  constexpr std::uint64_t bits() noexcept {
    if (drawn_ % 2 == 0) {
      const std::uint64_t block = drawn_ / 2;
      const auto words =
          philox({low(block), high(block), low(event_), high(event_)}, {low(key_), high(key_)});
      pair_ = {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
    }
    return pair_[drawn_++ % 2];
  }
  /// In [0, 1), multiples of 2^-53.
  constexpr double uniform() noexcept { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  constexpr double uniform(double from, double to) noexcept {
    return from + (to - from) * uniform();
  }
  /// Mean 0, variance 1 (Box and Muller). Two uniforms each: the count of draws stays predictable.
  double normal() noexcept {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  double normal(double mean, double deviation) noexcept { return mean + deviation * normal(); }

 private:
  static constexpr std::uint32_t low(std::uint64_t v) noexcept {
    return static_cast<std::uint32_t>(v);
  }
  static constexpr std::uint32_t high(std::uint64_t v) noexcept {
    return static_cast<std::uint32_t>(v >> 32);
  }
  std::uint64_t key_, event_, drawn_ = 0;
  std::array<std::uint64_t, 2> pair_{};
};

}  // namespace peal
