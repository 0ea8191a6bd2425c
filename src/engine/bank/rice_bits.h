// Small whole numbers as few bits: Rice codes. A number v >= 0 with parameter k is v / 2^k ones, a
// zero, and the k lowest bits of v; 24 ones are followed by all 32 bits instead. Numbers with a
// sign alternate: 0, -1, 1, -2, ... Bits fill bytes from the lowest on. A reader that comes to the
// end gives zeros and says so; nothing leads out of its bytes.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace peal {

inline constexpr int kRiceEscape = 24;
inline constexpr int kRiceParameterBits = 5;

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}
  bool ended() const noexcept { return over_; }

  /// The next 0 <= count <= 32 bits.
  std::uint32_t bits(int count) noexcept {
    fill();
    if (held_ < count) return over_ = true, 0;
    const auto value = static_cast<std::uint32_t>(store_ & ((std::uint64_t{1} << count) - 1));
    drop(count);
    return value;
  }
  std::int32_t rice(int k) noexcept {
    fill();
    const int ones = std::min(std::countr_one(store_), kRiceEscape);
    if (held_ < ones || (ones < kRiceEscape && held_ <= ones)) return over_ = true, 0;
    drop(ones < kRiceEscape ? ones + 1 : ones);
    const std::uint32_t v =
        ones < kRiceEscape ? static_cast<std::uint32_t>(ones) << k | bits(k) : bits(32);
    return static_cast<std::int32_t>(v >> 1 ^ (0u - (v & 1)));
  }

 private:
  void fill() noexcept {
    while (held_ <= 56 && at_ < bytes_.size())
      store_ |= std::uint64_t{bytes_[at_++]} << held_, held_ += 8;
  }
  void drop(int count) noexcept { store_ >>= count, held_ -= count; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t store_ = 0;  // the next bits; zeros beyond those that are held
  int held_ = 0;
  bool over_ = false;
};

class BitWriter {
 public:
  void bits(std::uint32_t value, int count) {
    store_ |= std::uint64_t{value} << held_, held_ += count;
    for (; held_ >= 8; held_ -= 8, store_ >>= 8)
      bytes_.push_back(static_cast<std::uint8_t>(store_));
  }
  void rice(std::int32_t number, int k) {
    const std::uint32_t v = folded(number);
    if (v >> k >= static_cast<std::uint32_t>(kRiceEscape)) {
      bits((1u << kRiceEscape) - 1, kRiceEscape);
      bits(v, 32);
      return;
    }
    const int ones = static_cast<int>(v >> k);
    bits((1u << ones) - 1, ones + 1);
    bits(v & ((1u << k) - 1), k);
  }
  /// A group of numbers with the parameter that makes it shortest.
  void group(std::span<const std::int32_t> numbers) {
    int best = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (int k = 0; k < 24; ++k) {
      std::uint64_t length = 0;
      for (const std::int32_t number : numbers) {
        const std::uint32_t q = folded(number) >> k;
        length += q >= static_cast<std::uint32_t>(kRiceEscape) ? kRiceEscape + 32
                                                               : q + 1 + static_cast<unsigned>(k);
      }
      if (length < least) least = length, best = k;
    }
    bits(static_cast<std::uint32_t>(best), kRiceParameterBits);
    for (const std::int32_t number : numbers) rice(number, best);
  }
  std::vector<std::uint8_t> take() {
    if (held_ > 0) bits(0, 8 - held_);
    return std::move(bytes_);
  }

 private:
  static std::uint32_t folded(std::int32_t number) {
    const auto n = static_cast<std::uint32_t>(number);
    return n << 1 ^ (0u - (n >> 31));
  }
  std::vector<std::uint8_t> bytes_;
  std::uint64_t store_ = 0;
  int held_ = 0;
};

}  // namespace peal
