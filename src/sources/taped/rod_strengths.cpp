#include "sources/taped/rod_strengths.h"

#include <algorithm>
#include <cmath>

#include "emission/cloud_tape.h"
#include "motion/rods/scene_rod.h"
#include "physics/elastic/materials/material.h"

namespace peal {
namespace {

constexpr double kFadeIn = 0.01;  // [s] a rod that begins to fall has made no noise by it
constexpr int kSamples = CloudBlock::kSamples;
constexpr int kKnotRun = CloudBlock::kKnot;
static_assert(CloudBlock::kKnot == ShapeSamples::kKnot);
// A point's turning is left out of blocks in which all of them stay below this, 0.1 m away.
constexpr double kSilentTurning = 3e-7, kNearEar = 0.1;  // [Pa], [m]

std::int64_t block_before(std::int64_t sample) {
  return (sample / kSamples - (sample % kSamples < 0 ? 1 : 0)) * kSamples;
}

double part(int m) { return static_cast<double>(m) / kKnotRun; }

}  // namespace

RodStrengths::RodStrengths(const Scene& scene, int object)
    : object_(object),
      begin_(-scene.motion.preroll),
      speed_of_sound_(scene.air.speed_of_sound),
      radiation_(RodSection{}, 0, 0) {
  const ObjectSpec& spec = scene.objects[object];
  const std::unique_ptr<ElasticRod> rod = make_rod(scene, spec);
  radiation_ = {rod->section(0), scene.material(spec.material).poisson, scene.air.density};
  turns_ = turning_sounds(rod->section(0));
  closed_ = rod->closed();
  for (int i = 0; i < rod->points(); ++i) share_.push_back(rod->share(i));
  pending_.resize(share_.size() * 3);
  if (turns_) turning_.resize(share_.size());
  knots_.resize(share_.size());
  fade_.resize(kSamples);
}

void RodStrengths::add(const ShapeSamples& shape, ChunkFile& tape) {
  if (!started_) first_ = block_before(shape.first), fill_before(shape);
  started_ = true;
  rate_ = shape.rate;
  const int points = shape.points;
  for (int i = 0; i < points; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const float* a = shape.acceleration_of(i, axis);
      auto& row = pending_[static_cast<std::size_t>(i) * 3 + axis];
      row.insert(row.end(), a, a + shape.count);
    }
    if (turns_) {
      const float* a = shape.turning_of(i);
      turning_[i].insert(turning_[i].end(), a, a + shape.count);
    }
  }
  const std::size_t each = shape.knots.size() / static_cast<std::size_t>(points);
  for (int i = 0; i < points; ++i)
    knots_[i].insert(knots_[i].end(), shape.knots.begin() + std::ptrdiff_t(i * each),
                     shape.knots.begin() + std::ptrdiff_t((i + 1) * each));
  while (pending_[0].size() > kSamples && knots_[0].size() >= CloudBlock::kKnots) write(tape);
}

void RodStrengths::finish(ChunkFile& tape) {
  if (!started_ || pending_[0].empty()) return;
  for (auto* rows : {&pending_, &turning_})
    for (auto& row : *rows) row.resize(kSamples, 0.0f);
  for (auto& knots : knots_)
    while (knots.size() < CloudBlock::kKnots) knots.push_back(knots.back());
  write(tape);
}

/// A simulation may begin in the middle of a block.
void RodStrengths::fill_before(const ShapeSamples& shape) {
  const auto missing = static_cast<std::size_t>(shape.first - first_);
  for (auto* rows : {&pending_, &turning_})
    for (auto& row : *rows) row.assign(missing, 0.0f);
  const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
  const std::int64_t k = ShapeSamples::kKnot;
  const auto lost = static_cast<std::size_t>((shape.first - first_ + k - 1) / k);
  for (int i = 0; i < shape.points; ++i) {
    if (each > 0) knots_[i].assign(lost, shape.knots[i * each]);
  }
}

RodStrengths::Frame RodStrengths::frame(std::size_t point, int knot) const {
  const ShapeSamples::Knot& at = knots_[point][knot];
  return {at.d1, cross(at.tangent, at.d1)};
}

void RodStrengths::write(ChunkFile& tape) {
  for (int n = 0; n < kSamples; ++n) {
    const double t = static_cast<double>(first_ + n) / rate_ - begin_;
    fade_[n] = static_cast<float>(t >= kFadeIn ? 1
                                  : t <= 0     ? 0
                                               : 0.5 - 0.5 * std::cos(kPi * t / kFadeIn));
  }
  const bool turning = turns_ && turning_is_heard();
  block_.clear(share_.size() * (turning ? 3 : 1));
  add_bending();
  add_stretching();
  if (turning) add_turning();
  append_cloud(tape, object_, first_, block_);
  for (auto* rows : {&pending_, &turning_})
    for (auto& row : *rows) row.erase(row.begin(), row.begin() + kSamples);
  for (auto& knots : knots_) knots.erase(knots.begin(), knots.begin() + kSamples / kKnotRun);
  first_ += kSamples;
}

