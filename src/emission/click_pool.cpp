#include "emission/click_pool.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/work_shares.h"
#include "emission/ensemble.h"

namespace peal {

void ClickPool::want(int object, const std::string& name, const ClickRequest& request,
                     int mechanism) {
  wanted_.try_emplace(object, Wanted{name, click_key(request), request, mechanism});
}

ClickEmitter* ClickPool::emitter(int object) const {
  const auto found = emitters_.find(object);
  return found == emitters_.end() ? nullptr : found->second;
}

std::vector<std::string> ClickPool::names() const {
  std::vector<std::string> names;
  for (const auto& [object, wanted] : wanted_) names.push_back(wanted.name);
  return names;
}

auto ClickPool::unknown(const BodySounds& sounds) const -> std::map<std::string, const Wanted*> {
  std::map<std::string, const Wanted*> first_of;
  for (const auto& [object, wanted] : wanted_)
    if (!sounds.clicks.contains(wanted.key)) first_of.try_emplace(wanted.key, &wanted);
  return first_of;
}

// One after the other: the computation of a field uses all threads by itself.
void ClickPool::compute(BodySounds& sounds, const PrepareWatch& watch) const {
  constexpr const char* kStage = "fields of clicks";
  const auto units = unknown(sounds);
  std::vector<double> costs;
  for (const auto& [key, wanted] : units)
    costs.push_back(watch ? click_cost(wanted->request, *sounds.pulses) : 0);
  if (std::any_of(costs.begin(), costs.end(), [](double cost) { return cost > 0; }))
    watch(kStage, 0);
  const std::function<void(double)> part =
      watch ? [&](double done) { watch(kStage, done); } : std::function<void(double)>();
  WorkShares shares(costs, part);
  for (std::size_t i = 0; const auto& [key, wanted] : units) {
    const std::size_t unit = i++;
    throw_if_interrupted();
    try {
      sounds.clicks[key] = make_click_field(wanted->request, *sounds.pulses,
                                            [&](double done) { shares.set(unit, done); });
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      if (!wanted->request.may_be_proxy)
        fail("object '{}': its click cannot be computed: {}", wanted->name, error.what());
      ClickRequest proxy = wanted->request;
      proxy.method = ClickMethod::proxy;
      sounds.clicks[key] = make_click_field(proxy, *sounds.pulses);
      sounds.pulses->warn(fmt::format(
          "object '{}': its click is that of an ellipsoid of equal volume and inertia, which does "
          "not sound when it turns: {}",
          wanted->name, error.what()));
    }
    if (costs[unit] > 0) shares.set(unit, 1);
  }
}

void ClickPool::prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) {
  compute(sounds, watch);
  for (const auto& [object, wanted] : wanted_) {
    auto emitter = std::make_unique<ClickEmitter>(wanted.name, sounds.clicks.at(wanted.key),
                                                  ensemble.track(object), ensemble.ears());
    emitter->belongs_to(object, {wanted.mechanism, true});
    emitters_[object] = emitter.get();
    ensemble.add(std::move(emitter));
  }
}

}  // namespace peal
