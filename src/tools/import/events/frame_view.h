// What one body does between frames, as its poses alone tell: it flies, lies still or is carried.
// Enters: poses of all bodies at common frames, and the state with which a body arrives where the
// noise of its numbers matters. Leaves: states at frames. SI units, world frame; b: body, k: frame
// or the interval after it.
#pragma once
#include "motion/rigid/rigid_arc.h"
#include "motion/rigid/rigid_setup.h"
#include "tools/import/events/pose_frames.h"

namespace peal {

constexpr double kSlowestChange = 2e-3;  // [m/s] changes of velocity below are not seen
constexpr double kSmoothForce =
    0.12;  // of gravity times a frame: change of a carried body's velocity

/// What a body does in an interval; disturbed: something else.
enum class FrameWay { fixed, still, flies, carried, disturbed };

class FrameView {
 public:
  /// Keeps references to both.
  FrameView(const RigidSetup& setup, const PoseFrames& frames) : setup_(setup), frames_(frames) {
    for (const RigidBodySetup& body : setup.bodies)
      bounding_radii_.push_back(outer_radius(body.shape));
  }

  std::size_t frames() const { return frames_.times.size(); }
  double time(std::size_t k) const { return frames_.times[k]; }
  double step(std::size_t k) const { return frames_.times[k + 1] - frames_.times[k]; }
  const Pose& pose(std::size_t b, std::size_t k) const { return frames_.poses[b][k]; }
  bool moves(std::size_t b) const {
    return !setup_.bodies[b].fixed && setup_.bodies[b].path.empty();
  }
  double turn_rounding() const { return frames_.turn_rounding; }
  double gyration(std::size_t b) const;
  /// Of the surface from the centre [m].
  double bounding_radius(std::size_t b) const { return bounding_radii_[b]; }

  /// Error of a velocity over a time h [m/s], from the rounding of the numbers.
  double noise(const RigidState& now, double h) const;
  /// By how much a velocity over a time h may be off from the one expected in free flight [m/s].
  double tolerance(const RigidState& now, double h) const;

  bool lies_still(std::size_t b, std::size_t k) const;
  /// Mean velocity and spin over one interval.
  RigidState mean(std::size_t b, std::size_t k) const;
  /// The state at frame k if the body flies to the next one.
  RigidState arc(std::size_t b, std::size_t k, const Vec3& expected_spin = {}) const;
  /// The state at frame k when the intervals after it are one flight (or rest).
  bool known_after(std::size_t b, std::size_t k, const RigidState& now, const Vec3& expected_spin,
                   RigidState& state) const;
  /// Over the intervals k, k + 1, k + 2 a steady force other than gravity moves the body.
  bool carried_from(std::size_t b, std::size_t k, const RigidState& now) const;
  /// The force goes on from the state with which the body arrives at frame k. Bounces that become
  /// smaller may look like a steady force; the first of them is a jump.
  bool carried_on(std::size_t b, std::size_t k, const RigidState& now) const;
  /// At frame k, from the two intervals after it.
  RigidState carried_state(std::size_t b, std::size_t k) const;
  /// At each frame how much of the work of finding impacts lies before it: it goes with the number
  /// of bodies that do not fly, lie or stand still, which costs little to ask.
  std::vector<double> work() const;
  /// Slows down a guessed state at frame k + 1 that the frames around contradict.
  void keep_plausible(std::size_t b, std::size_t k, RigidState& end) const;

 private:
  const RigidSetup& setup_;
  const PoseFrames& frames_;
  std::vector<double> bounding_radii_;  // [m]
};

}  // namespace peal
