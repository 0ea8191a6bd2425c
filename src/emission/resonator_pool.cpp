#include "emission/resonator_pool.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/work_shares.h"
#include "emission/ensemble.h"
#include "emission/varied_body.h"
#include "models/bake/transfer_compute.h"

namespace peal {
namespace {

constexpr int kUsualMaxModes = 200;  // of an object that does not say

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

/// Beside the transfers.
QuickRadiationCache quick_cache(const TransferCache& transfers) {
  const std::filesystem::path& folder = transfers.folder();
  if (folder.filename() != TransferKind::kFolder) return {};
  return QuickRadiationCache(folder.parent_path() / QuickRadiationKind::kFolder);
}

// One after the other: the computation of a transfer uses all threads by itself.
void add_transfers(const std::vector<NamedBody>& bodies, TransferLibrary& library,
                   const std::function<void(double)>& part) {
  std::vector<const NamedBody*> wanted;
  for (const NamedBody& one : bodies)
    if (one.body->request().radiation == Radiation::transfer && one.body->modes() > 0)
      wanted.push_back(&one);
  const QuickRadiationCache kept = quick_cache(library.cache());
  const auto failed = [&](const NamedBody& one, const std::exception& error) {
    library.warn(fmt::format("object '{}': its modes reach the air by approximate radiation: {}",
                             *one.name, error.what()));
    one.body->radiate(nullptr, kept);
  };
  const auto look = [&](const NamedBody& one) {
    const BodySound& body = *one.body;
    const int computed = body.transfer_modes(), all = body.distinct_modes();
    if (computed == all) return;
    library.warn(fmt::format(
        "object '{}': {} of its {} modes, those above {:.0f} Hz, reach the air by approximate "
        "radiation: their transfer would take too long or be too large; `max_frequency` leaves "
        "them out, `quality: fine` gives them more time",
        *one.name, all - computed, all,
        computed > 0 ? body.model().omega[static_cast<std::size_t>(computed) - 1] / (2 * kPi) : 0));
  };
  for (const NamedBody* one : wanted)
    library.plan(one->body->transfer_surface(), one->body->mode_shapes(),
                 transfer_request(one->body->request()));
  std::set<std::string> seen;
  std::vector<double> costs;
  for (const NamedBody* one : wanted)
    costs.push_back(part ? transfer_cost(*one->body, library, seen) : 0);
  if (part && std::any_of(costs.begin(), costs.end(), [](double cost) { return cost > 0; }))
    part(0);
  WorkShares shares(costs, part);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    throw_if_interrupted();
    BodySound& body = *wanted[i]->body;
    try {
      body.radiate(
          library.get(body.transfer_surface(), body.mode_shapes(), transfer_request(body.request()),
                      [&](double done) { shares.set(i, done); }),
          kept);
      look(*wanted[i]);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      failed(*wanted[i], error);
    }
    if (costs[i] > 0) shares.set(i, 1);
  }
}

/// The part of one stage, for whoever counts shares.
std::function<void(double)> part_of(const PrepareWatch& watch, const char* stage) {
  if (!watch) return {};
  return [&watch, stage](double done) { watch(stage, done); };
}

}  // namespace

void ResonatorPool::want(int object, const std::string& name, const BodySoundRequest& request,
                         int mechanism) {
  const auto known = wanted_.find(object);
  if (known == wanted_.end())
    wanted_.emplace(object, WantedBody{name, body_sound_key(request), request, {mechanism}});
  else
    known->second.mechanisms.insert(mechanism);
  if (request.legs) want_contacts(object);
}

int ResonatorPool::want_given(int object, const std::string& name,
                              std::shared_ptr<const RingingBody> body, int mechanism) {
  given_.push_back({object, name, std::move(body), mechanism, nullptr});
  return static_cast<int>(given_.size()) - 1;
}

std::vector<const WantedBody*> ResonatorPool::wanted_bodies() const {
  std::map<std::string, const WantedBody*> first_of;
  for (const auto& [object, wanted] : wanted_) first_of.try_emplace(wanted.key, &wanted);
  std::vector<const WantedBody*> out;
  for (const auto& [key, wanted] : first_of) out.push_back(wanted);
  return out;
}

std::vector<std::string> ResonatorPool::names() const {
  std::vector<std::string> names;
  for (const auto& [object, wanted] : wanted_) names.push_back(wanted.name);
  for (const Given& given : given_) names.push_back(given.name);
  return names;
}

void ResonatorPool::prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) {
  std::vector<const WantedBody*> units = wanted_bodies();
  std::erase_if(units, [&](const auto* wanted) { return sounds.known.contains(wanted->key); });
  std::vector<NamedBodyRequest> requests;
  for (const WantedBody* wanted : units) {
    requests.push_back({wanted->name, wanted->request});
    requests.back().request.groups = sounds.groups;
  }
  const auto analysed = analysed_bodies(requests, *sounds.library, part_of(watch, "modes"));
  std::vector<NamedBody> bodies;
  for (std::size_t i = 0; i < units.size(); ++i) bodies.push_back({&units[i]->name, analysed[i]});
  add_transfers(bodies, *sounds.transfers, part_of(watch, "transfer of modes"));

  for (std::size_t i = 0; i < units.size(); ++i) sounds.known[units[i]->key] = bodies[i].body;
  for (const auto& [object, wanted] : wanted_) bodies_[object] = sounds.known.at(wanted.key);
  make_resonators(ensemble);
}

