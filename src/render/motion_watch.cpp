#include "render/motion_watch.h"

#include <algorithm>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kMoved = 1e-6;  // [m]
}  // namespace

MotionWatch::MotionWatch(const Scene& scene, const Motion& motion) : scene_(&scene) {
  for (const PoseTrack& track : motion.tracks())
    objects_.push_back({track.knots().front().pose.position, -1e300, 0, false});
}

void MotionWatch::check(std::size_t object, const PoseKnot& knot) const {
  const double speed = norm(knot.velocity), sound = scene_->air.speed_of_sound;
  if (!(speed < sound))
    fail(
        "object '{}' moves at {:.4g} m/s at {:.4g} s; expected less than the speed of sound, {} "
        "m/s: "
        "end the scene earlier, add a floor, or start more slowly",
        scene_->objects[object].name, speed, knot.time, sound);
}

void MotionWatch::look(const Motion& motion) {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    Watched& object = objects_[i];
    const auto& knots = motion.tracks()[i].knots();
    for (auto knot = knots.rbegin(); knot != knots.rend() && knot->time > object.seen; ++knot) {
      check(i, *knot);
      object.spin = std::max(object.spin, norm(knot->spin));
      object.moved = object.moved || norm(knot->pose.position - object.start) > kMoved;
    }
    object.seen = knots.back().time;
  }
}

}  // namespace peal
