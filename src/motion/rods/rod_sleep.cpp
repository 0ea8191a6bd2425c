#include "motion/rods/rod_sleep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"

namespace peal {

// Grains and solids do not tell whether they are near: beside them nobody sleeps.
RodSleep::RodSleep(const Scene& scene, double rate) : rate_(rate) {
  may_ = scene.grains.empty();
  for (const ObjectSpec& object : scene.objects) may_ = may_ && object.body != BodyKind::solid;
  if (scene.motion.floor && scene.motion.floor->kind == FloorKind::plate) may_ = false;
  const double factor = scene.air.density / (4 * kPi);
  near_ = factor / (kNear * kNear), far_ = factor / (scene.air.speed_of_sound * kNear);
}

void RodSleep::add(const ElasticRod& rod, const RodStepper& stepper, double busy_until) {
  const RodSection& section = rod.section(0);
  const double d = std::max(section.d11, section.d22);
  rods_.push_back({&rod, &stepper, d * near_, d * far_, section.reach, {}, {}, {}, {}});
  busy_until_ = std::max(busy_until_, busy_until);
}

double RodSleep::loudness(Rod& rod) {
  const ElasticRod& r = *rod.rod;
  const auto points = static_cast<std::size_t>(r.points());
  rod.last.resize(points), rod.before.resize(points);
  rod.turned.resize(points), rod.turned_before.resize(points);
  const double step = rod.stepper->settings().step;
  const auto next = [](auto now, auto& last, auto& before, auto& mean, auto& change) {
    mean = 0.25 * (now + last + last + before), change = 0.5 * (now - before);
    before = last, last = now;
  };
  double sum = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const int point = static_cast<int>(i), edge = std::min(point, r.edges() - 1);
    const double turning = r.twist_rate(edge);
    if (norm(r.velocity(point)) + rod.rim * std::abs(turning) > kSlow)
      return std::numeric_limits<double>::infinity();
    Vec3 a, jerk;
    double turns, turn_jerk;
    next(rod.stepper->mean_acceleration(point), rod.last[i], rod.before[i], a, jerk);
    next((turning - rod.stepper->start_twist_rate(edge)) / step, rod.turned[i],
         rod.turned_before[i], turns, turn_jerk);
    sum += r.share(point) * (rod.near * (norm(a) + rod.rim * std::abs(turns)) +
                             rod.far / step * (norm(jerk) + rod.rim * std::abs(turn_jerk)));
  }
  return sum;
}

void RodSleep::look(double time) {
  if (!may_) return;
  double sound = 0;
  for (std::size_t r = 0; r < rods_.size() && sound <= kQuiet; ++r) sound += loudness(rods_[r]);
  quiet_ = sound <= kQuiet && time > busy_until_ ? quiet_ + 1 : 0;
  asleep_ = static_cast<double>(quiet_) >= kAfter * rate_;
}

}  // namespace peal
