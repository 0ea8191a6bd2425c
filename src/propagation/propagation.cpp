#include "propagation/propagation.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "propagation/scatter.h"

namespace peal {
namespace {

std::int64_t samples_before(double time, double rate) {
  return static_cast<std::int64_t>(std::ceil(time * rate - 1e-9));
}

std::int64_t first_emission(const Emitter& emitter, int margin) {
  return -margin - static_cast<std::int64_t>(std::ceil(emitter.lead() * emitter.rate()));
}

}  // namespace

Propagation::Propagation(const EmitterSet& emitters, const std::vector<TrackedEar>& ears, int mixes,
                         const std::function<Sends(const Emitter&)>& sends)
    : mixes_(static_cast<std::size_t>(mixes)) {
  for (const TrackedEar& ear : ears) {
    ears_.push_back(std::make_unique<TrackedEar>(ear));
    ear_view_.push_back(ears_.back().get());
    timed_ears_.push_back(ears_.back().get());
  }
  for (PointEmitter* emitter : emitters.points) {
    std::optional<Sends> to = route(*emitter, sends);
    if (!to) continue;
    PointRoute route{emitter,
                     std::move(*to),
                     first_emission(*emitter, GatherPath::lookahead()),
                     {},
                     std::vector<std::vector<float>>(ears.size()),
                     std::vector<std::vector<float>>(ears.size())};
    for (const auto& ear : ears_)
      route.paths.push_back(std::make_unique<GatherPath>(emitter->track(), *ear, emitter->rate()));
    points_.push_back(std::move(route));
  }
  for (BurstEmitter* emitter : emitters.bursts)
    if (std::optional<Sends> to = route(*emitter, sends))
      bursts_.push_back(
          {emitter, std::move(*to), std::vector<std::vector<float>>(ears.size()), false});
  for (SourceCloud* cloud : emitters.clouds)
    if (std::optional<Sends> to = route(*cloud, sends))
      clouds_.push_back({cloud, std::move(*to), first_emission(*cloud, scatter_lead())});
}

// Also what nobody hears has its bus: which rates there are must not depend on the mix.
std::optional<Sends> Propagation::route(const Emitter& emitter,
                                        const std::function<Sends(const Emitter&)>& sends) {
  Sends to = sends(emitter);
  const int channels = static_cast<int>(ears_.size());
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
  for (const CloudRoute& route : clouds_) ahead(*route.cloud, scatter_lead());
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
    if (route.heard) sum(route);
  for (CloudRoute& route : clouds_) carry_cloud(route, samples_before(until, route.cloud->rate()));
  for (auto& [rate, sample] : carried_) sample = samples_before(until, rate);
}

template <class Route>
void Propagation::sum(const Route& route) {
  const double rate = route.emitter->rate();
  const auto gain = static_cast<float>(route.sends.gain);
  for (const int mix : route.sends.mixes)
    for (std::size_t ear = 0; ear < ears_.size(); ++ear) {
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
  route.emitter->emit(stretch, ear_view_, out);
  route.emitted = emit_to;
  for (std::size_t ear = 0; ear < ears_.size(); ++ear) {
    route.paths[ear]->feed(stretch.first, route.emission[ear]);
    route.arrival[ear].assign(to - from, 0.0f);
    route.paths[ear]->gather(from, route.arrival[ear]);
  }
}

void Propagation::carry_burst(BurstRoute& route, std::int64_t from, std::int64_t to) {
  std::vector<float*> out;
  for (auto& samples : route.arrival) {
    if (route.heard) std::fill(samples.begin(), samples.end(), 0.0f);
    samples.resize(to - from);
    out.push_back(samples.data());
  }
  route.heard = route.emitter->emit({from, static_cast<int>(to - from)}, timed_ears_, out);
}

void Propagation::carry_cloud(CloudRoute& route, std::int64_t to) {
  const auto gain = static_cast<float>(route.sends.gain);
  for (; route.emitted < to + scatter_lead(); ++route.emitted) {
    route.cloud->emit(route.emitted, frame_);
    for (float& m : frame_.monopole) m *= gain;
    for (Vec3& d : frame_.dipole) d *= gain;
    for (const int mix : route.sends.mixes)
      for (std::size_t ear = 0; ear < ears_.size(); ++ear)
        scatter(frame_, route.emitted, *ears_[ear], buses(mix).at(route.cloud->rate()),
                static_cast<int>(ear));
  }
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
  }
  return oldest;
}

}  // namespace peal
