// Impacts from poses alone. Between impacts a body flies: a parabola and a torque-free rotation.
// Where the velocity of one interval between frames does not continue into the next, something
// touched. What, is asked of the rigid solver, which runs from the last clean state
// (guess_impacts.h) or of the shapes alone (contact_guess.h); how hard, is told by the poses: least
// squares over impulses so that the bodies arrive where the next frames have them (impulse_fit.h),
// with the velocities of the next clean interval where there is one. Instants are the zeros of the
// distance, finer than a frame. Confidence is what part of the change of motion the impacts
// explain. SI units; body frames (centre of mass, principal axes), world, y up.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "motion/rigid/rigid_setup.h"
#include "motion/take/take.h"
#include "tools/import/events/flight_frame.h"
#include "tools/import/events/momentum_audit.h"
#include "tools/import/events/pose_frames.h"

namespace peal {

struct FindSettings {
  double min_closing_speed = 0.05;  // [m/s] slower impacts are summarised
  bool use_solver = true;           // false: shapes alone, as for programs with other contact rules
  /// One per body, or empty: setup and frames are those of flight, and the take is told in body
  /// frames.
  std::vector<FlightFrame> flights = {};
  std::vector<double> margins = {};  // [m] skins of the setup's shapes: points are told below them
  double floor_margin = 0;           // [m]
  /// Told the pass (0, or 1 when rebounds were learnt) and which part of it is done, 0 to 1.
  std::function<void(int, double)> done = {};
};

struct FoundMotion {
  Take take;
  int unexplained = 0;           // changes of motion without anything near
  double first_unexplained = 0;  // [s]
  std::string unexplained_body;
  /// Events whose impulses the poses contradict: they are not in the take.
  std::vector<Contradiction> dropped;
  int dropped_events = 0;
};

/// @param setup of the bodies in the order of the frames; its start poses and step are not used.
FoundMotion find_impacts(const RigidSetup& setup, const PoseFrames& frames,
                         const FindSettings& settings = {});

}  // namespace peal
