#include "emission/contact_stage.h"

#include <algorithm>

namespace peal {
void ContactStage::add(Resonator& resonator) {
  if (twins_.contains(&resonator)) return;
  auto twin = std::make_unique<RingingTwin>(resonator, rate_, kFew);
  order_.push_back(twin.get());
  twins_[&resonator] = std::move(twin);
}

int ContactStage::open() {
  contacts_[next_];
  return next_++;
}

void ContactStage::close(int contact) {
  const auto found = contacts_.find(contact);
  if (found == contacts_.end()) return;
  free_side(found->second.a), free_side(found->second.b);
  contacts_.erase(found);
  few_.erase(contact);
}

void ContactStage::free_side(Side& side) {
  if (side.twin && side.port >= 0) side.twin->used[side.port] = false;
  side = {};
}

// Finds a port for a side; keeps the mobility when neither point nor direction has changed.
void ContactStage::connect(Side& side, const ContactEnd& end) {
  RingingTwin* twin = nullptr;
  if (end.resonator && end.resonator->body().modes() > 0) twin = twins_.at(end.resonator).get();
  if (twin != side.twin) free_side(side);
  if (!twin) return;
  side.moved = false;
  if (side.port < 0) {
    auto place = std::find(twin->used.begin(), twin->used.end(), false);
    side.twin = twin;
    side.port = static_cast<int>(place - twin->used.begin());
    if (place == twin->used.end()) {
      twin->used.resize(2 * twin->used.size());
      twin->ports->grow(static_cast<int>(twin->used.size()));
    }
    twin->used[static_cast<std::size_t>(side.port)] = true;
  } else if (side.placed && end.passed == 0 && norm(side.point - end.point) == 0 &&
             norm(side.direction - end.direction) == 0) {
    return;
  }
  const bool fresh = !side.placed;
  side.point = end.point, side.direction = end.direction, side.placed = true;
  if (end.shape)
    shape_ = *end.shape;
  else
    end.resonator->body().project(end.point, end.direction, shape_);
  for (int k = 0; k < end.passed; ++k) {
    end.resonator->body().project(end.passed_points[k], end.passed_directions[k], passed_);
    for (std::size_t i = 0; i < shape_.size(); ++i) shape_[i] += passed_[i];
  }
  if (end.passed > 0)
    for (double& value : shape_) value /= 1 + end.passed;
  if (fresh)
    twin->ports->set_shape(side.port, shape_);
  else
    twin->ports->move_shape(side.port, shape_);
  side.moved = !fresh;
}

void ContactStage::advance(double until) {
  while (static_cast<double>(hop_ + 1) * kHop <= until * rate_) solve_hop();
}

void ContactStage::solve_hop() {
  const double start = static_cast<double>(hop_) * kHop;
  for (RingingTwin* twin : order_) twin->retune(hop_);
  for (RingingTwin* twin : order_)
    twin->pushes.begin(start, rate_, twin->resonator->body(), twin->bank);
  hops_.clear(), driver_of_.clear();
  for (ContactDriver* driver : drivers_) {
    driver->begin_hop(hop_, hops_);
    driver_of_.resize(hops_.size(), driver);
  }
  // After bodies at rest have damped the modes: blows must meet them as they are. A force that
  // stops a vibration makes it anew where that is gone already.
  impacts_.solve_hop(hop_);
  const auto room = static_cast<std::size_t>(kMostContacts);
  if (hops_.size() > room) {
    left_out_ = std::max(left_out_, static_cast<int>(hops_.size() - room));
    hops_.resize(room);
  }
  for (const ContactHop& hop : hops_) {
    Contact& contact = contacts_.at(hop.contact);
    if (contact.last != hop_ - 1)  // it was open: it begins anew wherever it is now
      for (Side* side : {&contact.a, &contact.b}) side->before = 0, side->placed = false;
    connect(contact.a, hop.a), connect(contact.b, hop.b);
    keep_start(contact.a), keep_start(contact.b);
    contact.last = hop_;
  }
  parts_.clear(), ports_used_.clear();
  find_islands();
  for (const Island& island : islands_)
    island.hops.size() <= kFew ? solve_few(island) : solve_many(island);
  std::erase_if(few_, [&](const auto& few) { return few.second.last != hop_; });
  for (RingingTwin* twin : order_) twin->advance(start, rate_);
  ++hop_;
}

CoupledContact ContactStage::coupled(const ContactHop& hop) const {
  const Contact& contact = contacts_.at(hop.contact);
  const auto body = [](const Side& side, const ContactEnd& end) -> CoupledBody* {
    return side.twin ? side.twin->ports.get() : end.own;
  };
  return {body(contact.a, hop.a),
          std::max(contact.a.port, 0),
          body(contact.b, hop.b),
          std::max(contact.b.port, 0),
          hop.law,
          hop.extra ? hop.extra : hop.a.rigid,
          hop.extra ? 0 : hop.a.rigid_port,
          hop.b.rigid,
          hop.b.rigid_port};
}

// Bodies know the first island that they were met in; islands that meet become the earlier one.
void ContactStage::find_islands() {
  std::map<const CoupledBody*, std::size_t> met;  // looked up only
  std::vector<std::size_t> joined, of(hops_.size());
  const auto root = [&](std::size_t i) {
    while (joined[i] != i) i = joined[i];
    return i;
  };
  for (std::size_t h = 0; h < hops_.size(); ++h) {
    of[h] = h;
    joined.push_back(h);
    const CoupledContact contact = coupled(hops_[h]);
    for (const CoupledBody* body : {contact.a, contact.b, contact.extra, contact.below}) {
      if (!body) continue;
      const auto [at, fresh] = met.try_emplace(body, h);
      const std::size_t x = root(at->second), y = root(h);
      joined[std::max(x, y)] = std::min(x, y);
    }
  }
  islands_.clear();
  std::map<std::size_t, std::size_t> number;
  for (std::size_t h = 0; h < hops_.size(); ++h) {
    const auto [at, fresh] = number.try_emplace(root(h), islands_.size());
    if (fresh) islands_.emplace_back();
    islands_[at->second].hops.push_back(h);
  }
}

void ContactStage::solve_few(const Island& island) {
  Few& few = few_[hops_[island.hops.front()].contact];
  few.last = hop_;
  few.coupling.clear();
  for (std::size_t c = 0; c < island.hops.size(); ++c) {
    const ContactHop& hop = hops_[island.hops[c]];
    few.coupling.add(coupled(hop));
    if (hop.slip) std::copy_n(hop.slip, kHop, few.coupling.slip(static_cast<int>(c)));
  }
  few.coupling.solve();
  for (std::size_t c = 0; c < island.hops.size(); ++c) {
    const std::size_t h = island.hops[c];
    const int number = static_cast<int>(c);
    const ContactHop& hop = hops_[h];
    Contact& contact = contacts_.at(hop.contact);
    const double* force = few.coupling.force(number);
    hand_over(contact.a, -1, hop, force);
    hand_over(contact.b, 1, hop, force);
    driver_of_[h]->end_hop(hop, force, few.coupling.velocity(number));
  }
}

/// Contacts with the same mechanism and gain are heard together.
int ContactStage::part_of(const RingingTwin& twin, const ContactHop& hop) {
  std::vector<Part>& parts = parts_[&twin];
  const auto known = std::ranges::find_if(parts, [&](const Part& part) {
    return part.mechanism == hop.mechanism && part.gain == hop.gain;
  });
  const auto number = static_cast<int>(known - parts.begin());
  if (known == parts.end()) parts.push_back({hop.mechanism, hop.gain});
  return number;
}

void ContactStage::solve_many(const Island& island) {
  many_.clear(), parts_.clear(), ports_used_.clear();
  for (const std::size_t h : island.hops) {
    const ContactHop& hop = hops_[h];
    const Contact& contact = contacts_.at(hop.contact);
    for (const Side* side : {&contact.a, &contact.b}) {
      if (!side->twin) continue;
      side->twin->ports->set_part(side->port, part_of(*side->twin, hop));
      ++ports_used_[side->twin];
    }
    many_.add(coupled(hop));
    if (hop.slip) std::copy_n(hop.slip, kHop, many_.slip(many_.contacts() - 1));
  }
  many_.solve();
  for (std::size_t c = 0; c < island.hops.size(); ++c) {
    const std::size_t h = island.hops[c];
    const int number = static_cast<int>(c);
    const ContactHop& hop = hops_[h];
    Contact& contact = contacts_.at(hop.contact);
    const double* force = many_.force(number);
    hand_over(contact.a, -1, hop, force);
    hand_over(contact.b, 1, hop, force);
    driver_of_[h]->end_hop(hop, force, many_.velocity(number));
  }
  press_parts();
}

// What many contacts press is heard as their sum.
void ContactStage::press_parts() {
  for (RingingTwin* twin : order_) {
    const auto used = ports_used_.find(twin);
    if (used == ports_used_.end() || used->second <= kFew) continue;
    const std::vector<Part>& parts = parts_.at(twin);
    const SteppedModes& modes = twin->ports->stepped();
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].gain == 0) continue;
      const float* heard = modes.heard(static_cast<int>(k));
      PressedHop pressed{hop_,
                         {heard, heard + static_cast<std::ptrdiff_t>(kHop) * modes.padded()},
                         parts[k].mechanism};
      const auto gain = static_cast<float>(parts[k].gain);
      for (float& f : pressed.force) f *= gain;
      twin->resonator->press(std::move(pressed));
    }
  }
}

