#include "dsp/stepped_coupling.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kAccuracy = 1e-8;  // of forces in a sample, relative to the largest
constexpr double kKink = 1e3;       // so much less where a contact opens or closes
constexpr double kSlopes = 2;       // slopes may be so much steeper than they were lately

}  // namespace

void SteppedCoupling::add(const CoupledContact& contact) {
  contacts_.push_back(contact);
  const std::size_t size = contacts_.size() * kHop;
  for (auto* array : {&slip_, &force_, &velocity_})
    if (array->size() < size) array->resize(size);
  std::fill_n(slip(contacts() - 1), kHop, 0.0);
}

// Bodies and their ports in the order in which contacts name them: sums have one order.
void SteppedCoupling::find_bodies() {
  struct Named {
    CoupledBody* body;
    int port, contact, sign;
  };
  std::vector<Named> named;
  bodies_.clear(), ports_.clear();
  solved_.assign(contacts_.size(), {});
  for (int c = 0; c < contacts(); ++c) {
    const CoupledContact& contact = contacts_[c];
    solved_[c].law = contact.law;
    const Named ends[] = {{contact.a, contact.port_a, c, 1},
                          {contact.b, contact.port_b, c, -1},
                          {contact.extra, contact.port_extra, c, 1},
                          {contact.below, contact.port_below, c, -1}};
    for (const Named& end : ends)
      if (end.body) named.push_back(end);
  }
  std::vector<std::pair<CoupledBody*, int>> numbers;  // looked up only
  for (const Named& end : named) numbers.push_back({end.body, 0});
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (auto& number : numbers) number.second = -1;
  std::vector<std::vector<Named*>> ends_of;
  for (Named& end : named) {
    auto& number =
        std::lower_bound(numbers.begin(), numbers.end(), std::pair{end.body, -1})->second;
    if (number < 0) {
      number = static_cast<int>(bodies_.size());
      bodies_.push_back({end.body});
      ends_of.emplace_back();
    }
    ends_of[number].push_back(&end);
  }
  std::size_t matrix = 0;
  int slots = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    Body& body = bodies_[b];
    body.first = static_cast<int>(ports_.size());
    for (const Named* end : ends_of[b]) ports_.push_back(end->port);
    const auto first = ports_.begin() + body.first;
    std::sort(first, ports_.end(), [&](int x, int y) { return body.body->port_before(x, y); });
    ports_.erase(std::unique(first, ports_.end()), ports_.end());
    body.count = static_cast<int>(ports_.size()) - body.first;
    body.slots = slots, body.matrix = matrix;
    body.padded = (body.count + kLane - 1) / kLane * kLane;
    slots += body.padded;
    matrix += static_cast<std::size_t>(body.count) * body.padded;
    for (const Named* end : ends_of[b]) {
      const auto port = std::find(ports_.begin() + body.first, ports_.end(), end->port);
      const int slot = body.slots + static_cast<int>(port - ports_.begin()) - body.first;
      Contact& contact = solved_[end->contact];
      contact.end[contact.ends++] = {static_cast<int>(b), slot, static_cast<double>(end->sign)};
    }
  }
  instants_.assign(matrix, 0.0);
  for (auto* array : {&velocities_, &forces_, &felt_}) array->assign(slots, 0.0);
  for (Contact& contact : solved_)
    for (int e = 0; e < contact.ends; ++e) {
      End& end = contact.end[e];
      const Body& body = bodies_[end.body];
      end.row = instants_.data() + body.matrix +
                static_cast<std::ptrdiff_t>(end.slot - body.slots) * body.padded;
    }
}

/// Velocity of a contact by the forces of this sample.
double SteppedCoupling::felt(const Contact& contact) const noexcept {
  double v = 0;
  for (int e = 0; e < contact.ends; ++e) v += contact.end[e].sign * felt_[contact.end[e].slot];
  return v;
}

/// So much more force of a contact: every slot of its bodies feels it.
void SteppedCoupling::push(const Contact& contact, double force) noexcept {
  for (int e = 0; e < contact.ends; ++e) {
    const End& end = contact.end[e];
    const Body& body = bodies_[end.body];
    const double f = -end.sign * force;
    forces_[end.slot] += f;
    if (body.count == 1)
      felt_[body.slots] += end.row[0] * f;
    else
      kernel_->add(body.padded, end.row, f, felt_.data() + body.slots);
  }
}

