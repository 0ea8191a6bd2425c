#include "render/motion_watch.h"

#include <algorithm>

#include "base/constants.h"
#include "base/error.h"
#include "dsp/modal/bank_kernel.h"
#include "emission/resonator.h"

namespace peal {
namespace {

constexpr double kMoved = 1e-6;  // [m]
// Of a hop's change of weight, as Resonator::weights_per_hop counts it: 9 % of a mode is off.
constexpr double kLargestChange = 5;
constexpr double kWorthSaying = 0.5;  // of the highest mode's frequency

/// [Hz] up to which the modes of a body are followed while it turns before an ear.
double followed_frequency(const Resonator& resonator, double spin) {
  const double phase = kLargestChange * resonator.rate() / (kHop * spin) - 2;
  return phase * resonator.body().speed_of_sound() / (2 * kPi * resonator.body().bounding_radius());
}

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

std::vector<std::string> MotionWatch::warnings(const Ensemble& ensemble) const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Resonator* resonator = ensemble.resonator(static_cast<int>(i));
    if (!resonator || resonator->body().modes() == 0 ||
        resonator->pushes() + resonator->drives() == 0)
      continue;
    const double followed = std::max(0.0, followed_frequency(*resonator, objects_[i].spin));
    if (followed <
        kWorthSaying * ensemble.body_sound(static_cast<int>(i)).model().omega.back() / (2 * kPi))
      lines.push_back(fmt::format(
          "object '{}' spins at up to {:.3g} rad/s: the turning of its modes above {:.0f} "
          "Hz is not followed exactly",
          scene_->objects[i].name, objects_[i].spin, followed));
  }
  return lines;
}

}  // namespace peal
