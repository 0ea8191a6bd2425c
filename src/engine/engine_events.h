// What the game's thread tells the audio thread; plain data, checked before it is sent: all numbers
// are finite, ids were valid when the event was sent. SI units, world coordinates.
#pragma once
#include "base/pose_track.h"
#include "base/vec.h"

namespace peal {

enum class EventKind {
  spawn,
  despawn,
  pose,
  listener,
  impact,
  contact_begin,
  contact_update,
  contact_end
};

struct EngineEvent {
  EventKind kind = EventKind::pose;
  int object = -1;  // slot; of a contact: its slot
  int other = -1;   // slot of b, or the body that is spawned
  int first = -1;   // contact_begin: slot of a
  Pose pose;        // listener: position is the left ear, `point` the right one
  Vec3 velocity, spin;
  Vec3 point, normal;
  Vec3 slip, roll;
  double impulse = -1, speed = -1, force = 0;
  double delay = 0;    // [s]
  bool local = false;  // impact: point and normal are in the body frame of a, or of b if a is none
};

}  // namespace peal