void SteppedCoupling::solve() {
  if (contacts_.empty()) return;
  find_bodies();
  for (const Body& body : bodies_) {
    const std::span<const int> ports{ports_.data() + body.first,
                                     static_cast<std::size_t>(body.count)};
    body.body->begin_steps(ports);
    double* matrix = instants_.data() + body.matrix;
    for (int p = 0; p < body.count; ++p)
      for (int q = 0; q <= p; ++q)
        matrix[p * body.padded + q] = matrix[q * body.padded + p] = body.body->instant(p, q);
  }
  for (Contact& contact : solved_) {  // what 1 N of its own does
    contact.mobility = 0;
    for (int x = 0; x < contact.ends; ++x)
      for (int y = 0; y < contact.ends; ++y)
        if (const End& to = contact.end[x], &from = contact.end[y]; to.body == from.body)
          contact.mobility += to.sign * from.sign * to.row[from.slot - bodies_[from.body].slots];
    contact.slope = 1 / contact.mobility;
  }
  for (int n = 0; n < kHop; ++n) {
    for (const Body& body : bodies_) body.body->step_velocities(n, velocities_.data() + body.slots);
    solve_sample(n);
    for (const Body& body : bodies_) body.body->step(n, forces_.data() + body.slots);
  }
  for (const Body& body : bodies_) body.body->end_steps();
}

// A law's force changes by at most the change of the free velocity over the mobility, and by as
// much as it did lately but where a contact opens or closes.
bool SteppedCoupling::unchanged(const Contact& contact, double way, double least) const noexcept {
  if (way <= contact.mobility * least) return true;
  return kSlopes * contact.slope * way <= least && way <= kKink * contact.mobility * least;
}

void SteppedCoupling::solve_sample(int n) noexcept {
  std::fill(forces_.begin(), forces_.end(), 0.0);
  for (std::size_t c = 0; c < solved_.size(); ++c) {
    Contact& contact = solved_[c];
    contact.base = slip_[c * kHop + n];
    const double last = contact.now;
    if (last != 0 && contact.before != 0) contact.now = 2 * last - contact.before;
    contact.before = last;
    for (int e = 0; e < contact.ends; ++e) {
      contact.base += contact.end[e].sign * velocities_[contact.end[e].slot];
      forces_[contact.end[e].slot] -= contact.end[e].sign * contact.now;
    }
  }
  for (const Body& body : bodies_)
    if (body.count == 1)
      felt_[body.slots] = instants_[body.matrix] * forces_[body.slots];
    else
      kernel_->push(body.padded, body.count, instants_.data() + body.matrix,
                    forces_.data() + body.slots, felt_.data() + body.slots);
  double least = 0;  // [N] changes that count
  for (int sweep = 0; sweep < Coupling::kMaxSweeps; ++sweep) {
    double change = 0, size = 0;
    for (Contact& contact : solved_) {
      const double free = contact.base + felt(contact) + contact.mobility * contact.now;
      size = std::max(size, std::abs(contact.now));
      const double way = std::abs(free - contact.asked);
      if (sweep > 0 && unchanged(contact, way, least)) continue;
      contact.asked = free;
      ++laws_;
      const double f = contact.law->force(n, free, contact.mobility), more = f - contact.now;
      if (sweep > 0) contact.slope = way > 0 ? std::abs(more) / way : contact.slope;
      if (more == 0) continue;
      change = std::max(change, std::abs(more));
      size = std::max(size, std::abs(f));
      contact.now = f;
      push(contact, more);
    }
    least = kAccuracy * size;
    if (change <= least) break;
  }
  for (std::size_t c = 0; c < solved_.size(); ++c) {
    Contact& contact = solved_[c];
    contact.law->accept(n);
    force_[c * kHop + n] = contact.now;
    velocity_[c * kHop + n] = contact.base + felt(contact);
  }
}

}  // namespace peal
