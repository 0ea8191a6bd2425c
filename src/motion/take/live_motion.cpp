#include "motion/take/live_motion.h"

#include <limits>

namespace peal {

// The take that is played belongs to the recorder, which outlives the motion.
LiveMotion::LiveMotion(std::unique_ptr<Simulation> simulation)
    : TakeMotion(
          std::shared_ptr<const Take>(std::shared_ptr<void>(), &simulation->recorder().so_far()),
          simulation->tape(), static_cast<int>(simulation->scene().grains.size())),
      simulation_(std::move(simulation)),
      taken_(simulation_->scene().objects.size(), 0) {
  advance(-simulation_->scene().motion.preroll);
}

void LiveMotion::advance(double time) {
  simulation_->advance(time);
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const auto& knots = simulation_->recorder().track(i).knots();
    for (; taken_[i] < knots.size(); ++taken_[i]) own_tracks()[i].append(knots[taken_[i]]);
  }
}

const MotionBlock& LiveMotion::step(double until) {
  advance(until);
  return TakeMotion::step(until);
}

void LiveMotion::forget_before(double time) {
  TakeMotion::forget_before(time);
  simulation_->forget_before(time);
}

Take LiveMotion::finish() {
  simulation_->advance(std::numeric_limits<double>::infinity());
  return simulation_->take();
}

}  // namespace peal
