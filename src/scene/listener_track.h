// Where a listener is and how it is turned over time.
// Its frame is that of a camera: x to the right, y up, looking along -z. Between keyframes it moves
// on a straight line at constant speed and turns about one axis at constant rate, the shorter way;
// a half turn goes to the right.
#pragma once
#include "base/pose_track.h"
#include "scene/scene.h"

namespace peal {

/// To the right of somebody who looks along `look`; the zero vector when that is straight up or
/// down.
Vec3 right_of(const Vec3& look, const Vec3& up);

/// Frame to world. Where `look` runs along `up`, another one is taken.
Quat listener_rotation(const Vec3& look, const Vec3& up);

/// [rad] The turn from one rotation to another: axis (world) times angle, at most pi.
Vec3 listener_turn(const Quat& from, const Quat& to);

/// Two knots wherever velocity or spin changes.
PoseTrack listener_track(const ListenerSpec& listener);

/// The way of a point that is carried to the right of the listener (to its left when `aside` [m] is
/// negative). Knots are so near to each other that the cubics between them keep to the arcs within
/// 1e-6 of `aside`.
PoseTrack track_beside(const ListenerSpec& listener, double aside);

}  // namespace peal
