#include "motion/take/take_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr std::size_t kMostWaiting = 32;  // bounds the work per knot
constexpr int kRecorderVersion = 1;
constexpr double kMostTurn = 0.5;  // [rad] between two kept knots

double angle_between(const Quat& a, const Quat& b) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(a, b))));
}

bool same_state(const PoseKnot& a, const PoseKnot& b) {
  return a.pose.position == b.pose.position && a.pose.rotation == b.pose.rotation &&
         a.velocity == Vec3{} && b.velocity == Vec3{};
}

}  // namespace

bool KnotThinner::implied(const PoseKnot& end) const {
  const PoseKnot& begin = track_.knots().back();
  if (same_state(begin, end))
    return std::all_of(waiting_.begin(), waiting_.end(),
                       [&](const PoseKnot& k) { return same_state(begin, k); });
  if (waiting_.size() > kMostWaiting ||
      angle_between(begin.pose.rotation, end.pose.rotation) > kMostTurn)
    return false;
  PoseTrack straight;
  straight.append(begin);
  straight.append(end);
  for (const PoseKnot& k : waiting_) {
    const Pose pose = straight.pose_at(k.time);
    if (norm(pose.position - k.pose.position) > kKnotDistance ||
        angle_between(pose.rotation, k.pose.rotation) > kKnotTurn)
      return false;
  }
  return true;
}

void KnotThinner::keep(const PoseKnot& knot) {
  track_.append(knot);
  waiting_.clear();
}

void KnotThinner::add(const PoseKnot& knot) {
  if (track_.empty()) return keep(knot);
  const PoseKnot& last = waiting_.empty() ? track_.knots().back() : waiting_.back();
  if (knot.time == last.time) {  // a jump: both sides stay
    if (!waiting_.empty()) keep(PoseKnot(last));
    return keep(knot);
  }
  if (!waiting_.empty() && !implied(knot)) keep(PoseKnot(waiting_.back()));
  // A body at rest needs only the first and the last knot, however long it lies.
  if (!waiting_.empty() && same_state(track_.knots().back(), knot)) waiting_.clear();
  waiting_.push_back(knot);
}

template <class Self, class Archive>
void KnotThinner::state_fields(Self& self, Archive& archive) {
  std::vector<PoseKnot> knots(self.track_.knots().begin(), self.track_.knots().end());
  archive(knots, self.waiting_);
  if constexpr (std::is_same_v<Archive, StateReader>) {
    self.track_ = {};
    for (const PoseKnot& knot : knots) self.track_.append(knot);
  }
}

void KnotThinner::close() {
  if (!waiting_.empty()) keep(PoseKnot(waiting_.back()));
}

bool KnotThinner::settled(double time) const {
  if (track_.empty()) return false;
  const PoseKnot& last = track_.knots().back();
  if (last.time > time) return true;
  return !waiting_.empty() && waiting_.back().time > time && same_state(last, waiting_.back());
}

TakeRecorder::TakeRecorder(std::vector<TakeBody> bodies, double begin)
    : thinners_(bodies.size()),
      seen_(bodies.size(), 0),
      seen_until_(bodies.size(), -std::numeric_limits<double>::infinity()) {
  take_.begin = begin;
  take_.bodies = std::move(bodies);
}

void TakeRecorder::record(const MotionBlock& block, const std::vector<PoseTrack>& tracks) {
  take_.impacts.insert(take_.impacts.end(), block.impacts.begin(), block.impacts.end());
  take_.contacts.insert(take_.contacts.end(), block.contacts.begin(), block.contacts.end());
  take_.summaries.insert(take_.summaries.end(), block.summaries.begin(), block.summaries.end());
  for (std::size_t i = 0; i < thinners_.size(); ++i) {
    const auto& knots = tracks[i].knots();
    auto knot = std::lower_bound(knots.begin(), knots.end(), seen_until_[i],
                                 [](const PoseKnot& k, double t) { return k.time < t; });
    std::size_t skip = seen_[i];  // knots at exactly seen_until_ that were recorded before
    for (; knot != knots.end(); ++knot) {
      if (knot->time == seen_until_[i] && skip > 0) {
        --skip;
        continue;
      }
      seen_[i] = knot->time == seen_until_[i] ? seen_[i] + 1 : 1;
      seen_until_[i] = knot->time;
      thinners_[i].add(*knot);
    }
  }
}

void TakeRecorder::save(StateWriter& out) const {
  out.section("a take", kRecorderVersion);
  out(take_.begin, take_.impacts, take_.contacts, take_.summaries, thinners_, seen_, seen_until_);
}

void TakeRecorder::load(StateReader& in) {
  in.section("a take", kRecorderVersion);
  const std::size_t bodies = thinners_.size();
  in(take_.begin, take_.impacts, take_.contacts, take_.summaries, thinners_, seen_, seen_until_);
  if (thinners_.size() != bodies || seen_.size() != bodies || seen_until_.size() != bodies)
    in.refuse("the state of a take belongs to another scene");
}

void TakeRecorder::close(double end) {
  take_.end = end;
  for (KnotThinner& thinner : thinners_) thinner.close();
}

Take TakeRecorder::finish(double end) {
  take_.end = end;
  for (KnotThinner& thinner : thinners_) take_.tracks.push_back(thinner.finish());
  return std::move(take_);
}

}  // namespace peal
