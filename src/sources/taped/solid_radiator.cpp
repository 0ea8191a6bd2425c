#include <cmath>
#include <deque>

#include "base/constants.h"
#include "base/state_bytes.h"
#include "emission/cloud_tape.h"
#include "motion/solids/scene_solid.h"
#include "physics/wave/bem/sheet_air.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

constexpr double kBecomesHeard = 0.01;  // [s] a sheet that begins to fall has made no noise by it
constexpr int kSheetStrengthVersion = 1;
constexpr int kTogether = CloudBlock::kSamples, kStretch = CloudBlock::kKnot;

/// Neighbours in the list that share a side radiate together: cells of grids.
std::vector<std::vector<std::size_t>> cells_of(const std::vector<std::array<int, 3>>& triangles) {
  std::vector<std::vector<std::size_t>> cells;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    cells.push_back({t});
    if (t + 1 == triangles.size()) break;
    int shared = 0;
    for (const int a : triangles[t])
      for (const int b : triangles[t + 1]) shared += a == b;
    if (shared == 2) cells.back().push_back(++t);
  }
  return cells;
}

/// One sheet: gathers samples until a block and the place at its end are known.
class SheetStrengths {
 public:
  SheetStrengths(const Scene& scene, int object, const SolidSurface& surface)
      : object_(object),
        begin_(-scene.motion.preroll),
        rate_(scene.motion.rod_rate),
        triangles_(surface.triangles),
        cells_(cells_of(triangles_)),
        air_({surface.rest, surface.triangles}, scene.air, rate_) {
    const std::size_t nodes = surface.rest.size();
    pending_.resize(3 * nodes);
    knots_.resize(nodes);
  }

  int object() const { return object_; }

  void add(const ShapeSamples& shape, ChunkFile& tape) {
    if (!started_) begin_in_a_block(shape);
    started_ = true;
    for (int n = 0; n < shape.points; ++n)
      for (int axis = 0; axis < 3; ++axis) {
        const float* a = shape.acceleration_of(n, axis);
        auto& row = pending_[static_cast<std::size_t>(n) * 3 + axis];
        row.insert(row.end(), a, a + shape.count);
      }
    const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
    for (int n = 0; n < shape.points; ++n)
      for (std::size_t k = 0; k < each; ++k) {
        const ShapeSamples::Knot& knot = shape.knots[n * each + k];
        knots_[n].push_back({knot.position, knot.velocity});
      }
    while (pending_[0].size() > kTogether && knots_[0].size() >= CloudBlock::kKnots) write(tape);
  }

