#include "propagation/propagation.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"

namespace peal {
namespace {

std::int64_t samples_before(double time, double rate) {
  return static_cast<std::int64_t>(std::ceil(time * rate - 1e-9));
}

std::int64_t first_emission(const Emitter& emitter, int margin) {
  return -margin - static_cast<std::int64_t>(std::ceil(emitter.lead() * emitter.rate()));
}

// Clouds emit whole blocks.
std::int64_t block_before(std::int64_t sample) {
  const std::int64_t size = CloudBlock::kSamples;
  return (sample / size - (sample % size < 0 ? 1 : 0)) * size;
}

}  // namespace

Propagation::Propagation(const EmitterSet& emitters, const std::vector<TrackedEar>& ears, int mixes,
                         const std::function<Sends(const Emitter&)>& sends,
                         const std::optional<FloorPlane>& floor)
    : heard_ears_(ears.size()), floor_(floor), mixes_(static_cast<std::size_t>(mixes)) {
  for (const TrackedEar& ear : ears) ears_.push_back(std::make_unique<TrackedEar>(ear));
  if (floor)
    for (const TrackedEar& ear : ears)
      ears_.push_back(std::make_unique<TrackedEar>(ear.mirrored(floor->height)));
  for (const auto& ear : ears_) {
    ear_view_.push_back(ear.get()), timed_ears_.push_back(ear.get());
    tracked_ears_.push_back(ear.get());
  }
  for (PointEmitter* emitter : emitters.points) {
    std::optional<Sends> to = route(*emitter, sends);
    if (!to) continue;
    PointRoute route{
        emitter, std::move(*to), first_emission(*emitter, GatherPath::lookahead()), {}, {}, {}, {}};
    add_reflections(route);
    route.emission.resize(route.arrival.size());
    for (std::size_t ear = 0; ear < route.arrival.size(); ++ear)
      route.paths.push_back(
          std::make_unique<GatherPath>(emitter->track(), *ears_[ear], emitter->rate()));
    points_.push_back(std::move(route));
  }
  for (BurstEmitter* emitter : emitters.bursts)
    if (std::optional<Sends> to = route(*emitter, sends)) {
      bursts_.push_back({emitter, std::move(*to), {}, {}, false, false});
      add_reflections(bursts_.back());
    }
  for (SourceCloud* cloud : emitters.clouds)
    if (std::optional<Sends> to = route(*cloud, sends)) {
      const std::int64_t first = block_before(first_emission(*cloud, CloudPaths::lead()));
      CloudRoute way{
          cloud, std::move(*to), first, CloudPaths(cloud->rate()), Bus(cloud->rate(), 0), {}, {}};
      add_reflections(way);
      way.future = Bus(cloud->rate(), static_cast<int>(way.arrival.size()));
      clouds_.push_back(std::move(way));
    }
}

// How many ears the emitter is asked for, and the ways by the floor of those that are images.
template <class Route>
void Propagation::add_reflections(Route& route) {
  route.arrival.resize(heard_ears_);
  if (!floor_ || !route.emitter->mirrored_by_floor()) return;
  route.arrival.resize(ears_.size());
  const double rate = route.emitter->rate();
  const double c = ears_.empty() ? 1 : ears_.front()->speed_of_sound();
  const GroundFilter& ground = grounds_.try_emplace(rate, floor_->ground, rate, c).first->second;
  for (std::size_t ear = 0; ear < heard_ears_; ++ear)
    route.reflections.emplace_back(route.emitter->track(), *ears_[heard_ears_ + ear],
                                   floor_->height, rate, ground);
}

template <class Route>
void Propagation::reflect(Route& route, std::int64_t from) const {
  for (std::size_t ear = 0; ear < route.reflections.size(); ++ear)
    route.reflections[ear].add(from, route.arrival[heard_ears_ + ear], route.arrival[ear]);
}

// Also what nobody hears has its bus: which rates there are must not depend on the mix.
std::optional<Sends> Propagation::route(const Emitter& emitter,
                                        const std::function<Sends(const Emitter&)>& sends) {
  Sends to = sends(emitter);
  const int channels = static_cast<int>(heard_ears_);
  for (const int mix : to.mixes) buses(mix).try_emplace(emitter.rate(), emitter.rate(), channels);
  carried_[emitter.rate()] = 0;
  if (to.gain == 0 || to.mixes.empty()) return {};
  return to;
}

double Propagation::motion_needed(double until) const {
  double needed = until;
  const auto ahead = [&](const Emitter& emitter, int margin) {
    const double rate = emitter.rate();
    needed = std::max(needed, (samples_before(until, rate) + margin) / rate + emitter.lead());
  };
  for (const PointRoute& route : points_) ahead(*route.emitter, GatherPath::lookahead());
  for (const BurstRoute& route : bursts_) ahead(*route.emitter, 0);
  for (const CloudRoute& route : clouds_)
    ahead(*route.emitter, CloudPaths::lead() + CloudBlock::kSamples);
  return needed;
}

void Propagation::carry(double until) {
  // Emitters are independent of each other; their sums are made in one fixed order.
  parallel_for(points_.size() + bursts_.size(), [&](std::size_t i) {
    const bool point = i < points_.size();
    const Emitter& emitter = point ? static_cast<const Emitter&>(*points_[i].emitter)
                                   : *bursts_[i - points_.size()].emitter;
    const std::int64_t from = carried_.at(emitter.rate());
    const std::int64_t to = samples_before(until, emitter.rate());
    try {
      if (point)
        carry_point(points_[i], from, to);
      else
        carry_burst(bursts_[i - points_.size()], from, to);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      fail("'{}': {}", emitter.name(), error.what());
    }
  });
  for (const PointRoute& route : points_) sum(route);
  for (const BurstRoute& route : bursts_)
    if (route.heard || route.rings_on) sum(route);
  for (CloudRoute& route : clouds_) {
    const double rate = route.emitter->rate();
    carry_cloud(route, carried_.at(rate), samples_before(until, rate));
    sum(route);
  }
  for (auto& [rate, sample] : carried_) sample = samples_before(until, rate);
}

template <class Route>
void Propagation::sum(const Route& route) {
  const double rate = route.emitter->rate();
  const auto gain = static_cast<float>(route.sends.gain);
  for (const int mix : route.sends.mixes)
    for (std::size_t ear = 0; ear < heard_ears_; ++ear) {
      const std::vector<float>& arrival = route.arrival[ear];
      const auto window =
          buses(mix).at(rate).window(static_cast<int>(ear), carried_.at(rate), arrival.size());
      for (std::size_t n = 0; n < arrival.size(); ++n) window[n] += gain * arrival[n];
    }
}

void Propagation::carry_point(PointRoute& route, std::int64_t from, std::int64_t to) {
  const std::int64_t emit_to = to + GatherPath::lookahead();
  const Stretch stretch{route.emitted, static_cast<int>(emit_to - route.emitted)};
  std::vector<float*> out;
  for (auto& samples : route.emission) {
    samples.assign(stretch.count, 0.0f);
    out.push_back(samples.data());
  }
  route.emitter->emit(stretch, std::span(ear_view_).first(out.size()), out);
  route.emitted = emit_to;
  for (std::size_t ear = 0; ear < out.size(); ++ear) {
    route.paths[ear]->feed(stretch.first, route.emission[ear]);
    route.arrival[ear].assign(to - from, 0.0f);
    route.paths[ear]->gather(from, route.arrival[ear]);
  }
  reflect(route, from);
}

void Propagation::carry_burst(BurstRoute& route, std::int64_t from, std::int64_t to) {
  std::vector<float*> out;
  for (auto& samples : route.arrival) {
    if (route.heard || route.rings_on) std::fill(samples.begin(), samples.end(), 0.0f);
    samples.resize(to - from);
    out.push_back(samples.data());
  }
  route.rings_on = std::any_of(route.reflections.begin(), route.reflections.end(),
                               [](const FloorPath& path) { return path.rings_on(); });
  route.heard = route.emitter->emit({from, static_cast<int>(to - from)},
                                    std::span(timed_ears_).first(out.size()), out);
  reflect(route, from);
}

void Propagation::carry_cloud(CloudRoute& route, std::int64_t from, std::int64_t to) {
  const auto ears = std::span(tracked_ears_).first(route.arrival.size());
  for (; route.emitted < to + CloudPaths::lead(); route.emitted += CloudBlock::kSamples) {
    route.emitter->emit(route.emitted, block_);
    route.paths.scatter(block_, route.emitted, ears, route.future);
  }
  for (std::vector<float>& samples : route.arrival) samples.clear();
  route.future.take(to, route.arrival);
  reflect(route, from);
}

double Propagation::oldest_needed() const {
  double oldest = 1e300;
  for (const PointRoute& route : points_) {
    oldest = std::min(
        oldest, static_cast<double>(route.emitted) / route.emitter->rate() - route.emitter->lead());
    for (const auto& path : route.paths) oldest = std::min(oldest, path->oldest_needed());
  }
  for (const BurstRoute& route : bursts_) {
    const double rate = route.emitter->rate();
    oldest = std::min(oldest, static_cast<double>(carried_.at(rate)) / rate);
    for (const FloorPath& path : route.reflections) oldest = std::min(oldest, path.oldest_needed());
  }
  for (const CloudRoute& route : clouds_) {
    oldest = std::min(
        oldest, static_cast<double>(route.emitted) / route.emitter->rate() - route.emitter->lead());
    for (const FloorPath& path : route.reflections) oldest = std::min(oldest, path.oldest_needed());
  }
  return oldest;
}

}  // namespace peal
