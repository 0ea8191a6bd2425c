// What the rigid-body solver is told: bodies with shape, inertia and start, a floor, a step.
// SI units, world frame with Y up unless said otherwise.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "base/vec.h"
#include "motion/rigid/collision_shape.h"
#include "motion/rigid/impact_law.h"
#include "motion/rigid/impulse_solver.h"

namespace peal {

struct BodyPieces;  // body_pieces.h

struct RigidBodySetup {
  SharedShape shape;
  double mass = 1;                 // [kg]
  Vec3 inertia_diagonal{1, 1, 1};  // [kg m^2] body frame, which is the principal frame
  Pose pose;                       // of the centre of mass at time 0
  Vec3 velocity;                   // [m/s]
  Vec3 spin;                       // [rad/s]
  double restitution = 0.5;  // 0..1; of a pair: the smaller of the two (the softer side decides)
  double friction = 0.3;     // Coulomb; of a pair: the square root of the product
  bool fixed = false;        // never moves; mass, inertia, velocity and spin are ignored
  double release = -1e300;   // [s] until then it hangs where it is and nothing touches it
  bool absent = false;    // of another world: it keeps its number, neither moves nor touches here
  PoseTrack path = {};    // not empty: it moves along this, whatever hits it (animated)
  std::string name = {};  // for messages; may be empty
  int group = -1;         // for RigidPair; -1: none
  // Of the shape, for many simulations of the same body; empty: it is cut when one begins.
  std::shared_ptr<const BodyPieces> cut = {};
};

/// What holds two bodies together.
struct RigidJoint {
  enum class Kind { ball, hinge, string };
  Kind kind = Kind::ball;
  int a = 0, b = -1;      // bodies; b = -1: a place in the world
  Vec3 local_a, local_b;  // [m] where it holds, body frames (b = -1: world)
  Vec3 axis{0, 0, 1};     // hinge: unit, body frame of a
  double length = 0;      // [m] string: how far its ends can be apart
  bool collide = false;   // whether the two bodies can still touch each other
  std::string name = {};  // for messages; may be empty
};

/// How RigidPair names a group of bodies: ten thousand copies make a hundred million pairs.
constexpr int pair_of_group(int group) { return -2 - group; }

/// What two bodies do instead of what their materials say; the last of several counts.
struct RigidPair {
  int a = 0, b = -1;                       // bodies, -1: the floor, else pair_of_group
  double restitution = -1, friction = -1;  // < 0: as usual
};

struct RigidSetup {
  double step = 1e-3;         // [s]
  double begin = 0;           // [s] time of the start poses
  Vec3 gravity{0, -9.81, 0};  // [m/s^2]
  bool floor = true;          // the half space below floor_height
  double floor_height = 0;    // [m]
  double floor_restitution = 0.5;
  double floor_friction = 0.3;
  // Torque against rolling and spinning on the spot: at most this times radius times normal force.
  double rolling_resistance = 0.002;  // hard balls 0.001 to 0.005
  double edge_resistance = 0.01;      // everything else, which rolls and rocks on edges and rims
  double min_closing_speed = 0.05;    // [m/s] slower impacts happen, but are not reported;
                                    // nor are any below |gravity| step: these are resting contacts
  SolverPrecision precision;
  std::vector<RigidBodySetup> bodies;
  std::vector<RigidJoint> joints;
  std::vector<RigidPair> pairs;
  std::shared_ptr<ImpactLaw> law = {};  // of rebounds; none: what the materials say
};

/// "object 'ball'", or "body 3" for a body without a name.
std::string label(const RigidSetup& setup, int body);

/// Throws an Error that names the body or field that cannot be simulated.
void check(const RigidSetup& setup);

}  // namespace peal