void RodStrengths::add_bending() {
  for (std::size_t i = 0; i < share_.size(); ++i) {
    for (int k = 0; k < CloudBlock::kKnots; ++k)
      block_.place(i, k) = {knots_[i][k].position, knots_[i][k].velocity};
    const auto matrix = [&](int k) {
      const Frame f = frame(i, k);
      return radiation_.dipole(share_[i], f.d1, f.d2);
    };
    for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
      const Mat3 from = matrix(k), to = matrix(k + 1);
      for (int m = 0; m < kKnotRun; ++m) {
        const int n = k * kKnotRun + m;
        const Vec3 a{pending_[3 * i][n], pending_[3 * i + 1][n], pending_[3 * i + 2][n]};
        const Vec3 d = fade_[n] * ((1 - part(m)) * (from * a) + part(m) * (to * a));
        for (int axis = 0; axis < 3; ++axis)
          block_.dipole(i, axis)[n] = static_cast<float>(d[axis]);
      }
    }
  }
}

void RodStrengths::add_stretching() {
  const std::size_t points = share_.size();
  for (std::size_t i = 0, j = 1; i + (closed_ ? 0 : 1) < points; ++i, j = (i + 1) % points) {
    float *of_i = block_.monopole(i), *of_j = block_.monopole(j);
    const auto tangent = [&](int k) {
      return normalized(knots_[j][k].position - knots_[i][k].position, knots_[i][k].tangent);
    };
    for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
      const Vec3 from = tangent(k), change = tangent(k + 1) - from;
      for (int m = 0; m < kKnotRun; ++m) {
        const int n = k * kKnotRun + m;
        const Vec3 t = from + part(m) * change;
        const auto along = [&](std::size_t p) {
          return t.x * pending_[3 * p][n] + t.y * pending_[3 * p + 1][n] +
                 t.z * pending_[3 * p + 2][n];
        };
        const auto both = radiation_.monopoles(along(i), along(j));
        of_i[n] += static_cast<float>(fade_[n] * both[0]);
        of_j[n] += static_cast<float>(fade_[n] * both[1]);
      }
    }
  }
}

/// Far away a pair makes s''/(c^2 r) of its strength s, near it s/r^3. Differences over four
/// samples know nothing of what swings at half the rate, where all that is too fast for the steps
/// ends up.
bool RodStrengths::turning_is_heard() const {
  const double far = rate_ * rate_ / 4 / (speed_of_sound_ * speed_of_sound_ * kNearEar),
               near = 1 / (kNearEar * kNearEar * kNearEar);
  for (std::size_t i = 0; i < share_.size(); ++i) {
    const Frame f = frame(i, 0);
    const auto pair = radiation_.turning_pair(share_[i], f.d1, f.d2);
    const double strength = 2 * norm(pair.offset) * norm(pair.dipole),
                 dipole = norm(radiation_.turning_dipole(share_[i], f.d1, f.d2));
    const float* a = turning_[i].data();
    double most = 0, bend = 0;
    for (int n = 0; n < kSamples; ++n) most = std::max(most, std::abs(double{a[n]}));
    for (int n = 2; n + 2 < kSamples; ++n)
      bend = std::max(bend, std::abs(double{a[n - 2]} - 2.0 * a[n] + a[n + 2]));
    if (strength * (bend * far + most * near) > kSilentTurning) return true;
    if (dipole * std::sqrt(most * bend * far / kNearEar) > kSilentTurning) return true;
  }
  return false;
}

void RodStrengths::add_turning() {
  const std::size_t points = share_.size();
  for (std::size_t i = 0; i < points; ++i) {
    const auto pair = [&](int k) {
      const Frame f = frame(i, k);
      return radiation_.turning_pair(share_[i], f.d1, f.d2);
    };
    const auto alone = [&](int k) {
      const Frame f = frame(i, k);
      return radiation_.turning_dipole(share_[i], f.d1, f.d2);
    };
    const std::size_t one = points + 2 * i, other = one + 1;
    for (int k = 0; k < CloudBlock::kKnots; ++k) {
      const int before = std::max(k - 1, 0), after = std::min(k + 1, CloudBlock::kKnots - 1);
      const Vec3 offset = pair(k).offset, moves = (pair(after).offset - pair(before).offset) *
                                                  (rate_ / (kKnotRun * (after - before)));
      const CloudBlock::Place& middle = block_.place(i, k);
      block_.place(one, k) = {middle.position + offset, middle.velocity + moves};
      block_.place(other, k) = {middle.position - offset, middle.velocity - moves};
    }
    for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
      const Vec3 from = pair(k).dipole, to = pair(k + 1).dipole;
      const Vec3 alone_from = alone(k), alone_to = alone(k + 1);
      for (int m = 0; m < kKnotRun; ++m) {
        const int n = k * kKnotRun + m;
        const double a = fade_[n] * double{turning_[i][n]};
        const Vec3 d = a * ((1 - part(m)) * from + part(m) * to),
                   extra = a * ((1 - part(m)) * alone_from + part(m) * alone_to);
        for (int axis = 0; axis < 3; ++axis) {
          block_.dipole(one, axis)[n] = static_cast<float>(d[axis]);
          block_.dipole(other, axis)[n] = -static_cast<float>(d[axis]);
          block_.dipole(i, axis)[n] += static_cast<float>(extra[axis]);
        }
      }
    }
  }
}

}  // namespace peal