  /// The rest, with the last place for its end.
  void finish(ChunkFile& tape) {
    if (!started_ || pending_[0].empty()) return;
    for (auto& row : pending_) row.resize(kTogether, 0.0f);
    for (auto& knots : knots_)
      while (knots.size() < CloudBlock::kKnots) knots.push_back(knots.back());
    write(tape);
  }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.started_, self.first_, self.pending_, self.knots_, self.air_);
  }

 private:
  struct Place {
    Vec3 position, velocity;
  };

  /// A simulation may begin in the middle of a block.
  void begin_in_a_block(const ShapeSamples& shape) {
    first_ = (shape.first / kTogether - (shape.first % kTogether < 0 ? 1 : 0)) * kTogether;
    const auto missing = static_cast<std::size_t>(shape.first - first_);
    for (auto& row : pending_) row.assign(missing, 0.0f);
    const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
    const auto lost = (missing + kStretch - 1) / kStretch;
    for (int n = 0; n < shape.points && each > 0; ++n)
      knots_[n].assign(lost, {shape.knots[n * each].position, shape.knots[n * each].velocity});
  }

  Vec3 area_at(std::size_t triangle, int knot) const {
    const auto& [a, b, c] = triangles_[triangle];
    const Vec3 origin = knots_[a][knot].position;
    return 0.5 * cross(knots_[b][knot].position - origin, knots_[c][knot].position - origin);
  }

  void find_pressures() {
    accelerations_.resize(triangles_.size() * kTogether);
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
        const Vec3 from = normalized(area_at(t, k)), to = normalized(area_at(t, k + 1));
        for (int m = 0; m < kStretch; ++m) {
          const int n = k * kStretch + m;
          const double part = static_cast<double>(m) / kStretch;
          Vec3 a;
          for (const int node : triangles_[t])
            for (int axis = 0; axis < 3; ++axis) a[axis] += pending_[3 * node + axis][n];
          accelerations_[t * kTogether + n] = dot(a, (1 - part) * from + part * to) / 3;
        }
      }
    air_.pressures(accelerations_, kTogether, pressures_);
  }

  void write(ChunkFile& tape) {
    find_pressures();
    block_.clear(cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const auto& cell = cells_[c];
      const double part_of = 1.0 / static_cast<double>(3 * cell.size());
      for (int k = 0; k < CloudBlock::kKnots; ++k) {
        Place middle;
        for (const std::size_t t : cell)
          for (const int node : triangles_[t]) {
            middle.position += part_of * knots_[node][k].position;
            middle.velocity += part_of * knots_[node][k].velocity;
          }
        block_.place(c, k) = {middle.position, middle.velocity};
      }
      for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
        Vec3 from[2], to[2];
        for (std::size_t side = 0; side < cell.size(); ++side)
          from[side] = area_at(cell[side], k), to[side] = area_at(cell[side], k + 1);
        for (int m = 0; m < kStretch; ++m) {
          const int n = k * kStretch + m;
          const double part = static_cast<double>(m) / kStretch;
          Vec3 d;
          for (std::size_t side = 0; side < cell.size(); ++side)
            d += pressures_[cell[side] * kTogether + n] *
                 ((1 - part) * from[side] + part * to[side]);
          d *= faded(first_ + n) * 2 / (4 * kPi);
          for (int axis = 0; axis < 3; ++axis)
            block_.dipole(c, axis)[n] = static_cast<float>(d[axis]);
        }
      }
    }
    append_cloud(tape, object_, first_, block_);
    for (auto& row : pending_) row.erase(row.begin(), row.begin() + kTogether);
    for (auto& knots : knots_) knots.erase(knots.begin(), knots.begin() + kTogether / kStretch);
    first_ += kTogether;
  }

  double faded(std::int64_t sample) const {
    const double t = static_cast<double>(sample) / rate_ - begin_;
    if (t >= kBecomesHeard) return 1;
    return t <= 0 ? 0 : 0.5 - 0.5 * std::cos(kPi * t / kBecomesHeard);
  }

  int object_;
  double begin_, rate_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<std::vector<std::size_t>> cells_;  // triangles of each, one or two
  SheetAir air_;
  bool started_ = false;
  std::int64_t first_ = 0;                   // sample of pending_'s begin, that of a block
  std::vector<std::vector<float>> pending_;  // [node x axis] accelerations
  std::vector<std::vector<Place>> knots_;
  std::vector<double> accelerations_, pressures_;
  CloudBlock block_;
};

class SolidRadiator final : public TapeWriter {
 public:
  explicit SolidRadiator(const Scene& scene) {
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].body == BodyKind::solid) {
        const SolidSurface surface = scene_solid_surface(scene, scene.objects[i]);
        // The air around closed surfaces is not computed yet: they are silent.
        if (!surface.closed) sheets_.emplace_back(scene, i, surface);
      }
  }
  void record(const MotionBlock& block, ChunkFile& tape) override {
    for (const ShapeSamples& shape : block.shapes)
      for (SheetStrengths& sheet : sheets_)
        if (sheet.object() == shape.object && shape.count > 0) sheet.add(shape, tape);
  }
  void finish(ChunkFile& tape) override {
    for (SheetStrengths& sheet : sheets_) sheet.finish(tape);
  }
  void save(StateWriter& out) const override {
    out.section("strengths of sheets", kSheetStrengthVersion);
    for (const SheetStrengths& sheet : sheets_) out(sheet);
  }
  void load(StateReader& in) override {
    in.section("strengths of sheets", kSheetStrengthVersion);
    for (SheetStrengths& sheet : sheets_) in(sheet);
  }

 private:
  std::deque<SheetStrengths> sheets_;
};

}  // namespace

std::unique_ptr<TapeWriter> solid_radiator(const Scene& scene) {
  return std::make_unique<SolidRadiator>(scene);
}

}  // namespace peal
