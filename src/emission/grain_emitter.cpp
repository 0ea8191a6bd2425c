#include "emission/grain_emitter.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"

namespace peal {
namespace {

constexpr double kAround = 512.0 / 48000;  // [s] before the arrival that a click may touch
constexpr double kFarthest = 10;           // [s] of travel: farther away nobody listens
constexpr double kClear = 16;  // times the threshold: one in sixteen is quiet by its direction
constexpr std::size_t kTurn = 16384;    // collisions that are looked at before they are added
constexpr std::size_t kChunk = 1024;    // of them, by one thread
constexpr std::size_t kStretch = 1024;  // [samples] that one thread fills

}  // namespace

GrainEmitter::GrainEmitter(std::string name, const Vec3& middle, double rate, double speed_of_sound,
                           double threshold, int mechanism, int ears)
    : name_(std::move(name)),
      track_(Pose{middle, {}}),
      rate_(rate),
      speed_of_sound_(speed_of_sound),
      threshold_(threshold),
      around_(static_cast<int>(std::ceil(kAround * rate))),
      share_{mechanism, true},
      pending_(static_cast<std::size_t>(ears)) {}

int GrainEmitter::add_pair(const GrainBall& a, const GrainBall& b,
                           const GrainPairSettings& settings) {
  pairs_.emplace_back(a, b, settings);
  if (pairs_.back().before() > around_)
    fail("grains of {} m are too large: their clicks begin {:.3g} s before they are heard",
         a.radius, pairs_.back().before() / rate_);
  return static_cast<int>(pairs_.size()) - 1;
}

double GrainEmitter::lead() const { return around_ / rate_; }

// What is too quiet wherever the ear is around it needs neither travel time nor direction; an ear
// that stands still needs no search for the time.
void GrainEmitter::look(std::span<const Waiting> blows, const TimedEar& ear,
                        std::span<const GrainStrength> how, std::span<Heard> out,
                        double& loudest_culled) const {
  const Vec3* const still = ear.still_place();
  for (std::size_t i = 0; i < blows.size(); ++i) {
    const Waiting& w = blows[i];
    const GrainPairSound& pair = pairs_[static_cast<std::size_t>(w.pair)];
    Heard& heard = out[i];
    heard.first = heard.last = 0;
    TimedEar::Arrival at;
    if (still)
      at.place = *still;
    else
      at = ear.arrival(w.blow.time, w.blow.place);
    const double distance = norm(at.place - w.blow.place);
    double bound = GrainPairSound::bound(how[i], distance);
    if (bound >= threshold_ && bound < kClear * threshold_)
      bound = pair.bound(w.blow, how[i], at.place);
    if (bound < threshold_) {
      loudest_culled = std::max(loudest_culled, bound);
      continue;
    }
    const double travel = distance / speed_of_sound_;
    if (still) at.time = w.blow.time + travel;
    if (at.time - w.blow.time > kFarthest) continue;
    // The pair counts its own travel time; ears may hear at once (travel_time false).
    heard.time = at.time - travel, heard.place = at.place;
    const auto arrival = static_cast<std::int64_t>(std::ceil(at.time * rate_)) - begin_;
    heard.first = static_cast<std::int32_t>(std::max<std::int64_t>(arrival - pair.before(), 0));
    heard.last = static_cast<std::int32_t>(std::max<std::int64_t>(arrival + pair.after(how[i]), 0));
  }
}

void GrainEmitter::fill(std::span<const Waiting> blows, std::span<const Heard> heard,
                        std::int64_t first, std::span<float> samples) const {
  const auto end = first + static_cast<std::int64_t>(samples.size());
  for (std::size_t i = 0; i < blows.size(); ++i) {
    if (heard[i].last <= first || heard[i].first >= end) continue;
    GrainBlow blow = blows[i].blow;
    blow.time = heard[i].time;
    pairs_[static_cast<std::size_t>(blows[i].pair)].add(blow, strengths_[i],
                                                        {heard[i].place, begin_ + first, samples});
  }
}

void GrainEmitter::sound(std::span<const Waiting> blows, std::span<const TimedEar* const> ears) {
  const std::size_t count = blows.size(), chunks = (count + kChunk - 1) / kChunk;
  strengths_.resize(count), heard_.resize(count * ears.size());
  std::vector<double> culled(chunks * ears.size());
  const auto part = [&](auto values, std::size_t chunk) {
    return values.subspan(chunk * kChunk, std::min(kChunk, count - chunk * kChunk));
  };
  const auto of_ear = [&](std::size_t ear) {
    return std::span(heard_).subspan(ear * count, count);
  };
  parallel_for(chunks, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i)
      strengths_[i] = pairs_[static_cast<std::size_t>(blows[i].pair)].strength(
          blows[i].blow.speed, blows[i].blow.impulse);
    for (std::size_t ear = 0; ear < ears.size(); ++ear)
      look(part(blows, chunk), *ears[ear], part(std::span<const GrainStrength>(strengths_), chunk),
           part(of_ear(ear), chunk), culled[chunk * ears.size() + ear]);
  });
  for (const double bound : culled) loudest_culled_ = std::max(loudest_culled_, bound);
  for (std::size_t i = 0; i < count; ++i) {
    bool heard = false;
    for (std::size_t ear = 0; ear < ears.size(); ++ear)
      heard = heard || of_ear(ear)[i].last > of_ear(ear)[i].first;
    ++(heard ? clicks_ : culled_);
  }
  std::size_t longest = 0;
  for (std::size_t ear = 0; ear < ears.size(); ++ear) {
    std::int32_t last = 0;
    for (const Heard& heard : of_ear(ear)) last = std::max(last, heard.last);
    sounding_until_ = std::max(sounding_until_, begin_ + last);
    if (pending_[ear].size() < static_cast<std::size_t>(last)) pending_[ear].resize(last, 0.0f);
    longest = std::max(longest, pending_[ear].size());
  }
  const std::size_t stretches = (longest + kStretch - 1) / kStretch;
  parallel_for(stretches * ears.size(), [&](std::size_t k) {
    const std::size_t ear = k / stretches, first = k % stretches * kStretch;
    if (first >= pending_[ear].size()) return;
    fill(blows, of_ear(ear), static_cast<std::int64_t>(first),
         std::span(pending_[ear]).subspan(first, std::min(kStretch, pending_[ear].size() - first)));
  });
}

