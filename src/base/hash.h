// 128-bit content hash (XXH3) of parameters and data, for cache keys and determinism checks. Not
// cryptographic. Every item is preceded by its kind and length, so that ("ab", "c") and ("a", "bc")
// differ, and an int differs from the double of the same value.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace peal {

struct Hash128 {
  std::uint64_t high = 0, low = 0;

  std::string hex() const;  // 32 lower-case digits
  bool operator==(const Hash128&) const = default;
};

class Hasher {
 public:
  Hasher();
  Hasher(const Hasher& other);
  Hasher& operator=(const Hasher& other);

  template <std::integral T>
  Hasher& add(T value) {
    return add_integer(static_cast<std::int64_t>(value));
  }
  Hasher& add(double value);  // -0 hashes as 0; every NaN as one NaN
  Hasher& add(std::string_view text);
  Hasher& add(const char* text) { return add(std::string_view(text)); }
  Hasher& add(std::span<const double> values);  // bit patterns
  Hasher& add(std::span<const float> values);
  Hasher& add(std::span<const int> values);
  Hasher& add(std::span<const std::byte> bytes);
  Hasher& add(const Hash128& hash);

  /// Of everything added so far; more may be added afterwards.
  Hash128 result() const;

 private:
  friend Hash128 hash_file(const std::filesystem::path& path);
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  Hasher& add_integer(std::int64_t value);
  Hasher& add_tagged(char kind, const void* data, std::size_t bytes);
  std::unique_ptr<XXH3_state_s, Free> state_;
};

/// XXH3-128 of a file's bytes alone (as `xxhsum -H2` prints it), read in blocks.
Hash128 hash_file(const std::filesystem::path& path);

}  // namespace peal
