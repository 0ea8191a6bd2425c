// Where a rod presses on what is fixed, all places at once:
//   (A + 1/2 sum H^T D H) dv = sum H^T D (t n - u),   u + 1/2 H dv: means of the step
// with A the matrix of the step, H from a point's and its edge's rates to the place's velocity. D
// is the normal's 1 / compliance and, across, friction over sliding speed, mu p_N / |u_T|, as the
// last round found them: each round brings the friction's dissipation down. What sticks has as much
// as costs no digits. Coulomb's law itself is the contact solver's, which begins with these
// impulses.
#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/rods/rod_stepper.h"

namespace peal {
namespace {

constexpr int kRounds = 8;
constexpr double kSoft = 1e-4;    // of a free point's mobility: what sticks gives way by so much
constexpr double kRubbed = 1e-2;  // of the most: a friction that sticks and changed by more is not
                                  // there yet, by kSoft of the change
constexpr double kChange = 1e-4;  // of a grip: less is the contact solver's
constexpr double kSlips = 0.7;    // of the most: with less it is tried whether it sticks

}  // namespace

void RodStepper::expect_holds() {
  if (holding_.empty()) holding_.assign(2, matrix_);
  forget();
}

void RodStepper::add_hold(const RodHold& hold) noexcept {
  if (hold.open) return;
  const double press = 1 / hold.compliance, normal = dot(hold.normal, hold.velocity);
  const bool smooth = hold.friction == 0;
  const double grip = smooth ? 0 : hold.grip > 0 ? hold.grip : 2 * rod_.mass(hold.point) / kSoft;
  Vec3 push =
      press * (hold.target - normal) * hold.normal - grip * (hold.velocity - normal * hold.normal);
  if (!smooth && hold.grip == 0)
    push += hold.impulse - dot(hold.normal, hold.impulse) * hold.normal;
  for (int k = 0; k < 3; ++k) response_[4 * hold.point + k] += push[k];
  response_[4 * hold.edge + 3] += dot(hold.lever, push);

  RodMatrix& matrix = holding_[1];
  const auto times = [&](const Vec3& v) {  // D v / 2
    return 0.5 * (grip * v + (press - grip) * dot(hold.normal, v) * hold.normal);
  };
  for (int c = 0; c < 3; ++c) {
    const Vec3 column = times({c == 0 ? 1. : 0., c == 1 ? 1. : 0., c == 2 ? 1. : 0.});
    for (int r = 0; r < 3; ++r) matrix.add(hold.point, r, c, column[r]);
  }
  const Vec3 turned = times(hold.lever);
  matrix.add(hold.edge, 3, 3, dot(hold.lever, turned));
  for (int k = 0; k < 3; ++k) {
    if (hold.edge == hold.point)
      matrix.add(hold.point, k, 3, turned[k]), matrix.add(hold.point, 3, k, turned[k]);
    else
      matrix.add_before(hold.point, k, turned[k]);
  }
}

/// What the solution makes of a place. @return it is not what was supposed
bool RodStepper::judge(RodHold& hold) const noexcept {
  const Vec3 dv{response_[4 * hold.point], response_[4 * hold.point + 1],
                response_[4 * hold.point + 2]};
  const Vec3 u = hold.velocity + 0.5 * (dv + response_[4 * hold.edge + 3] * hold.lever);
  const double normal = dot(hold.normal, u), press = (hold.target - normal) / hold.compliance;
  if (!(press > 0)) {
    hold.impulse = {};
    return !std::exchange(hold.open, true);
  }
  if (std::exchange(hold.open, false)) return true;
  if (hold.friction == 0) {
    hold.impulse = press * hold.normal;
    return false;
  }
  const Vec3 across = u - normal * hold.normal;
  const double most = hold.friction * press, speed = norm(across);
  if (hold.grip == 0) {
    const Vec3 before = hold.impulse - dot(hold.normal, hold.impulse) * hold.normal;
    const Vec3 more_rub = -2 * rod_.mass(hold.point) / kSoft * across, rub = before + more_rub;
    const double wanted = norm(rub);
    hold.impulse = press * hold.normal + std::min(1.0, most / wanted) * rub;
    if (wanted <= most) return norm(more_rub) > kRubbed * most;
    hold.grip = most / (hold.mobility * (wanted - most));
    return true;
  }
  const double grip = most / speed;
  hold.impulse = press * hold.normal - std::min(hold.grip, grip) * across;
  if (!(hold.grip * speed > kSlips * most)) {
    hold.grip = 0;
    return true;
  }
  return std::fabs(std::exchange(hold.grip, grip) - grip) > kChange * grip;
}

void RodStepper::settle(std::span<RodHold> holds) noexcept {
  sharpen();
  for (int round = 0; round < kRounds; ++round) {
    holding_[1] = holding_[0];
    std::fill(response_.begin(), response_.end(), 0.0);
    for (const RodHold& hold : holds) add_hold(hold);
    for (const Support& s : supports_) {
      if (!s.held) continue;
      holding_[1].fix(s.point, s.unknown);
      response_[4 * s.point + s.unknown] = 0;
    }
    holding_[1].factor();
    holding_[1].solve(response_.data());
    bool changed = false;
    for (RodHold& hold : holds) changed |= judge(hold);
    if (!changed) break;
  }
}

}  // namespace peal