bool GrainEmitter::emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
                        std::span<float* const> out) {
  if (!started_) begin_ = stretch.first, started_ = true;
  const std::int64_t end = stretch.first + stretch.count;
  const double until = static_cast<double>(end + around_) / rate_;
  const auto later = std::partition_point(waiting_.begin(), waiting_.end(),
                                          [&](const Waiting& w) { return w.blow.time < until; });
  const std::span<const Waiting> due(waiting_.data(),
                                     static_cast<std::size_t>(later - waiting_.begin()));
  for (std::size_t done = 0; done < due.size(); done += kTurn)
    sound(due.subspan(done, std::min(kTurn, due.size() - done)), ears);
  waiting_.erase(waiting_.begin(), later);
  const bool sounding = sounding_until_ > stretch.first;
  for (std::size_t ear = 0; ear < out.size(); ++ear) {
    auto& pending = pending_[ear];
    const auto used =
        std::min<std::size_t>(pending.size(), static_cast<std::size_t>(stretch.count));
    for (std::size_t n = 0; n < used; ++n) out[ear][n] += pending[n];
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(used));
  }
  begin_ = end;
  return sounding;
}

EmitterReport GrainEmitter::report(double) const {
  EmitterReport out;
  if (clicks_ == 0) out.silent_because = "no grain hit anything loudly enough";
  return out;
}

}  // namespace peal
