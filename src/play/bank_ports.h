// A ringing body as contacts feel it: the ports of one or more modal banks with the same state
// (one bank serves two ears). Real-time safe after construction.
#pragma once
#include <span>
#include <vector>

#include "play/coupling.h"
#include "play/modal_bank.h"

namespace peal {

class BankPorts final : public CoupledBody {
 public:
  /// Banks must outlive it; none: a body that gives way to nothing.
  BankPorts(std::span<ModalBank> banks, int ports);

  /// Point and direction of a port: t per mode [kg^-1/2], from the coming grain on.
  void set_shape(int port, std::span<const double> shape) noexcept;
  const double* shape(int port) const noexcept { return port_[port].shape.data(); }
  /// Nothing touches the port any more.
  void open(int port) noexcept { port_[port].before = 0; }

  void add_free_velocity(int port, double scale, double* out) noexcept override;
  void add_mobility(int to, int from, double* out) noexcept override;
  bool mobility_changed() const noexcept override { return changed_; }
  void drive(int port, double scale, const double* force) noexcept override;

 private:
  struct Port {
    std::vector<double> shape;
    double before = 0;  // [N] scaled force of the last sample
  };
  std::span<ModalBank> banks_;
  std::vector<Port> port_;
  bool changed_ = true;
};

}  // namespace peal
