#include "motion/worlds/worlds_motion.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/state_bytes.h"
#include "motion/worlds/shape_cut.h"

namespace peal {
namespace {

constexpr int kWorldsStateVersion = 2;

/// Moves what happens before `until` from the front of `waiting` to the end of `out`.
template <class Event>
void move_before(std::vector<Event>& waiting, std::vector<Event>& out, double until) {
  const auto later = std::find_if(waiting.begin(), waiting.end(),
                                  [&](const Event& event) { return event.time >= until; });
  out.insert(out.end(), waiting.begin(), later);
  waiting.erase(waiting.begin(), later);
}

const auto kEarlier = [](const auto& a, const auto& b) { return a.time < b.time; };

}  // namespace

WorldsMotion::WorldsMotion(RigidSetup rigid, std::vector<std::unique_ptr<World>> worlds)
    : rigid_(std::move(rigid)), worlds_(std::move(worlds)) {
  block_.begin = block_.end = rigid_.world().time();
}

const MotionBlock& WorldsMotion::step(double until) {
  if (!(until >= block_.end && std::isfinite(until)))
    fail("motion: asked to continue to {} s from {} s; time only goes forward", until, block_.end);
  collect_shapes();
  while (rigid_.world().time() < until) {
    throw_if_interrupted();
    const double t1 = rigid_.coming();
    for (const auto& world : worlds_)
      world->advance(t1, {rigid_.world(), rigid_.tracks_of_worlds()}, waiting_);
    collect_shapes();
    const MotionBlock& rigid = rigid_.step(t1);
    waiting_.impacts.insert(waiting_.impacts.end(), rigid.impacts.begin(), rigid.impacts.end());
    waiting_.contacts.insert(waiting_.contacts.end(), rigid.contacts.begin(), rigid.contacts.end());
    waiting_.summaries.insert(waiting_.summaries.end(), rigid.summaries.begin(),
                              rigid.summaries.end());
    // Worlds tell in a fixed order: those of one instant keep it.
    std::stable_sort(waiting_.impacts.begin(), waiting_.impacts.end(), kEarlier);
    std::stable_sort(waiting_.pushes.begin(), waiting_.pushes.end(), kEarlier);
  }
  hand_out(until);
  return block_;
}

/// Rows of samples are joined once for a block, not at every step.
void WorldsMotion::collect_shapes() {
  pieces_.resize(std::max(pieces_.size(), waiting_.shapes.size()));
  for (std::size_t s = 0; s < waiting_.shapes.size(); ++s)
    pieces_[s].push_back(std::move(waiting_.shapes[s]));
  waiting_.shapes.clear();
}

void WorldsMotion::hand_out(double until) {
  const double begin = block_.end;
  block_ = {};
  block_.begin = begin, block_.end = until;
  move_before(waiting_.impacts, block_.impacts, until);
  move_before(waiting_.contacts, block_.contacts, until);
  move_before(waiting_.pushes, block_.pushes, until);
  const auto later = std::find_if(waiting_.summaries.begin(), waiting_.summaries.end(),
                                  [&](const ImpactSummary& s) { return s.end >= until; });
  block_.summaries.assign(waiting_.summaries.begin(), later);
  waiting_.summaries.erase(waiting_.summaries.begin(), later);
  for (CrowdHits& crowd : waiting_.crowds) {
    block_.crowds.push_back({crowd.crowd, {}});
    move_before(crowd.hits, block_.crowds.back().hits, until);
  }
  move_before(waiting_.frames, block_.frames, until);
  for (auto& pieces : pieces_) {
    ShapeSamples shape = joined(pieces);
    block_.shapes.push_back(
        cut_before(shape, static_cast<std::int64_t>(std::ceil(until * shape.rate - 1e-9))));
    waiting_.shapes.push_back(std::move(shape));
  }
}

template <class Self, class Archive>
void WorldsMotion::walk(Self& self, Archive& archive) {
  archive(self.waiting_, self.block_.end);
}

std::vector<std::string> WorldsMotion::warnings() const {
  std::vector<std::string> all;
  for (const auto& world : worlds_)
    for (std::string& line : world->warnings()) all.push_back(std::move(line));
  return all;
}

MotionCounts WorldsMotion::counts() const {
  MotionCounts all;
  for (const auto& world : worlds_)
    for (auto& count : world->counts()) all.push_back(std::move(count));
  return all;
}

void WorldsMotion::save(StateWriter& out) const {
  rigid_.save(out);
  out.section("worlds", kWorldsStateVersion);
  walk(*this, out);
  for (const auto& world : worlds_) world->save(out);
}

void WorldsMotion::load(StateReader& in) {
  rigid_.load(in);
  in.section("worlds", kWorldsStateVersion);
  block_ = {}, pieces_.clear();
  walk(*this, in);
  block_.begin = block_.end;
  for (const auto& world : worlds_) world->load(in);
}

}  // namespace peal
