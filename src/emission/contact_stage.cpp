#include "emission/contact_stage.h"

#include <algorithm>

namespace peal {
void ContactStage::add(Resonator& resonator) {
  if (twins_.contains(&resonator)) return;
  auto twin = std::make_unique<Twin>();
  twin->resonator = &resonator;
  twin->bank.emplace_back(resonator.body().poles(), rate_, 0);
  twin->ports = std::make_unique<BankPorts>(twin->bank, kPortsPerBody);
  twin->used.resize(kPortsPerBody);
  resonator.mirror_pushes(&twin->pushes);
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
  Twin* twin = nullptr;
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
  } else if (side.placed && norm(side.point - end.point) == 0 &&
             norm(side.direction - end.direction) == 0) {
    return true;
  }
  const bool fresh = !side.placed;
  side.point = end.point, side.direction = end.direction, side.placed = true;
  end.resonator->body().project(end.point, end.direction, shape_);
  if (fresh)
    twin->ports->set_shape(side.port, shape_);
  else
    twin->ports->move_shape(side.port, shape_);
  side.moved = !fresh;
  return true;
}

void ContactStage::advance(double until) {
  while (static_cast<double>(grain_ + 1) * kGrain <= until * rate_) solve_grain();
}

void ContactStage::solve_grain() {
  const double start = static_cast<double>(grain_) * kGrain;
  for (Twin* twin : order_) twin->pushes.begin(start, rate_, twin->resonator->body(), twin->bank);
  grains_.clear(), driver_of_.clear();
  for (ContactDriver* driver : drivers_) {
    driver->begin_grain(grain_, grains_);
    driver_of_.resize(grains_.size(), driver);
  }
  coupling_.clear();
  std::vector<std::size_t> solved;
  int left_out = 0;
  for (std::size_t i = 0; i < grains_.size(); ++i) {
    const ContactGrain& grain = grains_[i];
    Contact& contact = contacts_.at(grain.contact);
    if (contact.last != grain_ - 1)  // it was open: it begins anew wherever it is now
      for (Side* side : {&contact.a, &contact.b}) side->before = 0, side->placed = false;
    const auto body = [](const Side& side, const ContactEnd& end) -> CoupledBody* {
      return side.twin ? side.twin->ports.get() : end.own;
    };
    if (!connect(contact.a, grain.a) || !connect(contact.b, grain.b) ||
        !coupling_.add({body(contact.a, grain.a), std::max(contact.a.port, 0),
                        body(contact.b, grain.b), std::max(contact.b.port, 0), grain.law,
                        grain.extra})) {
      ++left_out;
      continue;
    }
    contact.last = grain_;
    if (grain.slip)
      std::copy_n(grain.slip, kGrain, coupling_.slip(static_cast<int>(solved.size())));
    solved.push_back(i);
  }
  left_out_ = std::max(left_out_, left_out);
  for (const std::size_t i : solved) {
    Contact& contact = contacts_.at(grains_[i].contact);
    keep_start(contact.a), keep_start(contact.b);
  }
  coupling_.solve();
  for (std::size_t c = 0; c < solved.size(); ++c) {
    const ContactGrain& grain = grains_[solved[c]];
    Contact& contact = contacts_.at(grain.contact);
    const double* force = coupling_.force(static_cast<int>(c));
    hand_over(contact.a, -1, grain.gain, force);
    hand_over(contact.b, 1, grain.gain, force);
    driver_of_[solved[c]]->end_grain(grain, force, coupling_.velocity(static_cast<int>(c)));
  }
  for (Twin* twin : order_) twin->bank.front().render(nullptr);
  ++grain_;
}

// Where a moving port is at the start of the grain: known until the grain is solved.
void ContactStage::keep_start(Side& side) {
  side.from.clear();
  if (!side.twin || !side.moved) return;
  const double* from = side.twin->ports->shape_before(side.port);
  side.from.assign(from, from + side.twin->resonator->body().modes());
}

// The force on this side of the contact, for the resonator of its body.
void ContactStage::hand_over(Side& side, double scale, double gain, const double* force) {
  if (!side.twin) return;
  DrivenGrain driven;
  driven.grain = grain_;
  driven.before = side.before;
  bool any = side.before != 0;
  for (int n = 0; n < kGrain; ++n) {
    driven.force[n] = scale * gain * force[n];
    any = any || driven.force[n] != 0;
  }
  side.before = driven.force[kGrain - 1];
  if (!any) return;
  const double* shape = side.twin->ports->shape(side.port);
  driven.to.assign(shape, shape + side.twin->resonator->body().modes());
  driven.from = side.from;
  side.twin->resonator->drive(std::move(driven));
}

}  // namespace peal
