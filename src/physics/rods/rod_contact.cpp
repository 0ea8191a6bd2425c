// What a RodStepper answers and takes between predict() and finish().
#include <algorithm>

#include "physics/rods/rod_stepper.h"

namespace peal {

Mat3 RodStepper::mobility(int point) noexcept {
  Mat3 out;
  mobility(point, std::span(&point, 1), std::span(&out, 1));
  return out;
}

void RodStepper::mobility(int point, std::span<const int> where, std::span<Mat3> out) noexcept {
  sharpen();
  for (int c = 0; c < 3; ++c) {
    std::fill(response_.begin(), response_.end(), 0.0);
    response_[4 * point + c] = 1;
    for (const Support& s : supports_)
      if (s.point == point && s.unknown == c) response_[4 * point + c] = 0;
    matrix_.solve(response_.data());
    for (std::size_t k = 0; k < where.size(); ++k)
      for (int r = 0; r < 3; ++r) out[k](r, c) = response_[4 * where[k] + r];
  }
}

void RodStepper::mobilities(std::span<Mat3> out) noexcept {
  sharpen();
  matrix_.inverse(own_.data(), beside_.data());
  // The inverse has a 1 where something is held: nothing moves there.
  for (const Support& s : supports_) own_[16 * s.point + 5 * s.unknown] = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) out[i](r, c) = own_[16 * i + 4 * c + r];
}

void RodStepper::place_mobilities(std::span<Mat3> points, std::span<double> twists) noexcept {
  mobilities(points);
  const int n = rod_.points();
  for (int i = 0; i < n; ++i) {
    twists[i] = own_[16 * i + 15];
    for (const int before : {i == 0 ? n - 1 : i - 1, i}) {  // beside: row before + 1, column before
      if (!rod_.closed() && before == n - 1) continue;
      const double* beside = &beside_[16 * before];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          points[i](r, c) += 0.25 * (beside[4 * c + r] + beside[4 * r + c]);
    }
  }
  for (const Support& s : supports_)
    if (s.held && s.unknown < 3)
      for (int k = 0; k < 3; ++k) points[s.point](s.unknown, k) = points[s.point](k, s.unknown) = 0;
}

Vec3 RodStepper::edge_velocity(int edge, double along, const Vec3& arm) const noexcept {
  return (1 - along) * rod_.velocity(edge) + along * rod_.velocity((edge + 1) % rod_.points()) +
         rod_.twist_rate(edge) * cross(rod_.tangent(edge), arm);
}

/// H Z H^T with v = H (v_i, twist rate, v_i+1).
Mat3 RodStepper::edge_mobility(int edge, double along, const Vec3& arm) const noexcept {
  const int next = (edge + 1) % rod_.points();
  const double *own = &own_[16 * edge], *far = &own_[16 * next], *beside = &beside_[16 * edge];
  const Vec3 turn = cross(rod_.tangent(edge), arm);
  double h[3][7] = {};  // x_i, twist, x_i+1
  for (int k = 0; k < 3; ++k) h[k][k] = 1 - along, h[k][3] = turn[k], h[k][4 + k] = along;
  const auto z = [&](int r, int c) {
    if (r < 4 && c < 4) return own[4 * c + r];
    if (r >= 4 && c >= 4) return far[4 * (c - 4) + r - 4];
    return r >= 4 ? beside[4 * c + r - 4] : beside[4 * r + c - 4];
  };
  Mat3 out;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      double sum = 0;
      for (int r = 0; r < 7; ++r)
        for (int c = 0; c < 7; ++c) sum += h[a][r] * z(r, c) * h[b][c];
      out(a, b) = sum;
    }
  return out;
}

void RodStepper::push_edge(int edge, double along, const Vec3& arm, const Vec3& impulse) noexcept {
  push(edge, (1 - along) * impulse);
  push((edge + 1) % rod_.points(), along * impulse);
  push_twist(edge, dot(cross(rod_.tangent(edge), arm), impulse));
}

void RodStepper::push(int point, const Vec3& impulse) noexcept {
  for (int k = 0; k < 3; ++k) impulse_[4 * point + k] += impulse[k];
  pushed_ = true;
}

void RodStepper::push_twist(int edge, double impulse) noexcept {
  impulse_[4 * edge + 3] += impulse;
  pushed_ = true;
}

void RodStepper::apply() noexcept {
  if (!pushed_) return;
  sharpen();
  const double h = h_;
  for (const Support& s : supports_) impulse_[4 * s.point + s.unknown] = 0;
  std::copy(impulse_.begin(), impulse_.end(), response_.begin());
  matrix_.solve(response_.data());
  // dv = h/2 da + p/M
  rod_.kernel().advance(rod_.view(), response_.data(), h / 2, 1, 2 / h);
  if (!rod_.thick().none()) {
    factor_masses();
    std::copy(impulse_.begin(), impulse_.end(), thick_.begin());
    masses_.solve(thick_.data());
    for (int i = 0; i < rod_.points(); ++i)
      for (int k = 0; k < 4; ++k) *at(kRodA + k, i) -= 2 / h * thick_[4 * i + k];
    std::fill(impulse_.begin(), impulse_.end(), 0.0);
  }
  for (int i = 0; i < rod_.points(); ++i)
    for (int k = 0; k < 4; ++k) {
      double& p = impulse_[4 * i + k];
      if (p == 0) continue;
      *at(kRodA + k, i) -= 2 / h * p / *at(k < 3 ? kRodMass : kRodInertia, i);
      p = 0;
    }
  pushed_ = false;
  applied_ = true;
  fresh_ = false;
}

}  // namespace peal
