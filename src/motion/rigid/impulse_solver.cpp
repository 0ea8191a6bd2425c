#include "motion/rigid/impulse_solver.h"

#include <algorithm>

namespace peal {
namespace {

constexpr std::size_t kSmallGroup = 32;
constexpr double kTolerance = 1e-12;  // change of an impulse against the largest one

// The larger eigenvalue of the response in the tangent plane: a step that makes the sliding
// direction the one of largest dissipation.
double tangential_response(const std::vector<SolverBody>& bodies, const SolverContact& c) {
  const Vec3 other = std::abs(c.normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 t1 = normalized(cross(c.normal, other)), t2 = cross(c.normal, t1);
  const auto response = [&](const Vec3& s, const Vec3& t) {
    double sum = 0;
    for (const bool first : {true, false}) {
      const SolverBody& body = bodies[first ? c.a : c.b];
      const Vec3& arm = first ? c.arm_a : c.arm_b;
      sum +=
          body.inverse_mass * dot(s, t) + dot(cross(arm, s), body.inverse_inertia * cross(arm, t));
    }
    return sum;
  };
  const double xx = response(t1, t1), yy = response(t2, t2), xy = response(t1, t2);
  return 0.5 * (xx + yy) + std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
}

// Response of the relative velocity to an impulse [1/kg].
Mat3 full_response(const std::vector<SolverBody>& bodies, const SolverContact& c) {
  Mat3 sum;
  for (const bool first : {true, false}) {
    const SolverBody& body = bodies[first ? c.a : c.b];
    const Vec3& r = first ? c.arm_a : c.arm_b;
    const Mat3 lever{{Vec3{0, -r.z, r.y}, Vec3{r.z, 0, -r.x}, Vec3{-r.y, r.x, 0}}};
    const Mat3 turning = lever * body.inverse_inertia * transpose(lever);
    for (int i = 0; i < 3; ++i) {
      sum.row[i] += turning.row[i];
      sum(i, i) += body.inverse_mass;
    }
  }
  return sum;
}

}  // namespace

void ImpulseSolver::solve(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts) {
  const std::size_t count = contacts.size();
  steps_.assign(count, {});
  changes_.assign(count, {});
  load_.assign(bodies.size(), 0);
  for (const SolverContact& c : contacts) ++load_[c.a], ++load_[c.b];
  for (std::size_t i = 0; i < count; ++i) {
    SolverContact& c = contacts[i];
    const double response = response_along(bodies[c.a], c.arm_a, c.normal) +
                            response_along(bodies[c.b], c.arm_b, c.normal);
    if (!(response > 0)) continue;
    steps_[i].normal = 1 / response;
    steps_[i].tangential = 1 / tangential_response(bodies, c);
    if (c.joint) steps_[i].joint = inverse(full_response(bodies, c));
    const int load_a = bodies[c.a].inverse_mass > 0 ? load_[c.a] : 1;
    const int load_b = bodies[c.b].inverse_mass > 0 ? load_[c.b] : 1;
    steps_[i].share = 1.0 / std::max(load_a, load_b);
    bodies[c.a].push(c.impulse, c.arm_a);
    bodies[c.b].push(-c.impulse, c.arm_b);
  }

  // (velocities, impulse) => change of the impulse, normal first, then friction within the new cone
  const auto correction = [&](std::size_t i, double share) {
    const SolverContact& c = contacts[i];
    const Vec3 u = relative_velocity(bodies, c);
    if (c.joint) return share * (steps_[i].joint * (c.joint_target - u));
    const double un = dot(u, c.normal), pn = dot(c.impulse, c.normal);
    const double new_pn = std::max(0.0, pn - share * steps_[i].normal * (un - c.target));
    Vec3 pt = c.impulse - pn * c.normal;
    pt -= (share * steps_[i].tangential) * (u - un * c.normal - c.drift);
    pt -= dot(pt, c.normal) * c.normal;
    const double limit = c.friction * new_pn, length = norm(pt);
    if (length > limit) pt *= limit / length;
    return new_pn * c.normal + pt - c.impulse;
  };
  const auto apply = [&](std::size_t i, const Vec3& change) {
    SolverContact& c = contacts[i];
    c.impulse += change;
    bodies[c.a].push(change, c.arm_a);
    bodies[c.b].push(-change, c.arm_b);
  };
  const auto sweep = [&](bool simultaneous) {
    double largest = 0, change = 0, speed = 0;
    if (simultaneous)
      for (std::size_t i = 0; i < count; ++i) changes_[i] = correction(i, steps_[i].share);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 d = simultaneous ? changes_[i] : correction(i, 1);
      apply(i, d);
      change = std::max(change, norm(d));
      if (steps_[i].normal > 0) speed = std::max(speed, norm(d) / steps_[i].normal);
      largest = std::max(largest, norm(contacts[i].impulse));
    }
    return change <= kTolerance * largest ||
           speed <= (count > kSmallGroup ? precision_.pile_speed_noise : precision_.speed_noise);
  };

  const bool small = count <= kSmallGroup;
  if (count > 1 && small)
    for (int k = 0; k < precision_.simultaneous_sweeps; ++k)
      if (sweep(true)) break;
  for (int k = 0; k < (small ? precision_.sweeps : precision_.pile_sweeps); ++k)
    if (sweep(false)) break;
}

}  // namespace peal
