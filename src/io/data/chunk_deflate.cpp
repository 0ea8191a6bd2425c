#include "io/data/chunk_deflate.h"

#include <zlib.h>

#include <array>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kNoise = 7.5;          // [bit] per byte; deflating the rest would save 6 % at best
constexpr std::size_t kSampled = 8192;  // bytes that are looked at

// Entropy of single bytes. Runs and repetitions that it does not see are not lost in noise.
bool looks_like_noise(std::span<const std::byte> plane) {
  const std::size_t stride = plane.size() / kSampled + 1;
  std::array<int, 256> count{};
  int all = 0;
  for (std::size_t i = 0; i < plane.size(); i += stride, ++all)
    ++count[std::to_integer<std::size_t>(plane[i])];
  double entropy = 0;
  for (const int n : count)
    if (n > 0) entropy -= n * std::log2(static_cast<double>(n) / all);
  return entropy > kNoise * all;
}

struct Stream {
  z_stream z{};
  explicit Stream(int level) {
    if (::deflateInit(&z, level) != Z_OK) fail("no memory for compressing");
  }
  ~Stream() { ::deflateEnd(&z); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

}  // namespace

std::vector<std::byte> shuffle_and_deflate(std::span<const std::byte> values,
                                           std::size_t value_bytes, int level) {
  const std::size_t count = values.size() / value_bytes;
  Stream stream(level);
  z_stream& z = stream.z;
  // deflateBound does not know about changes of the level; stored blocks cost 5 bytes each.
  std::vector<std::byte> out(::deflateBound(&z, values.size()) + values.size() / 1000 +
                             64 * value_bytes + 64);
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  std::vector<std::byte> plane(count);
  for (std::size_t byte = 0; byte < value_bytes; ++byte) {
    for (std::size_t i = 0; i < count; ++i) plane[i] = values[i * value_bytes + byte];
    z.avail_in = 0;
    const int here = looks_like_noise(plane) ? Z_NO_COMPRESSION : level;
    if (::deflateParams(&z, here, Z_DEFAULT_STRATEGY) != Z_OK) fail("compressing failed");
    z.next_in = reinterpret_cast<Bytef*>(plane.data());
    z.avail_in = static_cast<uInt>(plane.size());
    // Flushed, because the plane is overwritten and the level may change.
    const int flush = byte + 1 == value_bytes ? Z_FINISH : Z_BLOCK;
    const int done = ::deflate(&z, flush);
    if (done != (flush == Z_FINISH ? Z_STREAM_END : Z_OK) || z.avail_in != 0)
      fail("compressing failed");
  }
  out.resize(out.size() - z.avail_out);
  return out;
}

}  // namespace peal
