// A rigid ball that meets the surface of a sheet or solid: contact finer than the mesh, by Hertz'
// law with the loss of Hunt and Crossley,
//   F = K delta^1.5 (1 + loss ddelta/dt), not below 0, K = 4/3 E* sqrt(R),
// along the line from the nearest point of the surface to the centre, spread over the corners there
// by its barycentric weights: momentum is kept exactly. No friction. SI units.
//
// A contact needs 20 steps or more (restitution within 3e-4), and the mesh under it 8 cells per
// bending wave of its frequency: longest_step() and coarsest_cell_under_strike() say what that
// means.
#pragma once
#include "physics/solids/explicit_body.h"
#include "physics/solids/surface_point.h"

namespace peal {

struct HertzBallDesign {
  double radius = 5e-3;    // [m]
  double mass = 4e-3;      // [kg]
  double modulus = 110e9;  // E*: 1 / E* = (1 - nu1^2) / E1 + (1 - nu2^2) / E2 [Pa]
  double loss = 0;         // [s/m]
  Vec3 position, velocity, gravity;
};

class HertzBall {
 public:
  /// @param surface triangles of the body's nodes that can be touched.
  HertzBall(const ExplicitBody& body, std::vector<std::array<int, 3>> surface,
            const HertzBallDesign& design);

  /// Pushes the body and moves by one step of it: call it before each step.
  void step(ExplicitBody& body);

  Vec3 position() const { return position_; }
  Vec3 velocity() const { return velocity_; }
  double mass() const { return design_.mass; }
  double force() const { return force_; }  // in the last step [N]
  /// So that a blow at this speed is resolved, and stable with the lightest node of the surface.
  double longest_step(double closing_speed, double critical_step) const;

 private:
  SurfacePoint nearest_of(const ExplicitBody& body, int triangle) const;
  SurfacePoint search(const ExplicitBody& body) const;
  SurfacePoint walk(const ExplicitBody& body) const;

  HertzBallDesign design_;
  std::vector<std::array<int, 3>> surface_;
  std::vector<int> first_, around_;  // triangles round each node
  double skin_, stiffness_, lightest_;
  Vec3 position_, velocity_;
  int last_ = 0;
  std::int64_t steps_ = 0;
  double force_ = 0;
};

/// [m] Largest cell of a sheet in which a blow of this duration [s] is not a property of the mesh:
/// an eighth of the bending wave at half the inverse of the duration, sqrt(1.81 c_p h / f).
double coarsest_cell_under_strike(const SolidMaterial& material, double thickness, double duration);

}  // namespace peal
