#include "dsp/modal/bank_ports.h"

#include <algorithm>

namespace peal {

BankPorts::BankPorts(std::span<ModalBank> banks, int ports) : banks_(banks) { grow(ports); }

void BankPorts::grow(int ports) {
  const std::size_t known = port_.size();
  port_.resize(static_cast<std::size_t>(ports));
  for (Port& port : std::span(port_).subspan(known))
    for (auto* shape : {&port.shape, &port.from, &port.middle})
      shape->resize(banks_.empty() ? 0 : banks_.front().modes());
}

void BankPorts::set_shape(int port, std::span<const double> shape) noexcept {
  Port& p = port_[port];
  for (auto* to : {&p.shape, &p.from, &p.middle})
    std::copy(shape.begin(), shape.end(), to->begin());
  p.before = 0;
  p.moving = false;
  p.changed = true;
}

void BankPorts::move_shape(int port, std::span<const double> shape) noexcept {
  Port& p = port_[port];
  for (std::size_t i = 0; i < p.shape.size(); ++i) {
    p.from[i] = p.shape[i];
    p.shape[i] = shape[i];
    p.middle[i] = 0.5 * (p.from[i] + shape[i]);
  }
  p.moving = p.changed = true;
}

// The mean velocity over a sample is the way over it; of a point that moves, that of the place
// where it is in the middle of the sample.
void BankPorts::add_free_velocity(int port, double scale, double* out) noexcept {
  if (banks_.empty()) return;
  const Port& p = port_[port];
  const double rate = scale * banks_.front().rate();
  double way[kHop + 1] = {};
  banks_.front().add_displacement(p.shape.data(), way);
  if (!p.moving) {
    for (int n = 0; n < kHop; ++n) out[n] += rate * (way[n + 1] - way[n]);
    return;
  }
  double way_before[kHop + 1] = {};
  banks_.front().add_displacement(p.from.data(), way_before);
  for (int n = 0; n < kHop; ++n) {
    const double u = (n + 0.5) / kHop;
    out[n] += rate * (u * (way[n + 1] - way[n]) + (1 - u) * (way_before[n + 1] - way_before[n]));
  }
}

// Of moving ports as they are in the middle of the hop.
void BankPorts::add_mobility(int to, int from, double* out) noexcept {
  if (banks_.empty()) return;
  double way[kHop + 1] = {};
  banks_.front().add_response(port_[to].middle.data(), port_[from].middle.data(), way);
  const double rate = banks_.front().rate();
  for (int k = 0; k < kHop; ++k) out[k] += rate * (way[k] - (k > 0 ? way[k - 1] : 0.0));
}

void BankPorts::drive(int port, double scale, const double* force) noexcept {
  Port& p = port_[port];
  const double* from = p.moving ? p.from.data() : p.shape.data();
  for (ModalBank& bank : banks_) drive_moving(bank, from, p.shape.data(), force, p.before, scale);
  p.before = force[kHop - 1];
  arrive(p);
}

// After a move the next hop is no longer between two shapes.
void BankPorts::arrive(Port& p) noexcept {
  p.changed = p.moving;
  if (!p.moving) return;
  p.moving = false;
  p.from = p.shape, p.middle = p.shape;
}

void BankPorts::begin_steps(std::span<const int> ports) {
  if (!stepped_) stepped_ = std::make_unique<SteppedModes>(banks_.front());
  in_steps_.assign(ports.begin(), ports.end());
  std::vector<SteppedPort> shapes;
  for (const int number : ports) {
    const Port& port = port_[number];
    const double* to = port.shape.data();
    shapes.push_back({port.moving ? port.from.data() : to, to, port.part});
  }
  stepped_->begin(shapes);
}

void BankPorts::step(int n, const double* force) noexcept {
  stepped_->step(n, force);
  if (n + 1 < kHop) return;
  for (const int number : in_steps_) port_[number].before = *force++;
}

void BankPorts::end_steps() noexcept {
  stepped_->end();
  for (const int number : in_steps_) {
    arrive(port_[number]);
    port_[number].changed = true;  // who keeps responses has not seen it
  }
}

void drive_moving(ModalBank& bank, const double* from, const double* to, const double* force,
                  double before, double scale) noexcept {
  if (from == to) {
    bank.drive({to, force, before, scale});
    return;
  }
  double leaving[kHop], coming[kHop];
  for (int n = 0; n < kHop; ++n) {
    const double u = (n + 0.5) / kHop;
    leaving[n] = (1 - u) * force[n];
    coming[n] = u * force[n];
  }
  bank.drive({from, leaving, before, scale});
  bank.drive({to, coming, 0, scale});
}

}  // namespace peal
