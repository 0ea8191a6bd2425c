#include <cmath>
#include <deque>

#include "base/constants.h"
#include "base/state_bytes.h"
#include "emission/cloud_tape.h"
#include "motion/rods/scene_rod.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

constexpr double kFadeIn = 0.01;  // [s] a rod that begins to fall has made no noise by it
constexpr int kRadiatorVersion = 1;
constexpr int kSamples = CloudBlock::kSamples;
static_assert(CloudBlock::kKnot == ShapeSamples::kKnot);

std::int64_t block_before(std::int64_t sample) {
  return (sample / kSamples - (sample % kSamples < 0 ? 1 : 0)) * kSamples;
}

/// One rod: gathers samples until a block and the place at its end are known.
class RodStrengths {
 public:
  RodStrengths(const Scene& scene, int object)
      : object_(object), begin_(-scene.motion.preroll), factor_(scene.air.density / (4 * kPi)) {
    const ObjectSpec& spec = scene.objects[object];
    const std::unique_ptr<ElasticRod> rod = make_rod(scene, spec);
    section_ = rod->section(0);
    for (int i = 0; i < rod->points(); ++i) share_.push_back(rod->share(i));
    pending_.resize(share_.size() * 3);
    knots_.resize(share_.size());
  }

  int object() const { return object_; }

  void add(const ShapeSamples& shape, ChunkFile& tape) {
    if (!started_) first_ = block_before(shape.first), fill_before(shape);
    started_ = true;
    rate_ = shape.rate;
    const int points = shape.points;
    for (int i = 0; i < points; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        const float* a = shape.acceleration_of(i, axis);
        auto& row = pending_[static_cast<std::size_t>(i) * 3 + axis];
        row.insert(row.end(), a, a + shape.count);
      }
    const std::size_t each = shape.knots.size() / static_cast<std::size_t>(points);
    for (int i = 0; i < points; ++i)
      knots_[i].insert(knots_[i].end(), shape.knots.begin() + std::ptrdiff_t(i * each),
                       shape.knots.begin() + std::ptrdiff_t((i + 1) * each));
    while (pending_[0].size() > kSamples && knots_[0].size() >= CloudBlock::kKnots) write(tape);
  }

  /// The rest, with the last place for its end.
  void finish(ChunkFile& tape) {
    if (!started_ || pending_[0].empty()) return;
    for (auto& row : pending_) row.resize(kSamples, 0.0f);
    for (auto& knots : knots_)
      while (knots.size() < CloudBlock::kKnots) knots.push_back(knots.back());
    write(tape);
  }

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.started_, self.first_, self.rate_, self.pending_, self.knots_);
  }

 private:
  /// A simulation may begin in the middle of a block.
  void fill_before(const ShapeSamples& shape) {
    const auto missing = static_cast<std::size_t>(shape.first - first_);
    for (auto& row : pending_) row.assign(missing, 0.0f);
    const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
    const std::int64_t k = ShapeSamples::kKnot;
    const auto lost = static_cast<std::size_t>((shape.first - first_ + k - 1) / k);
    for (int i = 0; i < shape.points; ++i) {
      if (each > 0) knots_[i].assign(lost, shape.knots[i * each]);
    }
  }

  Mat3 dipole_matrix(const ShapeSamples::Knot& knot, double share) const {
    const Vec3 d1 = knot.d1, d2 = cross(knot.tangent, knot.d1);
    Mat3 out;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        out(r, c) = factor_ * share *
                    (section_.d11 * d1[r] * d1[c] + section_.d22 * d2[r] * d2[c] +
                     section_.d12 * (d1[r] * d2[c] + d2[r] * d1[c]));
    return out;
  }

  void write(ChunkFile& tape) {
    block_.clear(share_.size());
    for (std::size_t i = 0; i < share_.size(); ++i) {
      for (int k = 0; k < CloudBlock::kKnots; ++k)
        block_.place(i, k) = {knots_[i][k].position, knots_[i][k].velocity};
      for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
        const Mat3 from = dipole_matrix(knots_[i][k], share_[i]),
                   to = dipole_matrix(knots_[i][k + 1], share_[i]);
        for (int m = 0; m < CloudBlock::kKnot; ++m) {
          const int n = k * CloudBlock::kKnot + m;
          const double part = static_cast<double>(m) / CloudBlock::kKnot, fade = faded(first_ + n);
          const Vec3 a{pending_[3 * i][n], pending_[3 * i + 1][n], pending_[3 * i + 2][n]};
          const Vec3 d = fade * ((1 - part) * (from * a) + part * (to * a));
          for (int axis = 0; axis < 3; ++axis)
            block_.dipole(i, axis)[n] = static_cast<float>(d[axis]);
        }
      }
    }
    append_cloud(tape, object_, first_, block_);
    for (auto& row : pending_) row.erase(row.begin(), row.begin() + kSamples);
    for (auto& knots : knots_)
      knots.erase(knots.begin(), knots.begin() + kSamples / CloudBlock::kKnot);
    first_ += kSamples;
  }

  double faded(std::int64_t sample) const {
    const double t = static_cast<double>(sample) / rate_ - begin_;
    if (t >= kFadeIn) return 1;
    return t <= 0 ? 0 : 0.5 - 0.5 * std::cos(kPi * t / kFadeIn);
  }

  int object_;
  double begin_, factor_;
  RodSection section_;
  std::vector<double> share_;  // [m]
  bool started_ = false;
  std::int64_t first_ = 0;  // sample of pending_'s begin, that of a block
  double rate_ = 0;
  std::vector<std::vector<float>> pending_;  // [point x axis] accelerations
  std::vector<std::vector<ShapeSamples::Knot>> knots_;
  CloudBlock block_;
};

class RodRadiator final : public TapeWriter {
 public:
  explicit RodRadiator(const Scene& scene) {
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].body == BodyKind::rod) rods_.emplace_back(scene, i);
  }
  void record(const MotionBlock& block, ChunkFile& tape) override {
    for (const ShapeSamples& shape : block.shapes)
      for (RodStrengths& rod : rods_)
        if (rod.object() == shape.object && shape.count > 0) rod.add(shape, tape);
  }
  void finish(ChunkFile& tape) override {
    for (RodStrengths& rod : rods_) rod.finish(tape);
  }
  void save(StateWriter& out) const override {
    out.section("strengths of rods", kRadiatorVersion);
    for (const RodStrengths& rod : rods_) out(rod);
  }
  void load(StateReader& in) override {
    in.section("strengths of rods", kRadiatorVersion);
    for (RodStrengths& rod : rods_) in(rod);
  }

 private:
  std::deque<RodStrengths> rods_;
};

}  // namespace

std::unique_ptr<TapeWriter> rod_radiator(const Scene& scene) {
  return std::make_unique<RodRadiator>(scene);
}

}  // namespace peal
