#include "emission/ensemble.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/work_shares.h"
#include "models/bake/transfer_compute.h"
#include "models/bodies/modes_cost.h"

namespace peal {
namespace {

struct NamedBody {
  const std::string* name;
  std::shared_ptr<BodySound> body;
};

/// [s] expected; nothing for what is kept or was asked for before.
double transfer_cost(const BodySound& body, TransferLibrary& library, std::set<std::string>& seen) {
  const TriangleMesh surface = body.transfer_surface();
  const std::vector<ModeShape> shapes = body.mode_shapes();
  const TransferRequest request = transfer_request(body.request());
  try {
    const std::string key = library.key_of(surface, shapes, request);
    if (!seen.insert(key).second || library.cache().holds(key)) return 0;
    std::vector<double> omegas;
    for (const ModeShape& shape : shapes) omegas.push_back(shape.omega);
    return planned_transfer(surface, omegas, request).expected_seconds;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {  // it will be said when it is asked for
    return 0;
  }
}

// One after the other: the computation of a transfer uses all threads by itself.
void add_transfers(const std::vector<NamedBody>& bodies, TransferLibrary& library,
                   const std::function<void(double)>& part) {
  std::vector<const NamedBody*> wanted;
  for (const NamedBody& one : bodies)
    if (one.body->request().radiation == Radiation::transfer && one.body->modes() > 0)
      wanted.push_back(&one);
  const auto failed = [&](const NamedBody& one, const std::exception& error) {
    library.warn(fmt::format("object '{}': its modes reach the air by the quick tier: {}",
                             *one.name, error.what()));
    one.body->radiate(nullptr);
  };
  for (const NamedBody* one : wanted)
    library.plan(one->body->transfer_surface(), one->body->mode_shapes(),
                 transfer_request(one->body->request()));
  std::set<std::string> seen;
  std::vector<double> costs;
  for (const NamedBody* one : wanted)
    costs.push_back(part ? transfer_cost(*one->body, library, seen) : 0);
  WorkShares shares(costs, part);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    throw_if_interrupted();
    BodySound& body = *wanted[i]->body;
    try {
      body.radiate(library.get(body.transfer_surface(), body.mode_shapes(),
                               transfer_request(body.request()),
                               [&](double done) { shares.set(i, done); }));
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      failed(*wanted[i], error);
    }
    if (costs[i] > 0) shares.set(i, 1);
  }
}

}  // namespace

BodySounds::BodySounds(ModesLibrary& modes, std::shared_ptr<PulseLibrary> fields,
                       std::shared_ptr<TransferLibrary> of_modes)
    : library(&modes),
      pulses(fields ? fields : std::make_shared<PulseLibrary>()),
      transfers(of_modes ? of_modes
                         : std::make_shared<TransferLibrary>(TransferCache(), compute_transfer)) {}

void Ensemble::want_resonator(int object, const std::string& name,
                              const BodySoundRequest& request) {
  wanted_.try_emplace(object, WantedBody{name, body_sound_key(request), request});
}

void Ensemble::want_click(int object, const std::string& name, const ClickRequest& request) {
  wanted_clicks_.try_emplace(object, WantedClick{name, click_key(request), request});
}

void Ensemble::add(std::unique_ptr<PointEmitter> emitter) { points_.push_back(std::move(emitter)); }
void Ensemble::add(std::unique_ptr<BurstEmitter> emitter) { bursts_.push_back(std::move(emitter)); }
void Ensemble::add(std::unique_ptr<SourceCloud> cloud) { clouds_.push_back(std::move(cloud)); }

std::vector<const WantedBody*> Ensemble::wanted_bodies() const {
  std::map<std::string, const WantedBody*> first_of;
  for (const auto& [object, wanted] : wanted_) first_of.try_emplace(wanted.key, &wanted);
  std::vector<const WantedBody*> out;
  for (const auto& [key, wanted] : first_of) out.push_back(wanted);
  return out;
}

std::vector<std::string> Ensemble::emitter_names() const {
  std::vector<std::string> names;
  for (const auto& [object, wanted] : wanted_) names.push_back(wanted.name);
  for (const auto& [object, wanted] : wanted_clicks_) names.push_back(wanted.name);
  for (const Given& given : given_) names.push_back(given.name);
  for (const auto& emitter : points_) names.push_back(emitter->name());
  for (const auto& emitter : bursts_) names.push_back(emitter->name());
  return names;
}

void Ensemble::prepare(ModesLibrary& library) {
  BodySounds sounds(library);
  prepare(sounds, {});
}

void Ensemble::prepare(BodySounds& sounds, const Watch& watch) {
  ModesLibrary& library = *sounds.library;
  std::vector<const WantedBody*> units = wanted_bodies();
  std::erase_if(units, [&](const auto* wanted) { return sounds.known.contains(wanted->key); });
  for (const WantedBody* wanted : units) library.plan(wanted->request);

  std::vector<double> costs;
  for (const WantedBody* wanted : units)
    costs.push_back(watch.modes && !library.cached(wanted->request) ? modes_cost(wanted->request)
                                                                    : 0);
  WorkShares shares(costs, watch.modes);
  std::vector<NamedBody> bodies(units.size());
  parallel_for(units.size(), [&](std::size_t i) {
    shares.set(i, 0);
    try {
      bodies[i] = {&units[i]->name, std::make_shared<BodySound>(units[i]->request, library)};
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      fail("object '{}': {}", units[i]->name, error.what());
    }
    shares.set(i, 1);
  });
  add_transfers(bodies, *sounds.transfers, watch.transfers);

  for (std::size_t i = 0; i < units.size(); ++i) sounds.known[units[i]->key] = bodies[i].body;
  make_resonators(sounds);
  prepare_clicks(sounds, watch.clicks);
}

// Bodies that contacts act on have one rate: that of the body that needs the highest.
void Ensemble::make_resonators(const BodySounds& sounds) {
  double rate = 0;
  for (const auto& [object, wanted] : wanted_) {
    bodies_[object] = sounds.known.at(wanted.key);
    if (touched_.contains(object))
      rate = std::max(rate, resonator_rate(bodies_[object]->max_frequency()));
  }
  for (const Given& given : given_)
    rate = std::max(rate, resonator_rate(given.body->max_frequency()));
  if (rate > 0) contacts_ = std::make_unique<ContactStage>(rate);

  const auto make = [&](const std::string& name, std::shared_ptr<const RingingBody> body,
                        int object, bool touched) {
    auto resonator =
        std::make_unique<Resonator>(name, std::move(body), (*tracks_)[object], ears_,
                                    touched ? rate : 0, touched ? ContactStage::kMostDrives : 0);
    Resonator* made = resonator.get();
    points_.push_back(std::move(resonator));
    if (touched) contacts_->add(*made);
    return made;
  };
  for (const auto& [object, wanted] : wanted_)
    resonators_[object] = make(wanted.name, bodies_[object], object, touched_.contains(object));
  for (Given& given : given_) given.resonator = make(given.name, given.body, given.object, true);
}

int Ensemble::want_given(int object, const std::string& name,
                         std::shared_ptr<const RingingBody> body) {
  given_.push_back({object, name, std::move(body), nullptr});
  return static_cast<int>(given_.size()) - 1;
}

auto Ensemble::unknown_clicks(const BodySounds& sounds) const
    -> std::map<std::string, const WantedClick*> {
  std::map<std::string, const WantedClick*> first_of;
  for (const auto& [object, wanted] : wanted_clicks_)
    if (!sounds.clicks.contains(wanted.key)) first_of.try_emplace(wanted.key, &wanted);
  return first_of;
}

// One after the other: the computation of a field uses all threads by itself.
void Ensemble::prepare_clicks(BodySounds& sounds, const std::function<void(double)>& part) {
  const auto unknown = unknown_clicks(sounds);
  std::vector<double> costs;
  for (const auto& [key, wanted] : unknown)
    costs.push_back(part ? click_cost(wanted->request, *sounds.pulses) : 0);
  WorkShares shares(costs, part);
  for (std::size_t i = 0; const auto& [key, wanted] : unknown) {
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
  for (const auto& [object, wanted] : wanted_clicks_) {
    auto emitter = std::make_unique<ClickEmitter>(wanted.name, sounds.clicks.at(wanted.key),
                                                  (*tracks_)[object], ears_);
    click_emitters_[object] = emitter.get();
    bursts_.push_back(std::move(emitter));
  }
}

Resonator* Ensemble::resonator(int object) const {
  const auto found = resonators_.find(object);
  return found == resonators_.end() ? nullptr : found->second;
}

ClickEmitter* Ensemble::click(int object) const {
  const auto found = click_emitters_.find(object);
  return found == click_emitters_.end() ? nullptr : found->second;
}

}  // namespace peal
