#include "play/bank_ports.h"

#include <algorithm>

namespace peal {

BankPorts::BankPorts(std::span<ModalBank> banks, int ports) : banks_(banks), port_(ports) {
  for (Port& port : port_) port.shape.resize(banks.empty() ? 0 : banks.front().modes());
}

void BankPorts::set_shape(int port, std::span<const double> shape) noexcept {
  std::copy(shape.begin(), shape.end(), port_[port].shape.begin());
  changed_ = true;
}

// The mean velocity over a sample is the way over it.
void BankPorts::add_free_velocity(int port, double scale, double* out) noexcept {
  if (banks_.empty()) return;
  double way[kGrain + 1] = {};
  banks_.front().add_displacement(shape(port), way);
  const double rate = scale * banks_.front().rate();
  for (int n = 0; n < kGrain; ++n) out[n] += rate * (way[n + 1] - way[n]);
}

void BankPorts::add_mobility(int to, int from, double* out) noexcept {
  if (banks_.empty()) return;
  double way[kGrain + 1] = {};
  banks_.front().add_response(shape(to), shape(from), way);
  const double rate = banks_.front().rate();
  for (int k = 0; k < kGrain; ++k) out[k] += rate * (way[k] - (k > 0 ? way[k - 1] : 0.0));
}

void BankPorts::drive(int port, double scale, const double* force) noexcept {
  Port& p = port_[port];
  for (ModalBank& bank : banks_) bank.drive({p.shape.data(), force, p.before, scale});
  p.before = force[kGrain - 1];
  changed_ = false;
}

}  // namespace peal
