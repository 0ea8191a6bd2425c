#include "sources/taped/surface_strengths.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "emission/cloud_tape.h"
#include "physics/geometry/shape_change.h"
#include "physics/geometry/surface_edges.h"
#include "sources/taped/surface_cells.h"

namespace peal {
namespace {

constexpr double kBecomesHeard = 0.01;  // [s] what begins to fall has made no noise by it
constexpr int kTogether = CloudBlock::kSamples, kStretch = CloudBlock::kKnot;
// The operator of a sheet bent by 1 rad errs by 0.1 dB, by 2 rad 0.35 dB.
constexpr double kMostTurn = 0.5;     // [rad]
constexpr double kMostStretch = 0.3;  // of areas

std::vector<int> points_of(const TriangleMesh& mesh) {
  std::vector<int> points;
  for (const auto& t : mesh.triangles) points.insert(points.end(), t.begin(), t.end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

TriangleMesh over_points(const TriangleMesh& mesh, const std::vector<int>& points) {
  TriangleMesh out;
  for (const int p : points) out.vertices.push_back(mesh.vertices[p]);
  for (const auto& t : mesh.triangles) {
    std::array<int, 3> own{};
    for (int k = 0; k < 3; ++k)
      own[k] =
          static_cast<int>(std::lower_bound(points.begin(), points.end(), t[k]) - points.begin());
    out.triangles.push_back(own);
  }
  return out;
}

}  // namespace

bool is_closed(const TriangleMesh& surface) {
  const SurfaceEdges edges(surface);
  return std::all_of(edges.edges().begin(), edges.edges().end(),
                     [](const SurfaceEdges::Edge& edge) { return edge.count == 2; });
}

SurfaceStrengths::SurfaceStrengths(int object, const TriangleMesh& rest, const Air& air,
                                   double rate, double begin)
    : object_(object),
      air_(air),
      rate_(rate),
      begin_(begin),
      kind_(is_closed(rest) ? SurfaceKind::closed : SurfaceKind::sheet),
      points_(points_of(rest)),
      operator_of_(over_points(rest, points_)),
      surface_(std::make_unique<SurfaceAir>(operator_of_, kind_, air, rate)),
      cells_(surface_cells(operator_of_)),
      flux_(operator_of_.triangles, points_.size(), rate),
      pending_(3 * points_.size()),
      knots_(points_.size()),
      fade_(kTogether) {}

void SurfaceStrengths::add(const ShapeSamples& shape, ChunkFile& tape) {
  if (!started_) begin_in_a_block(shape);
  started_ = true;
  const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const float* a = shape.acceleration_of(points_[i], axis);
      auto& row = pending_[3 * i + axis];
      row.insert(row.end(), a, a + shape.count);
    }
    for (std::size_t k = 0; k < each; ++k) {
      const ShapeSamples::Knot& knot = shape.knots[points_[i] * each + k];
      knots_[i].push_back({knot.position, knot.velocity});
    }
  }
  while (pending_[0].size() > kTogether && knots_[0].size() >= CloudBlock::kKnots) write(tape);
}

void SurfaceStrengths::finish(ChunkFile& tape) {
  if (!started_ || pending_[0].empty()) return;
  for (auto& row : pending_) row.resize(kTogether + 1, 0.0f);
  for (auto& knots : knots_)
    while (knots.size() < CloudBlock::kKnots) knots.push_back(knots.back());
  write(tape);
}

/// A simulation may begin in the middle of a block.
void SurfaceStrengths::begin_in_a_block(const ShapeSamples& shape) {
  first_ = (shape.first / kTogether - (shape.first % kTogether < 0 ? 1 : 0)) * kTogether;
  const auto missing = static_cast<std::size_t>(shape.first - first_);
  for (auto& row : pending_) row.assign(missing, 0.0f);
  const std::size_t each = shape.knots.size() / static_cast<std::size_t>(shape.points);
  const auto lost = (missing + kStretch - 1) / kStretch;
  for (std::size_t i = 0; i < points_.size() && each > 0; ++i) {
    const ShapeSamples::Knot& knot = shape.knots[points_[i] * each];
    knots_[i].assign(lost, {knot.position, knot.velocity});
  }
}

TriangleMesh SurfaceStrengths::shape_now() const {
  TriangleMesh now = operator_of_;
  for (std::size_t i = 0; i < knots_.size(); ++i) now.vertices[i] = knots_[i][0].position;
  return now;
}

/// A new operator has settled long before it is heard alone.
void SurfaceStrengths::find_pressures() {
  surface_->pressures(flux_.acceleration(), kTogether, pressures_);
  TriangleMesh now = shape_now();
  const ShapeChange change = shape_change(operator_of_, now);
  if (change.turn < kMostTurn && change.stretch < kMostStretch) return;
  auto renewed = std::make_unique<SurfaceAir>(now, kind_, air_, rate_);
  renewed->pressures(flux_.acceleration(), kTogether, newer_);
  for (std::size_t t = 0; t < flux_.triangles(); ++t)
    for (int n = 0; n < kTogether; ++n) {
      const auto part = static_cast<float>(0.5 - 0.5 * std::cos(kPi * n / kTogether));
      float& p = pressures_[t * kTogether + n];
      p += part * (newer_[t * kTogether + n] - p);
    }
  surface_ = std::move(renewed);
  operator_of_ = std::move(now);
  ++renewals_;
}

void SurfaceStrengths::make_element(std::size_t cell) {
  const std::vector<int>& members = cells_[cell];
  const bool closed = kind_ == SurfaceKind::closed;
  const double share = (closed ? 1 : 2) / (4 * kPi), mass = air_.density / (4 * kPi);
  Vec3 middles[CloudBlock::kKnots];
  for (int k = 0; k < CloudBlock::kKnots; ++k) {
    PlaceInTime middle;
    for (const int t : members)
      for (const int p : operator_of_.triangles[t]) {
        const double part = 1.0 / (3 * static_cast<double>(members.size()));
        middle.position += part * knots_[p][k].position;
        middle.velocity += part * knots_[p][k].velocity;
      }
    block_.place(cell, k) = {middle.position, middle.velocity};
    middles[k] = middle.position;
  }
  float* const monopole = block_.monopole(cell);
  for (const int t : members) {
    const float* const pressure = &pressures_[static_cast<std::size_t>(t) * kTogether];
    const float* const flux = &flux_.flux()[static_cast<std::size_t>(t) * kTogether];
    const auto arm = [&](int k) {
      const auto& [p, q, r] = operator_of_.triangles[t];
      return (knots_[p][k].position + knots_[q][k].position + knots_[r][k].position) / 3.0 -
             middles[k];
    };
    for (int k = 0; k + 1 < CloudBlock::kKnots; ++k) {
      const int begin = k * kStretch;
      const Vec3 area = share * flux_.area(t, k), more = share * flux_.area(t, k + 1) - area;
      const Vec3 from = closed ? mass * arm(k) : Vec3{},
                 away = closed ? mass * arm(k + 1) - from : Vec3{};
      for (int axis = 0; axis < 3; ++axis) {
        float* const d = block_.dipole(cell, axis) + begin;
        const auto a0 = static_cast<float>(area[axis]),
                   a1 = static_cast<float>(more[axis] / kStretch),
                   b0 = static_cast<float>(from[axis]),
                   b1 = static_cast<float>(away[axis] / kStretch);
        for (int n = 0; n < kStretch; ++n) {
          const auto u = static_cast<float>(n);
          d[n] += pressure[begin + n] * (a0 + u * a1) + flux[begin + n] * (b0 + u * b1);
        }
      }
    }
    if (closed)
      for (int n = 0; n < kTogether; ++n) monopole[n] += static_cast<float>(mass) * flux[n];
  }
}

void SurfaceStrengths::write(ChunkFile& tape) {
  flux_.find(pending_, knots_);
  find_pressures();
  block_.clear(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) make_element(c);
  if (faded(first_) < 1) {
    for (int n = 0; n < kTogether; ++n) fade_[n] = static_cast<float>(faded(first_ + n));
    for (std::size_t c = 0; c < cells_.size(); ++c)
      for (int row = 0; row < 4; ++row)
        for (int n = 0; n < kTogether; ++n) block_.monopole(c)[row * kTogether + n] *= fade_[n];
  }
  append_cloud(tape, object_, first_, block_);
  for (auto& row : pending_) row.erase(row.begin(), row.begin() + kTogether);
  for (auto& knots : knots_) knots.erase(knots.begin(), knots.begin() + kTogether / kStretch);
  first_ += kTogether;
}

double SurfaceStrengths::faded(std::int64_t sample) const {
  const double t = static_cast<double>(sample) / rate_ - begin_;
  if (t >= kBecomesHeard) return 1;
  return t <= 0 ? 0 : 0.5 - 0.5 * std::cos(kPi * t / kBecomesHeard);
}

void SurfaceStrengths::save(StateWriter& out) const {
  out(renewals_, operator_of_.vertices, *surface_, started_, first_, pending_, knots_);
}

void SurfaceStrengths::load(StateReader& in) {
  const int made = renewals_;
  in(renewals_, operator_of_.vertices);
  if (renewals_ != made) surface_ = std::make_unique<SurfaceAir>(operator_of_, kind_, air_, rate_);
  in(*surface_, started_, first_, pending_, knots_);
}

}  // namespace peal