/// Bodies that contacts act on have one rate: that of the body that needs the highest.
double ResonatorPool::contact_rate() const {
  double rate = 0;
  for (const int object : in_contact_)
    if (const auto body = bodies_.find(object); body != bodies_.end())
      rate = std::max(rate, resonator_rate(body->second->max_frequency()));
  for (const Given& given : given_)
    rate = std::max(rate, resonator_rate(given.body->max_frequency()));
  return rate;
}

void ResonatorPool::make_resonators(Ensemble& ensemble) {
  const double rate = contact_rate();
  if (rate > 0) {
    contacts_ = std::make_unique<ContactStage>(rate);
    legs_ = std::make_unique<LegContacts>(*contacts_);
    contacts_->add(*legs_);
  }
  const auto make = [&](int object, const std::string& name,
                        std::shared_ptr<const RingingBody> body, const MixShare& share,
                        bool in_contact) {
    auto resonator = std::make_unique<Resonator>(name, std::move(body), ensemble.track(object),
                                                 ensemble.ears(), in_contact ? rate : 0,
                                                 in_contact ? ContactStage::kMostDrives : 0);
    resonator->belongs_to(object, share);
    Resonator* made = resonator.get();
    ensemble.add(std::move(resonator));
    return made;
  };
  for (const auto& [object, wanted] : wanted_) {
    const bool in_contact = in_contact_.contains(object);
    const bool one = wanted.mechanisms.size() == 1;
    std::shared_ptr<const RingingBody> body = bodies_[object];
    if (!wanted.request.copy.nominal())
      body = std::make_shared<const VariedBody>(bodies_[object], wanted.request.copy);
    const Legs* legs = wanted.request.legs.get();
    if (legs && legs->mass > 0 && body->modes() > 0)
      body = std::make_shared<const SwayingBody>(body, *legs);
    Resonator* whole =
        make(object, wanted.name, body, {one ? *wanted.mechanisms.begin() : -1, true}, in_contact);
    if (!one && ensemble.splits_mechanisms())
      for (const int mechanism : wanted.mechanisms)
        whole->add_part(*make(object, wanted.name, body, {mechanism, false}, in_contact));
    if (in_contact) contacts_->add(*whole);
    if (legs) legs_->add(*whole, *legs, *wanted.mechanisms.begin());
    resonators_[object] = whole;
  }
  for (Given& given : given_) {
    given.resonator = make(given.object, given.name, given.body, {given.mechanism, true}, true);
    contacts_->add(*given.resonator);
  }
}

void ResonatorPool::advance(double until) {
  if (contacts_) contacts_->advance(until);
}

std::vector<std::string> ResonatorPool::warnings() const {
  std::vector<std::string> lines;
  std::set<const BodySound*> told;  // copies have one
  for (const auto& [object, body] : bodies_) {
    const int missing = body->missing_modes();
    const BodySoundRequest& request = body->request();
    // Who asks for fewer than scenes do by themselves knows it; the report has the number.
    if (missing == 0 || request.max_modes < kUsualMaxModes || !told.insert(body.get()).second)
      continue;
    lines.push_back(fmt::format(
        "object '{}': {} modes below its max_frequency of {:.0f} Hz are left out: the {} of its "
        "max_modes end at {:.0f} Hz; raise max_modes to hear them",
        wanted_.at(object).name, missing, request.max_frequency, request.max_modes,
        body->modes() > 0 ? body->model().omega.back() / (2 * kPi) : 0));
  }
  if (contacts_ && contacts_->left_out() > 0)
    lines.push_back(fmt::format("up to {} contacts at once were not heard: at most {} are",
                                contacts_->left_out(), ContactStage::kMostContacts));
  if (const std::int64_t crowded = contacts_ ? contacts_->impacts().balance().crowded : 0;
      crowded > 0)
    lines.push_back(
        fmt::format("{} blows were not heard: at most {} are followed at once on bodies that touch",
                    crowded, ImpactStage::kMostPlaces));
  return lines;
}

std::vector<Fact> ResonatorPool::facts() const {
  std::vector<Fact> out;
  if (contacts_ && contacts_->impacts().balance().blows > 0) {
    const BlowBalance& b = contacts_->impacts().balance();
    out = {{"blows.count", b.blows},         {"blows.contacts", b.contacts},
           {"blows.kinetic_j", b.kinetic},   {"blows.rebound_j", b.rebound()},
           {"blows.heat_j", b.heat},         {"blows.modes_j", b.modes()},
           {"blows.support_j", b.support},   {"blows.half_space_j", b.waves},
           {"blows.cut_short", b.cut_short}, {"blows.left_out", b.crowded}};
  }
  if (legs_ && legs_->taken() > 0) out.push_back({"legs_j", legs_->taken()});
  return out;
}

Resonator* ResonatorPool::resonator(int object) const {
  const auto found = resonators_.find(object);
  return found == resonators_.end() ? nullptr : found->second;
}

}  // namespace peal
