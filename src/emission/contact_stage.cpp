#include "emission/contact_stage.h"

#include <algorithm>

namespace peal {
void ContactStage::add(Resonator& resonator) {
  if (twins_.contains(&resonator)) return;
  auto twin = std::make_unique<RingingTwin>(resonator, rate_, kPortsPerBody);
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
}

void ContactStage::free_side(Side& side) {
  if (side.twin && side.port >= 0) side.twin->used[side.port] = false;
  side = {};
}

// Finds a port for a side; keeps the mobility when neither point nor direction has changed.
bool ContactStage::connect(Side& side, const ContactEnd& end) {
  RingingTwin* twin = nullptr;
  if (end.resonator && end.resonator->body().modes() > 0) twin = twins_.at(end.resonator).get();
  if (twin != side.twin) free_side(side);
  if (!twin) return true;
  side.moved = false;
  if (side.port < 0) {
    const auto place = std::find(twin->used.begin(), twin->used.end(), false);
    if (place == twin->used.end()) return false;
    *place = true;
    side.twin = twin;
    side.port = static_cast<int>(place - twin->used.begin());
  } else if (side.placed && end.passed == 0 && norm(side.point - end.point) == 0 &&
             norm(side.direction - end.direction) == 0) {
    return true;
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
  return true;
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
  coupling_.clear();
  std::vector<std::size_t> solved;
  int left_out = 0;
  for (std::size_t i = 0; i < hops_.size(); ++i) {
    const ContactHop& hop = hops_[i];
    Contact& contact = contacts_.at(hop.contact);
    if (contact.last != hop_ - 1)  // it was open: it begins anew wherever it is now
      for (Side* side : {&contact.a, &contact.b}) side->before = 0, side->placed = false;
    const auto body = [](const Side& side, const ContactEnd& end) -> CoupledBody* {
      return side.twin ? side.twin->ports.get() : end.own;
    };
    if (!connect(contact.a, hop.a) || !connect(contact.b, hop.b) ||
        !coupling_.add({body(contact.a, hop.a), std::max(contact.a.port, 0), body(contact.b, hop.b),
                        std::max(contact.b.port, 0), hop.law, hop.extra ? hop.extra : hop.a.rigid,
                        hop.extra ? 0 : hop.a.rigid_port, hop.b.rigid, hop.b.rigid_port})) {
      ++left_out;
      continue;
    }
    contact.last = hop_;
    if (hop.slip) std::copy_n(hop.slip, kHop, coupling_.slip(static_cast<int>(solved.size())));
    solved.push_back(i);
  }
  left_out_ = std::max(left_out_, left_out);
  for (const std::size_t i : solved) {
    Contact& contact = contacts_.at(hops_[i].contact);
    keep_start(contact.a), keep_start(contact.b);
  }
  coupling_.solve();
  for (std::size_t c = 0; c < solved.size(); ++c) {
    const ContactHop& hop = hops_[solved[c]];
    Contact& contact = contacts_.at(hop.contact);
    const double* force = coupling_.force(static_cast<int>(c));
    hand_over(contact.a, -1, hop, force);
    hand_over(contact.b, 1, hop, force);
    driver_of_[solved[c]]->end_hop(hop, force, coupling_.velocity(static_cast<int>(c)));
  }
  for (RingingTwin* twin : order_) twin->advance(start, rate_);
  ++hop_;
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
  DrivenHop driven;
  driven.hop = hop_;
  driven.before = side.before;
  driven.mechanism = hop.mechanism;
  bool any = side.before != 0;
  for (int n = 0; n < kHop; ++n) {
    driven.force[n] = scale * hop.gain * force[n];
    any = any || driven.force[n] != 0;
  }
  side.before = driven.force[kHop - 1];
  if (!any) return;
  const double* shape = side.twin->ports->shape(side.port);
  driven.to.assign(shape, shape + side.twin->resonator->body().modes());
  driven.from = side.from;
  side.twin->resonator->drive(std::move(driven));
}

}  // namespace peal
