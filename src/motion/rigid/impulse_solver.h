// Simultaneous contacts with Coulomb friction at the level of velocities and impulses.
// In: bodies with velocities, contacts with a wanted normal speed. Out: impulses p (normal part >=
// 0, tangential part within the friction cone) and the velocities after them:
//   u_n >= target, p_n >= 0, p_n (u_n - target) = 0;  |p_t| <= mu p_n, sliding opposes u_t.
// Small groups begin with simultaneous (Jacobi) sweeps, which share an impulse among equal points
// equally where the distribution is not determined (a bar landing flat); all end with Gauss-Seidel.
#pragma once
#include <vector>

#include "base/vec.h"

namespace peal {

struct SolverBody {
  double inverse_mass = 0;  // [1/kg] 0: immovable
  Mat3 inverse_inertia;     // [1/(kg m^2)] world
  Vec3 velocity, spin;

  Vec3 velocity_at(const Vec3& arm) const { return velocity + cross(spin, arm); }
  void push(const Vec3& impulse, const Vec3& arm) {
    velocity += inverse_mass * impulse;
    spin += inverse_inertia * cross(arm, impulse);
  }
};

struct SolverContact {
  int a = 0, b = 0;   // index into the bodies
  Vec3 arm_a, arm_b;  // [m] from the centres of mass
  Vec3 normal;        // unit, from b to a
  double friction = 0;
  double target = 0;       // [m/s] wanted normal speed, positive: separating
  Vec3 impulse;            // [N s] on a; on entry the first guess, not yet felt by the bodies
  bool joint = false;      // holds in all directions: u = joint_target, no condition on the impulse
  Vec3 joint_target = {};  // [m/s]
  Vec3 drift = {};         // [m/s] across the normal: sticking is u = drift there
};

/// When sweeps end. Small groups are impacts, whose impulses are heard; large ones are piles, which
/// are only held up.
struct SolverPrecision {
  double speed_noise = 1e-14;      // [m/s] a change of speed too small to matter
  int simultaneous_sweeps = 300;   // at most
  int sweeps = 500;                // at most
  double pile_speed_noise = 1e-5;  // [m/s]
  int pile_sweeps = 60;            // at most
};

class ImpulseSolver {
 public:
  explicit ImpulseSolver(const SolverPrecision& precision = {}) : precision_(precision) {}

  /// Changes the bodies' velocities and the contacts' impulses. Contacts' first guesses are
  /// applied.
  void solve(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts);

 private:
  struct Step {
    double normal = 0, tangential = 0;  // [kg] 1 / response
    double share = 1;                   // of a simultaneous sweep
    Mat3 joint;                         // [kg] inverse of the response in all directions
  };
  SolverPrecision precision_;
  std::vector<Step> steps_;
  std::vector<int> load_;
  std::vector<Vec3> changes_;
};

/// Velocity of a's point against b's.
inline Vec3 relative_velocity(const std::vector<SolverBody>& bodies, const SolverContact& c) {
  return bodies[c.a].velocity_at(c.arm_a) - bodies[c.b].velocity_at(c.arm_b);
}

/// 1/m_eff along a unit direction [1/kg].
inline double response_along(const SolverBody& body, const Vec3& arm, const Vec3& direction) {
  const Vec3 lever = cross(arm, direction);
  return body.inverse_mass + dot(lever, body.inverse_inertia * lever);
}

}  // namespace peal
