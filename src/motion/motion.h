// Handover MOTION -> EMISSION: who moves, who touches.
// Motion is a stream of blocks in time order. What happens inside a solver (sub-steps, coupling)
// stays there; what leaves is sampled poses and events with their own exact times. SI units, world
// frame unless said otherwise.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "base/vec.h"
#include "physics/grains/grain_types.h"

namespace peal {

class StateReader;  // base/state_bytes.h
class StateWriter;

inline constexpr int kFloor = -1;  // body index of the immovable ground

/// An exchange of momentum between two bodies.
struct Impact {
  double time = 0;           // [s] first touch, finer than the simulation step
  int body_a = 0;            // index into the scene's objects
  int body_b = kFloor;       // index, or kFloor
  Vec3 point_a, point_b;     // [m] touching points in the body frames (floor: world frame)
  Vec3 normal;               // world, unit, from b towards a
  Vec3 impulse;              // [N s] world, received by a; b receives the opposite
  double closing_speed = 0;  // [m/s] along the normal just before touch, > 0
  double lost_energy = 0;    // [J] kinetic energy that the normal impulse takes out: all there is
                             // for the modes; nothing after a perfectly elastic rebound
  double confidence = 1;     // 0..1; below 1 when it was found in poses, not simulated
};

/// What bodies do that stay in touch. An impact is an Impact, not a state.
enum class ContactState { rest = 0, slide = 1, roll = 2 };

/// Two bodies in touch, from `time` to the next sample of the same track.
struct ContactSample {
  int track = 0;  // counts the contacts of a take; a pair that parts and meets again gets a new one
  int body_a = 0, body_b = kFloor;  // as in Impact
  double time = 0;                  // [s]
  ContactState state = ContactState::rest;
  bool ends = false;        // the bodies part here; nothing else of this sample counts
  double normal_force = 0;  // [N] all touching points of the pair together, >= 0
  Vec3 point_a, point_b;    // [m] where it acts, in the body frames (floor: world frame)
  Vec3 normal;              // world, unit, from b towards a
  Vec3 slip;                // [m/s] world, of a's surface against b's, tangential
  Vec3 roll;                // [m/s] world, with which the place of touch wanders over the surfaces
};

/// Impacts too slow to be told one by one, of one pair in one window of time.
struct ImpactSummary {
  double begin = 0, end = 0;        // [s]
  int body_a = 0, body_b = kFloor;  // as in Impact
  int count = 0;
  double impulse = 0;        // [N s] sum of the normal parts
  double closing_speed = 0;  // [m/s] largest
};

/// A push on an object by something that deforms, over one step of that world: there are tens of
/// thousands in a second.
struct ShapePush {
  double time = 0;     // [s] the middle of the step
  float duration = 0;  // [s] of the step
  std::int32_t object = kFloor;
  std::int32_t by = 0;              // object that pushes
  std::array<float, 3> point{};     // [m] world
  std::array<double, 3> impulse{};  // [N s] world, received by `object`
};

/// How an object that deforms moved, at its own rate. Sample n is at n / rate [s].
struct ShapeSamples {
  static constexpr int kKnot = 32;  // samples from one knot to the next: n divisible by it

  /// Of a point at a knot, world.
  struct Knot {
    Vec3 position, velocity;  // [m], [m/s]
    Vec3 d1, tangent;         // unit: frame of the section; none for nodes of solids
  };
  int object = 0;          // index into the scene's objects
  double rate = 0;         // [Hz]
  std::int64_t first = 0;  // sample
  int count = 0;           // samples
  int points = 0;
  std::vector<float> acceleration;  // [m/s^2] world: points x 3 axes x count
  // [rad/s^2] about the tangent, points x count; none where turning makes no sound.
  std::vector<float> turning;
  std::vector<Knot> knots;  // points x (knots with first <= n < first + count)

  const float* acceleration_of(int point, int axis) const {
    return &acceleration[(static_cast<std::size_t>(point) * 3 + axis) * count];
  }
  const float* turning_of(int point) const {
    return &turning[static_cast<std::size_t>(point) * count];
  }
};

/// Collisions in one crowd of particles. Partners: >= 0 another particle; else an object.
struct CrowdHits {
  int crowd = 0;               // index into the scene's grains
  std::vector<GrainHit> hits;  // sorted by time
};
/// Where the particles of a crowd are, at multiples of 1 / kFrameRate.
struct CrowdFrame {
  static constexpr double kFrameRate = 60;  // [Hz]
  static constexpr int kMostParticles =
      100'000;      // the first of a crowd; of others nobody sees where
  double time = 0;  // [s]
  int crowd = 0;
  std::vector<float> places;  // [m] x y z of each; not finite: not there (yet)
};
/// What a particle hit, when GrainHit::on_wall().
inline int object_of(const GrainHit& hit) { return hit.body() - 1; }
inline std::int32_t partner_of_object(int object) { return -2 - object; }

struct MotionBlock {
  double begin = 0, end = 0;             // [s] [begin, end)
  std::vector<Impact> impacts;           // first touch inside the block, sorted by time
  std::vector<ContactSample> contacts;   // inside the block, sorted by time
  std::vector<ImpactSummary> summaries;  // that end inside the block
  std::vector<ShapePush> pushes;         // inside the block, sorted by time
  std::vector<ShapeSamples> shapes;      // one per object that deforms, samples inside the block;
                                         // none when a take is played: its emission tracks tell
  std::vector<CrowdHits> crowds;         // one per crowd of the scene, hits inside the block
  std::vector<CrowdFrame> frames;        // inside the block, sorted by time
};

/// How often what happened, by name.
using MotionCounts = std::vector<std::pair<std::string, double>>;

class Motion {
 public:
  virtual ~Motion() = default;
  /// Continues to `until` [s]. Afterwards tracks() cover at least [.., until].
  virtual const MotionBlock& step(double until) = 0;
  /// One track per object of the scene, valid until the next step.
  virtual const std::vector<PoseTrack>& tracks() const = 0;
  /// Poses before `time` will not be asked for again.
  virtual void forget_before(double time) = 0;

  /// Sentences about what did not go as it should, so far.
  virtual std::vector<std::string> warnings() const { return {}; }

  /// Numbers for a report, so far.
  virtual MotionCounts counts() const { return {}; }

  /// Everything that decides how it goes on, between two steps. Small when what is not needed was
  /// forgotten.
  virtual void save(StateWriter& out) const = 0;
  /// Into a motion that was made in the same way and has not stepped: it goes on from there, with
  /// the same bits as the one that was saved. Stops when the state is not of such a motion; then
  /// this one is of no use any more.
  virtual void load(StateReader& in) = 0;
};

}  // namespace peal
