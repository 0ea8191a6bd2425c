#include "emission/cloud_codec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace peal {
namespace {

constexpr int kRows = 4;  // monopole, dipole along x, y, z
constexpr float kSteps = 32767;
constexpr std::uint32_t kMostElements = 10'000'000;

template <class T>
void put(std::vector<std::byte>& out, const T* values, std::size_t count) {
  const auto* bytes = reinterpret_cast<const std::byte*>(values);
  out.insert(out.end(), bytes, bytes + count * sizeof(T));
}

class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, const std::string& what)
      : bytes_(bytes), what_(what) {}
  template <class T>
  void get(T* values, std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (size > bytes_.size()) fail("{}: a block of the emission track ends too early", what_);
    std::memcpy(values, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  bool done() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
  const std::string& what_;
};

float* row_of(CloudBlock& block, std::size_t element, int row) {
  return row == 0 ? block.monopole(element) : block.dipole(element, row - 1);
}
const float* row_of(const CloudBlock& block, std::size_t element, int row) {
  return row == 0 ? block.monopole(element) : block.dipole(element, row - 1);
}

float largest_of(const float* row) {
  float largest = 0;
  for (int n = 0; n < CloudBlock::kSamples; ++n) {
    if (!std::isfinite(row[n])) fail("the strength of a sounding element is {}", row[n]);
    largest = std::max(largest, std::abs(row[n]));
  }
  return largest;
}

}  // namespace

void encode_cloud(const CloudBlock& block, std::vector<std::byte>& out) {
  const auto elements = static_cast<std::uint32_t>(block.elements());
  put(out, &elements, 1);
  for (std::size_t e = 0; e < elements; ++e) {
    float places[CloudBlock::kKnots][6];
    for (int k = 0; k < CloudBlock::kKnots; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        places[k][axis] = static_cast<float>(block.place(e, k).position[axis]);
        places[k][3 + axis] = static_cast<float>(block.place(e, k).velocity[axis]);
      }
    put(out, &places[0][0], CloudBlock::kKnots * 6);
    for (int r = 0; r < kRows; ++r) {
      const float* row = row_of(block, e, r);
      float scale = largest_of(row) / kSteps;
      if (scale * kSteps < (r == 0 ? kSilentMonopole : kSilentDipole)) scale = 0;
      put(out, &scale, 1);
      if (scale == 0) continue;
      std::int16_t steps[CloudBlock::kSamples];
      for (int n = 0; n < CloudBlock::kSamples; ++n)
        steps[n] =
            static_cast<std::int16_t>(std::clamp(std::nearbyint(row[n] / scale), -kSteps, kSteps));
      put(out, steps, CloudBlock::kSamples);
    }
  }
}

void decode_cloud(std::span<const std::byte> bytes, CloudBlock& block, const std::string& what) {
  ByteReader in(bytes, what);
  std::uint32_t elements = 0;
  in.get(&elements, 1);
  if (elements > kMostElements || elements > bytes.size())
    fail("{}: a block of the emission track claims {} elements", what, elements);
  block.clear(elements);
  for (std::size_t e = 0; e < elements; ++e) {
    float places[CloudBlock::kKnots][6];
    in.get(&places[0][0], CloudBlock::kKnots * 6);
    for (int k = 0; k < CloudBlock::kKnots; ++k)
      block.place(e, k) = {{places[k][0], places[k][1], places[k][2]},
                           {places[k][3], places[k][4], places[k][5]}};
    for (int r = 0; r < kRows; ++r) {
      float scale = 0;
      in.get(&scale, 1);
      if (scale == 0) continue;
      if (!(scale > 0 && std::isfinite(scale)))
        fail("{}: a block of the emission track has the scale {}", what, scale);
      std::int16_t steps[CloudBlock::kSamples];
      in.get(steps, CloudBlock::kSamples);
      float* row = row_of(block, e, r);
      for (int n = 0; n < CloudBlock::kSamples; ++n) row[n] = scale * static_cast<float>(steps[n]);
    }
  }
  if (!in.done()) fail("{}: a block of the emission track is too long", what);
}

}  // namespace peal