// Where a moving port is at the start of the hop: known until the hop is solved.
void ContactStage::keep_start(Side& side) {
  side.from.clear();
  if (!side.twin || !side.moved) return;
  const double* from = side.twin->ports->shape_before(side.port);
  side.from.assign(from, from + side.twin->resonator->body().modes());
}

// The force on this side of the contact, for the resonator of its body.
void ContactStage::hand_over(Side& side, double scale, const ContactHop& hop, const double* force) {
  if (!side.twin) return;
  const auto used = ports_used_.find(side.twin);
  const bool pressed = used != ports_used_.end() && used->second > kFew;
  DrivenHop driven;
  driven.before = side.pressed ? 0 : side.before;  // what follows it was heard with the others
  const double gain = scale * hop.gain;
  side.pressed = pressed;
  side.before = gain * force[kHop - 1];
  bool any = driven.before != 0;
  for (int n = 0; n < kHop && !pressed; ++n) {
    driven.force[n] = gain * force[n];
    any = any || driven.force[n] != 0;
  }
  if (!any) return;
  driven.hop = hop_;
  driven.mechanism = hop.mechanism;
  const double* shape = side.twin->ports->shape(side.port);
  driven.to.assign(shape, shape + side.twin->resonator->body().modes());
  driven.from = side.from;
  side.twin->resonator->drive(std::move(driven));
}

}  // namespace peal
