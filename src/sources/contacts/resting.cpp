#include "sources/contacts/resting.h"

#include <algorithm>
#include <cmath>

#include "sources/contacts/contact_side.h"

namespace peal {
namespace {

constexpr double kLeastLoad = 1e-5;  // [N]
constexpr double kLoadChange =
    0.3;                           // part by which the load may change before places are made anew
constexpr double kTouched = 0.01;  // of a mode's frequency: shifted by less, it is only damped
constexpr double kHeld = 0.05;     // shifted by more, first order would not do
constexpr double kLoud = 0.5;      // of the way that places are pressed in: about to open
constexpr double kAwake = 1e-8;    // [m/s] of a place: below it nothing is heard, and
// [Pa] at 1 m, 20 dB below what is heard at all: of less, first order does. rho omega pi R^2 v /
// (2 pi) is what a piston as large as the body sends out.
constexpr double kInaudible = 2e-6, kAirDensity = 1.2;
constexpr int kMostAtOnce = 36;  // contacts; the stage has room for others
constexpr int kMostOfBody = 18;
constexpr int kFew = 12;  // so many contacts are coupled even where first order would do
constexpr int kRigidPorts = 48;

}  // namespace

RestingBodies::RestingBodies(const Scene& scene, const Ensemble& ensemble,
                             ResonatorPool& resonators, double gain, int mechanism)
    : scene_(&scene),
      ensemble_(&ensemble),
      resonators_(&resonators),
      gain_(gain),
      mechanism_(mechanism) {}

void RestingBodies::add(const std::vector<ContactSample>& samples) {
  ContactStage* stage = resonators_->contacts();
  if (!stage) return;
  if (!joined_) stage->add(*this);
  joined_ = true;
  for (const ContactSample& sample : samples) tracks_[sample.track].waiting.push_back(sample);
}

void RestingBodies::follow(Track& track, double time) {
  std::size_t passed = 0;
  for (; passed < track.waiting.size() && track.waiting[passed].time <= time; ++passed) {
    const ContactSample& now = track.waiting[passed];
    const bool rests =
        !now.ends && now.state == ContactState::rest && now.normal_force > kLeastLoad;
    if (rests && !track.places.empty() &&
        std::abs(now.normal_force - track.load) <= kLoadChange * track.load)
      continue;
    uncouple(track);
    track.places.clear();
    if (!rests) continue;
    track.places = rest_places(now, *scene_, *ensemble_, *resonators_);
    track.load = now.normal_force;
    couple(track);
  }
  track.waiting.erase(track.waiting.begin(),
                      track.waiting.begin() + static_cast<std::ptrdiff_t>(passed));
}

RestingBodies::Rigid* RestingBodies::rigid_of(int body) {
  if (!moves_freely(*scene_, body)) return nullptr;
  std::unique_ptr<Rigid>& made = rigid_[body];
  if (!made) {
    const ObjectSpec& object = scene_->objects[static_cast<std::size_t>(body)];
    const double density = scene_->material(object.material).density;
    const MassProperties& solid = object.geometry->solid;
    const Vec3 inertia{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
    made = std::make_unique<Rigid>(Rigid{
        {density * solid.mass, density * inertia, resonators_->contacts()->rate(), kRigidPorts},
        std::vector<bool>(kRigidPorts),
        false});
  }
  return made.get();
}

// Laws and ports of places that shift a mode by more than a little.
void RestingBodies::couple(Track& track) {
  if (track.places.empty() || gain_ == 0) return;
  const double rate = resonators_->contacts()->rate();
  std::vector<double> shift[2];
  double most = 0, lowest = 1e300;
  for (int s = 0; s < 2; ++s) {
    const RingingTwin* twin = track.places.front().side[s].twin;
    if (!twin) continue;
    lowest = std::min(lowest, twin->ladder.omega()[0]);
    shift[s].resize(track.places.front().side[s].shape.size());
    for (const RestPlace& place : track.places)
      for (std::size_t i = 0; i < shift[s].size(); ++i)
        shift[s][i] += rest_shift(place.side[s].shape[i], twin->ladder.omega()[i], place.spring);
    for (const double value : shift[s]) most = std::max(most, value);
  }
  track.shift = most;
  if (most < kTouched) return;
  for (const RestPlace& place : track.places) {
    std::vector<double> shape[2];
    double more = 0;
    for (int s = 0; s < 2; ++s) {
      const RestSide& side = place.side[s];
      if (!side.twin) continue;
      shape[s].resize(side.shape.size());
      more += sampled_shape(side.shape, side.twin->ladder.omega(), shift[s], rate, shape[s]);
      for (double& value : shape[s]) value = -value;
    }
    Coupled made{{stiffened(place.spring, more), place.load, place.restitution, lowest, rate},
                 {std::move(shape[0]), std::move(shape[1])}};
    for (int s = 0; s < 2; ++s) {
      const RestSide& side = place.side[s];
      Rigid* rigid = rigid_of(side.body);
      if (!rigid) continue;
      const auto free = std::find(rigid->used.begin(), rigid->used.end(), false);
      if (free == rigid->used.end()) {  // too much lies on it
        track.coupled.push_back(std::move(made));
        uncouple(track);
        return;
      }
      *free = true;
      made.rigid_port[s] = static_cast<int>(free - rigid->used.begin());
      const double first = shift[s].empty() ? 0 : std::min(shift[s].front(), 0.5);
      rigid->ports.set_port(
          made.rigid_port[s], side.point,
          -sampled_mass_gain(side.twin ? side.twin->ladder.omega()[0] * (1 + first) : 0, rate) *
              side.normal);
    }
    track.coupled.push_back(std::move(made));
  }
}

void RestingBodies::uncouple(Track& track) {
  pause(track);
  for (std::size_t p = 0; p < track.coupled.size(); ++p)
    for (int s = 0; s < 2; ++s)
      if (const int port = track.coupled[p].rigid_port[s]; port >= 0)
        rigid_.at(track.places[p].side[s].body)->used[static_cast<std::size_t>(port)] = false;
  track.coupled.clear();
}

// What the springs hold is lost.
void RestingBodies::pause(Track& track) {
  for (Coupled& coupled : track.coupled) {
    if (coupled.contact >= 0) resonators_->contacts()->close(coupled.contact);
    coupled.contact = -1;
    coupled.law.settle();
  }
  track.active = false;
}

/// [m/s] of a place from which on it is heard, with `omega` [rad/s].
double awake_speed(const RestPlace& place, double omega) {
  double radius = 0;
  for (const RestSide& side : place.side)
    if (side.twin) radius = std::max(radius, side.twin->resonator->body().bounding_radius());
  return std::max(kAwake, 2 * kInaudible / (kAirDensity * omega * radius * radius));
}

/// Whether something moves at its places, or is about to, and whether first order would do.
RestingBodies::Need RestingBodies::need(const Track& track) const {
  if (track.coupled.empty()) return Need::none;
  bool awake = false;
  for (std::size_t p = 0; p < track.places.size(); ++p) {
    const RestPlace& place = track.places[p];
    // Of the two bodies against each other: together they may drift, and nothing is heard.
    double bounce = 0, lowest = 1e300;
    for (int s = 0; s < 2; ++s) {
      const RestSide& side = place.side[s];
      if (side.twin && side.twin->bank.front().forced()) awake = true;
      if (side.twin) lowest = std::min(lowest, side.twin->ladder.omega()[0]);
      if (const int port = track.coupled[p].rigid_port[s]; port >= 0)
        bounce += (s == 0 ? 1 : -1) * rigid_.at(side.body)->ports.speed(port);
    }
    const PlaceMotion motion = motion_at(place);
    if (motion.speed > kLoud * motion.omega * place.spring.compression ||
        !track.coupled[p].law.touching())
      return Need::full;
    awake = awake || motion.speed > awake_speed(place, motion.omega) ||
            std::abs(bounce) > awake_speed(place, lowest);
  }
  return !awake ? Need::none : track.shift > kHeld ? Need::full : Need::some;
}

bool RestingBodies::fits(const Track& track, Need need) {
  if (need == Need::none) return false;
  const int count = static_cast<int>(track.places.size());
  const bool full = need == Need::full;
  if (contacts_ + count > (full ? kMostAtOnce : kFew)) return false;
  for (const RestSide& side : track.places.front().side)
    if (side.twin && ports_[side.twin] + count > (full ? kMostOfBody : kFew)) return false;
  for (const RestSide& side : track.places.front().side)
    if (side.twin) ports_[side.twin] += count;
  contacts_ += count;
  return true;
}

void RestingBodies::join(Track& track, std::vector<ContactHop>& out) {
  track.active = true;
  for (std::size_t p = 0; p < track.places.size(); ++p) {
    Coupled& coupled = track.coupled[p];
    if (coupled.contact < 0) coupled.contact = resonators_->contacts()->open();
    ContactHop made;
    made.contact = coupled.contact;
    made.law = &coupled.law;
    made.gain = gain_;
    made.mechanism = mechanism_;
    for (int s = 0; s < 2; ++s) {
      const RestSide& side = track.places[p].side[s];
      ContactEnd& end = s == 0 ? made.a : made.b;
      end.point = side.point, end.direction = -side.normal;
      if (side.twin) end.resonator = side.twin->resonator, end.shape = &coupled.shape[s];
      if (coupled.rigid_port[s] < 0) continue;
      Rigid& rigid = *rigid_.at(side.body);
      rigid.moves = true;
      end.rigid = &rigid.ports, end.rigid_port = coupled.rigid_port[s];
    }
    out.push_back(made);
  }
}

void RestingBodies::begin_hop(std::int64_t hop, std::vector<ContactHop>& out) {
  const double rate = resonators_->contacts()->rate();
  const double time = static_cast<double>(hop * kHop) / rate, seconds = kHop / rate;
  decay_.clear();
  ports_.clear(), contacts_ = 0;
  for (auto& [body, rigid] : rigid_) rigid->moves = false;
  for (auto& [number, track] : tracks_) follow(track, time);
  // Those that need it most first, then those that were coupled before.
  struct Ranked {
    int rank;
    Track* track;
    Need need;
  };
  std::vector<Ranked> order;
  for (auto& [number, track] : tracks_) {
    if (track.places.empty()) continue;
    const Need now = need(track);
    order.push_back({2 * static_cast<int>(now) + (track.active ? 1 : 0), &track, now});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Ranked& x, const Ranked& y) { return x.rank > y.rank; });
  for (const auto& [rank, track, need] : order) {
    const auto& side = track->places.front().side;
    // A blow between the two is this contact, solved elsewhere.
    const ImpactStage& impacts = resonators_->contacts()->impacts();
    const bool struck = !track->coupled.empty() && impacts.between(side[0].twin, side[1].twin, hop);
    if (!struck && fits(*track, need)) {
      join(*track, out);
      continue;
    }
    pause(*track);
    if (struck) continue;
    for (const RestPlace& place : track->places) decay_.take(place, seconds);
  }
  for (auto& [body, rigid] : rigid_)
    if (!rigid->moves) rigid->ports.stop();
  decay_.apply(hop, seconds);
}

}  // namespace peal
