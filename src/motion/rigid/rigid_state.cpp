// Rigid motion saved and loaded: what one step leaves to the next, and nothing else. Joints, masses
// and shapes come from the setup; states asked for last, the order of the sweeps and the states
// foreseen for other worlds only save time.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/state_bytes.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr int kRigidStateVersion = 2;

bool names_bodies(int a, int b, int count) {
  return a >= 0 && a < count && b >= kFloor && b < count;
}

bool events_fit(const MotionBlock& block, int count) {
  const auto fits = [&](const auto& event) {
    return names_bodies(event.body_a, event.body_b, count);
  };
  return std::all_of(block.impacts.begin(), block.impacts.end(), fits) &&
         std::all_of(block.contacts.begin(), block.contacts.end(), fits) &&
         std::all_of(block.summaries.begin(), block.summaries.end(), fits);
}

}  // namespace

template <class Self, class Archive>
void RigidWorld::walk(Self& self, Archive& archive) {
  archive(self.since_, self.time_, self.bodies_, self.features_, self.poses_, self.present_,
          self.held_, self.follower_, self.slow_impacts_, self.waiting_, self.finder_);
}

void RigidWorld::save(StateWriter& out) const {
  out.section("a rigid world", kRigidStateVersion);
  out(setup_.begin, setup_.step, bodies_.size());
  walk(*this, out);
}

void RigidWorld::load(StateReader& in) {
  in.section("a rigid world", kRigidStateVersion);
  double begin = 0, step = 0;
  std::size_t count = 0;
  in(begin, step, count);
  if (begin != setup_.begin || step != setup_.step || count != bodies_.size())
    in.refuse("the state of a rigid world belongs to another scene");
  const std::vector<Body> fresh = bodies_;
  walk(*this, in);
  const int bodies = static_cast<int>(count);
  const auto feature_fits = [&](const ContactFeature& f) {
    return names_bodies(f.a, f.b, bodies) && f.kind >= ContactFeature::Kind::floor &&
           f.kind <= ContactFeature::Kind::string;
  };
  if (bodies_.size() != count || poses_.size() != count || present_.size() != count ||
      !std::all_of(features_.begin(), features_.end(), feature_fits) || !follower_.fits(bodies) ||
      !std::all_of(waiting_.begin(), waiting_.end(),
                   [&](const OuterPush& p) { return names_bodies(p.body, kFloor, bodies); }))
    in.refuse("the state of a rigid world names bodies that are not there");
  for (std::size_t i = 0; i < count; ++i) bodies_[i].inverse_mass = fresh[i].inverse_mass;
}

template <class Self, class Archive>
void RigidMotion::walk(Self& self, Archive& archive) {
  archive(self.steps_, self.waiting_, self.block_);
}

void RigidMotion::save(StateWriter& out) const {
  if (!usable_) fail("rigid motion: its state could not be loaded; there is nothing to save");
  world_->save(out);
  out.section("rigid motion", kRigidStateVersion);
  walk(*this, out);
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    if (setup_.bodies[i].path.empty()) out(tracks_[i].knots());
}

void RigidMotion::load(StateReader& in) {
  usable_ = false;
  world_->load(in);
  in.section("rigid motion", kRigidStateVersion);
  walk(*this, in);
  const int count = static_cast<int>(tracks_.size());
  if (!events_fit(waiting_, count) || !events_fit(block_, count) || steps_ < 0 ||
      world_->time() != setup_.begin + static_cast<double>(steps_) * setup_.step)
    in.refuse("the state of a rigid motion contradicts itself");
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    if (!setup_.bodies[i].path.empty()) continue;
    std::vector<PoseKnot> knots;
    in(knots);
    if (knots.empty()) in.refuse("the state of a rigid motion has a body without a pose");
    tracks_[i] = {};
    for (const PoseKnot& knot : knots) tracks_[i].append(knot);
  }
  usable_ = true;
}

}  // namespace peal
