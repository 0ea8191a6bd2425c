#include "render/motion_watch.h"

#include <algorithm>

#include "base/error.h"
#include "emission/bank_kernel.h"
#include "emission/resonator.h"

namespace peal {
namespace {

constexpr double kMoved = 1e-6;       // [m]
constexpr double kLargestTurn = 3;    // [rad] in one step: rotations are interpolated the short way
constexpr double kSmoothTurn = 0.5;   // [rad] in one grain: a dipole's weight is then right to 3 %

}  // namespace

MotionWatch::MotionWatch(const Scene& scene, const Motion& motion) : scene_(&scene) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const double rate = resonator_rate(scene.objects[i].max_frequency);
    objects_.push_back({motion.tracks()[i].knots().front().pose.position, -1, 0,
                        kSmoothTurn * rate / kGrain, false});
  }
}

void MotionWatch::check(std::size_t object, const PoseKnot& knot) const {
  const std::string& name = scene_->objects[object].name;
  const double speed = norm(knot.velocity), sound = scene_->air.speed_of_sound;
  if (!(speed < sound))
    fail(
        "object '{}' moves at {:.4g} m/s at {:.4g} s; expected less than the speed of sound, {} m/s: "
        "end the scene earlier, add a floor, or start more slowly",
        name, speed, knot.time, sound);
  const double spin = norm(knot.spin), step = scene_->motion.step;
  if (!(spin * step < kLargestTurn))
    fail(
        "object '{}' spins at {:.4g} rad/s at {:.4g} s, too fast for steps of {} s; make the step of "
        "the motion shorter than {:.2g} s or spin it more slowly",
        name, spin, knot.time, step, kLargestTurn / spin);
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

std::vector<std::string> MotionWatch::warnings() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const ObjectSpec& object = scene_->objects[i];
    if (object.sound == ObjectSound::none || objects_[i].spin <= objects_[i].follows) continue;
    lines.push_back(fmt::format(
        "object '{}' spins at up to {:.4g} rad/s; above {:.4g} rad/s the turning of its sound field "
        "is not followed exactly",
        object.name, objects_[i].spin, objects_[i].follows));
  }
  return lines;
}

}  // namespace peal
