#include "base/hash.h"

#include <xxhash.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include "base/error.h"

namespace peal {
namespace {

void update(XXH3_state_s* state, const void* data, std::size_t bytes) {
  if (bytes > 0 && XXH3_128bits_update(state, data, bytes) != XXH_OK) fail("hashing failed");
}

}  // namespace

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

void Hasher::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Hasher::Hasher() : state_(XXH3_createState()) {
  if (!state_ || XXH3_128bits_reset(state_.get()) != XXH_OK) fail("no memory for a hash");
}
Hasher::Hasher(const Hasher& other) : Hasher() { XXH3_copyState(state_.get(), other.state_.get()); }
Hasher& Hasher::operator=(const Hasher& other) {
  if (this != &other) XXH3_copyState(state_.get(), other.state_.get());
  return *this;
}

Hasher& Hasher::add_tagged(char kind, const void* data, std::size_t bytes) {
  const std::uint64_t length = bytes;
  update(state_.get(), &kind, 1);
  update(state_.get(), &length, sizeof length);
  update(state_.get(), data, bytes);
  return *this;
}

Hasher& Hasher::add_integer(std::int64_t value) { return add_tagged('i', &value, sizeof value); }

Hasher& Hasher::add(double value) {
  if (value == 0) value = 0.0;
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return add_tagged('d', &value, sizeof value);
}

Hasher& Hasher::add(std::string_view text) { return add_tagged('s', text.data(), text.size()); }
Hasher& Hasher::add(std::span<const double> values) {
  return add_tagged('D', values.data(), values.size_bytes());
}
Hasher& Hasher::add(std::span<const float> values) {
  return add_tagged('F', values.data(), values.size_bytes());
}
Hasher& Hasher::add(std::span<const int> values) {
  return add_tagged('I', values.data(), values.size_bytes());
}
Hasher& Hasher::add(std::span<const std::byte> bytes) {
  return add_tagged('b', bytes.data(), bytes.size());
}
Hasher& Hasher::add(const Hash128& hash) {
  const std::uint64_t words[2] = {hash.high, hash.low};
  return add_tagged('h', words, sizeof words);
}

Hash128 Hasher::result() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return {hash.high64, hash.low64};
}

Hash128 hash_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) fail("cannot read '{}'", path.string());
  Hasher hasher;
  std::vector<char> block(1 << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    update(hasher.state_.get(), block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) fail("cannot read '{}'", path.string());
  return hasher.result();
}

}  // namespace peal
