#include "motion/take/take_motion.h"

#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr int kNoObject = -2, kTakeStateVersion = 1;

}  // namespace

TakeMotion::TakeMotion(std::shared_ptr<const Take> take, const std::vector<int>& body_of,
                       const std::vector<Pose>& still, int crowds)
    : take_(std::move(take)), object_of_(take_->bodies.size(), kNoObject) {
  for (std::size_t i = 0; i < body_of.size(); ++i) {
    const bool recorded = body_of[i] >= 0 && !take_->tracks[body_of[i]].empty();
    if (body_of[i] >= 0) object_of_[body_of[i]] = static_cast<int>(i);
    tracks_.push_back(recorded ? take_->tracks[body_of[i]] : PoseTrack(still[i]));
  }
  block_.end = take_->begin;
  if (take_->tape) events_.emplace(take_->tape, crowds);
}

TakeMotion::TakeMotion(std::shared_ptr<const Take> take, std::shared_ptr<const ChunkFile> tape,
                       int crowds)
    : take_(std::move(take)), tracks_(take_->bodies.size()) {
  for (std::size_t i = 0; i < tracks_.size(); ++i) object_of_.push_back(static_cast<int>(i));
  block_.end = take_->begin;
  if (tape) events_.emplace(std::move(tape), crowds);
}

const MotionBlock& TakeMotion::step(double until) {
  const double begin = block_.end;
  block_ = {};
  block_.begin = begin, block_.end = until;
  // Events with bodies that the scene does not have are left out: nothing of them can be heard.
  const auto take_until = [&](const auto& all, std::size_t& next, auto& out, auto time_of) {
    for (; next < all.size() && time_of(all[next]) < until; ++next) {
      auto event = all[next];
      event.body_a = object(event.body_a), event.body_b = object(event.body_b);
      if (event.body_a != kNoObject && event.body_b != kNoObject) out.push_back(event);
    }
  };
  take_until(take_->impacts, next_impact_, block_.impacts, [](auto& i) { return i.time; });
  take_until(take_->contacts, next_contact_, block_.contacts, [](auto& c) { return c.time; });
  take_until(take_->summaries, next_summary_, block_.summaries, [](auto& s) { return s.end; });
  if (events_) {
    events_->read_until(until, block_);
    // Objects of the take by their numbers in the scene.
    std::erase_if(block_.pushes, [&](ShapePush& push) {
      push.object = object(push.object), push.by = object(push.by);
      return push.object == kNoObject || push.by == kNoObject;
    });
    for (CrowdHits& crowd : block_.crowds)
      for (GrainHit& hit : crowd.hits)
        if (hit.on_wall()) hit.partner = partner_of_object(object(object_of(hit)));
  }
  return block_;
}

void TakeMotion::forget_before(double time) {
  for (PoseTrack& track : tracks_) track.forget_before(time);
}

void TakeMotion::save(StateWriter& out) const {
  out.section("the motion of a take", kTakeStateVersion);
  out(block_.end, next_impact_, next_contact_, next_summary_);
  if (events_) events_->save(out);
}

// Poses that were forgotten are there again; nobody asks for them.
void TakeMotion::load(StateReader& in) {
  in.section("the motion of a take", kTakeStateVersion);
  block_ = {};
  in(block_.end, next_impact_, next_contact_, next_summary_);
  if (next_impact_ > take_->impacts.size() || next_contact_ > take_->contacts.size() ||
      next_summary_ > take_->summaries.size())
    in.refuse("the state of a take's motion belongs to another take");
  block_.begin = block_.end;
  if (events_) events_->load(in);
}

}  // namespace peal
