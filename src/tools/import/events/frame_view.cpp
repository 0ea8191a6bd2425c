#include "tools/import/events/frame_view.h"

#include <algorithm>
#include <cmath>

#include "tools/import/events/arc_fit.h"

namespace peal {
namespace {

constexpr double kDamping = 0.2;  // [1/s] other programs slow bodies down in flight
constexpr double kCarried = 0.3;  // of gravity: a body that falls by less is carried
constexpr double kOnset = 0.5;    // of gravity times a frame: a force that begins within it

}  // namespace

double FrameView::gyration(std::size_t b) const {
  const RigidBodySetup& body = setup_.bodies[b];
  const Vec3& i = body.inertia_diagonal;
  return std::sqrt((i.x + i.y + i.z) / (3 * body.mass));
}

double FrameView::noise(const RigidState& now, double h) const {
  // Numbers of single precision carry 6e-8 of their size.
  const double place = frames_.rounding + 6e-8 * norm(now.pose.position) + 1e-10;
  return 2.5 * place / h;
}

double FrameView::tolerance(const RigidState& now, double h) const {
  return kSlowestChange + 4 * noise(now, h) + kDamping * h * norm(now.velocity);
}

bool FrameView::lies_still(std::size_t b, std::size_t k) const {
  const Pose &p = pose(b, k), &q = pose(b, k + 1);
  const double way = norm(p.position - q.position) +
                     bounding_radius(b) * norm(turn_between(p.rotation, q.rotation));
  return way < 3 * (frames_.rounding + 1e-9) + kSlowestChange * step(k) * 0.5;
}

RigidState FrameView::mean(std::size_t b, std::size_t k) const {
  RigidState out;
  out.velocity = (pose(b, k + 1).position - pose(b, k).position) / step(k);
  out.spin = turn_between(pose(b, k).rotation, pose(b, k + 1).rotation) / step(k);
  return out;
}

RigidState FrameView::arc(std::size_t b, std::size_t k, const Vec3& expected_spin) const {
  return arc_between(pose(b, k), pose(b, k + 1), step(k), setup_.gravity,
                     setup_.bodies[b].inertia_diagonal, expected_spin);
}

bool FrameView::known_after(std::size_t b, std::size_t k, const RigidState& now,
                            const Vec3& expected_spin, RigidState& state) const {
  if (k + 2 >= frames()) return false;
  if (lies_still(b, k) && lies_still(b, k + 1)) {
    state = {pose(b, k), {}, {}, {}};
    return true;
  }
  state = arc(b, k, expected_spin);
  const Vec3 end = state.velocity + step(k) * setup_.gravity;
  const RigidState next = arc(b, k + 1, state.spin);
  return norm(next.velocity - end) < tolerance(now, step(k));
}

bool FrameView::carried_from(std::size_t b, std::size_t k, const RigidState& now) const {
  if (k + 3 >= frames()) return false;
  const double g = norm(setup_.gravity), h = step(k);
  if (std::abs(step(k + 1) - h) > 0.01 * h || std::abs(step(k + 2) - h) > 0.01 * h) return false;
  const RigidState m0 = mean(b, k), m1 = mean(b, k + 1), m2 = mean(b, k + 2);
  const Vec3 d1 = m1.velocity - m0.velocity, d2 = m2.velocity - m1.velocity;
  const Vec3 s1 = m1.spin - m0.spin, s2 = m2.spin - m1.spin;
  const double change = norm(d2 - d1) + gyration(b) * norm(s2 - s1);
  const double falls = std::min(norm(d1 - h * setup_.gravity), norm(d2 - h * setup_.gravity));
  return change < kSmoothForce * g * h + 4 * noise(now, h) && falls > kCarried * g * h &&
         std::max(norm(m0.spin), norm(m2.spin)) * h < 2;
}

bool FrameView::carried_on(std::size_t b, std::size_t k, const RigidState& now) const {
  const double jump = norm(carried_state(b, k).velocity - now.velocity);
  return jump < kOnset * norm(setup_.gravity) * step(k) + 4 * noise(now, step(k));
}

RigidState FrameView::carried_state(std::size_t b, std::size_t k) const {
  const RigidState m0 = mean(b, k), m1 = mean(b, k + 1);
  RigidState out;
  out.pose = pose(b, k);
  out.velocity = 1.5 * m0.velocity - 0.5 * m1.velocity;
  out.spin = 1.5 * m0.spin - 0.5 * m1.spin;
  return out;
}

// A velocity that was guessed in each of many intervals swings up: (start + end) / 2 = mean says
// nothing about their difference. No body is much faster than the frames around show it.
std::vector<double> FrameView::work() const {
  constexpr double kLooking = 0.05;  // of a body that flies, against one that touches
  std::vector<double> sums{0};
  for (std::size_t k = 0; k + 1 < frames(); ++k) {
    double here = 0;
    for (std::size_t b = 0; b < setup_.bodies.size(); ++b) {
      here += kLooking;
      if (k == 0 || !moves(b) || lies_still(b, k)) continue;
      const RigidState before = mean(b, k - 1), now = mean(b, k);
      const Vec3 fallen = 0.5 * (step(k - 1) + step(k)) * setup_.gravity;
      if (norm(now.velocity - before.velocity - fallen) > tolerance(now, step(k))) here += 1;
    }
    sums.push_back(sums.back() + here);
  }
  return sums;
}

void FrameView::keep_plausible(std::size_t b, std::size_t k, RigidState& end) const {
  double fastest = 0, most_spin = 0;
  const std::size_t last = std::min(k + 3, frames() - 1);
  for (std::size_t i = k > 1 ? k - 2 : 0; i < last; ++i) {
    const RigidState m = mean(b, i);
    fastest = std::max(fastest, norm(m.velocity));
    most_spin = std::max(most_spin, norm(m.spin));
  }
  const double slack = kRattle + 2 * norm(setup_.gravity) * step(k);
  const RigidState m0 = mean(b, k), m1 = k + 2 < frames() ? mean(b, k + 1) : m0;
  if (norm(end.velocity) > kFaster * fastest + slack)
    end.velocity = 0.5 * (m0.velocity + m1.velocity);
  if (norm(end.spin) <= kFaster * most_spin + slack / gyration(b)) return;
  end.spin = 0.5 * (m0.spin + m1.spin);
  end.angular_momentum =
      angular_momentum_of(end.spin, end.pose.rotation, setup_.bodies[b].inertia_diagonal);
}

}  // namespace peal
