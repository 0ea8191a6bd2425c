#include "motion/take/shape_tape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr int kShapeVersion = 1;
constexpr float kMost = 32767;
constexpr std::int16_t kAbsent = -32768;

struct Packed {
  double time = 0;
  float low[3] = {}, high[3] = {};
  std::vector<std::int16_t> places;
  std::vector<std::int8_t> d1;

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.time, self.low[0], self.low[1], self.low[2], self.high[0], self.high[1],
            self.high[2], self.places, self.d1);
  }
};

template <class Place>
Packed packed(double time, std::size_t points, const Place& place) {
  Packed out;
  out.time = time;
  bool any = false;
  for (std::size_t i = 0; i < points; ++i) {
    const Vec3 p = place(i);
    if (!is_finite(p)) continue;
    for (int k = 0; k < 3; ++k) {
      const auto x = static_cast<float>(p[k]);
      out.low[k] = any ? std::min(out.low[k], x) : x;
      out.high[k] = any ? std::max(out.high[k], x) : x;
    }
    any = true;
  }
  for (std::size_t i = 0; i < points; ++i) {
    const Vec3 p = place(i);
    for (int k = 0; k < 3; ++k) {
      const double size = out.high[k] - out.low[k];
      const double part = size > 0 ? (p[k] - out.low[k]) / size : 0;
      out.places.push_back(
          is_finite(p) ? static_cast<std::int16_t>(std::lround(std::clamp(part, 0.0, 1.0) * kMost))
                       : kAbsent);
    }
  }
  return out;
}

void append(ChunkFile& tape, std::uint32_t track, const Packed& frame) {
  StateWriter out;
  out.section("frame", kShapeVersion);
  out(frame);
  tape.append(track, std::llround(frame.time * 1e6), out.bytes());  // [us]
}

std::int64_t frame_of(std::int64_t sample, double rate) {
  return static_cast<std::int64_t>(
      std::floor(static_cast<double>(sample) / rate * CrowdFrame::kFrameRate));
}

}  // namespace

void ShapeTapeWriter::record(const MotionBlock& block, ChunkFile& tape) {
  for (const ShapeSamples& shape : block.shapes) {
    const std::int64_t k = ShapeSamples::kKnot;
    const auto points = static_cast<std::size_t>(shape.points);
    const std::size_t knots = points > 0 ? shape.knots.size() / points : 0;
    std::int64_t sample =
        shape.first >= 0 ? (shape.first + k - 1) / k * k : -(-shape.first / k * k);
    for (std::size_t n = 0; n < knots; ++n, sample += k) {
      if (frame_of(sample, shape.rate) == frame_of(sample - k, shape.rate)) continue;
      const auto knot = [&](std::size_t i) -> const ShapeSamples::Knot& {
        return shape.knots[i * knots + n];
      };
      Packed frame = packed(static_cast<double>(sample) / shape.rate, points,
                            [&](std::size_t i) { return knot(i).position; });
      for (std::size_t i = 0; i < points; ++i)
        for (int axis = 0; axis < 3; ++axis)
          frame.d1.push_back(static_cast<std::int8_t>(std::lround(127 * knot(i).d1[axis])));
      append(tape, kShapeTrack + static_cast<std::uint32_t>(shape.object), frame);
    }
  }
  for (const CrowdFrame& frame : block.frames)
    append(tape, kCrowdTrack + static_cast<std::uint32_t>(frame.crowd),
           packed(frame.time, frame.places.size() / 3, [&](std::size_t i) {
             return Vec3{frame.places[3 * i], frame.places[3 * i + 1], frame.places[3 * i + 2]};
           }));
}

std::size_t shape_frame_count(const ChunkFile& tape, std::uint32_t track) {
  return tape.chunks_of(track).size();
}

ShapeFrame read_shape_frame(const ChunkFile& tape, std::uint32_t track, std::int64_t first) {
  std::vector<std::byte> bytes;
  tape.read(track, first, bytes);
  StateReader in(bytes, tape.name());
  in.section("frame", kShapeVersion);
  Packed packed;
  in(packed);
  ShapeFrame frame;
  frame.time = packed.time;
  for (std::size_t i = 0; i + 2 < packed.places.size(); i += 3) {
    Vec3 p;
    for (int k = 0; k < 3; ++k)
      p[k] = packed.places[i + k] == kAbsent
                 ? std::numeric_limits<double>::quiet_NaN()
                 : packed.low[k] + (packed.high[k] - packed.low[k]) * packed.places[i + k] / kMost;
    frame.points.push_back(p);
  }
  for (std::size_t i = 0; i + 2 < packed.d1.size(); i += 3)
    frame.d1.push_back(normalized(
        Vec3{packed.d1[i] / 127.0, packed.d1[i + 1] / 127.0, packed.d1[i + 2] / 127.0}, {0, 1, 0}));
  return frame;
}

std::vector<ShapeFrame> read_shape_frames(const ChunkFile& tape, std::uint32_t track) {
  std::vector<ShapeFrame> out;
  for (const std::int64_t first : tape.chunks_of(track))
    out.push_back(read_shape_frame(tape, track, first));
  return out;
}

}  // namespace peal
