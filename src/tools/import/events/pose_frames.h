// Poses of all bodies at common frames, in body frames (centre of mass, principal axes).
// Enters: a table of own-frame poses. Leaves: one pose per body and frame; frames that a body lacks
// are filled by free flight between its neighbours, and before its first and after its last row it
// stays where it is. SI units, world, y up.
#pragma once
#include <string>
#include <vector>

#include "models/bodies/body_frame.h"
#include "tools/import/events/pose_table.h"

namespace peal {

// Within a frame a body may be this much faster than the frames around show it, or faster by this
// speed: a bar that rattles turns back and forth.
constexpr double kFaster = 3;
constexpr double kRattle = 0.5;  // [m/s]

struct PoseFrames {
  std::vector<double> times;             // [s] rising
  std::vector<std::vector<Pose>> poses;  // [body][frame]
  double rounding = 0;                   // [m] of the numbers they were read from
  double turn_rounding = 0;              // [rad]

  double frame_rate() const;  // [Hz] 0: a single frame
};

struct FramedBody {
  int row_body = -1;  // index into the table's bodies; -1: the table does not have it
  BodyFrame frame;
  Pose still;  // where it stays when the table does not have it
};

/// Adds a warning to the table for every body that is not there during the whole recording. Frames
/// too dense for their rounding (speeds wrong by more than 3 mm/s) are thinned.
PoseFrames frames_of(PoseTable& table, const std::vector<FramedBody>& bodies, const Vec3& gravity);

}  // namespace peal
