// A ringing body as contacts feel it: the ports of one or more modal banks with the same state
// (one bank serves up to four ears). Real-time safe after construction.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "dsp/modal/coupling.h"
#include "dsp/modal/modal_bank.h"
#include "dsp/modal/stepped_modes.h"

namespace peal {

/// A force on a point that moves over a body within the hop: its shape goes from `from` to `to`,
/// which need not differ. @param before [N] the force in the sample before.
void drive_moving(ModalBank& bank, const double* from, const double* to, const double* force,
                  double before, double scale) noexcept;

class BankPorts final : public CoupledBody {
 public:
  /// Banks must outlive it; none: a body that gives way to nothing.
  BankPorts(std::span<ModalBank> banks, int ports);

  /// Point and direction of a port that is new: t per mode [kg^-1/2], from the coming hop on.
  void set_shape(int port, std::span<const double> shape) noexcept;
  /// The port moves: it reaches this shape at the end of the coming hop. A shape that jumped from
  /// hop to hop would be heard as a tone of rate / kHop.
  void move_shape(int port, std::span<const double> shape) noexcept;
  /// The banks have other poles: what a force does is no longer what it was.
  void retuned() noexcept {
    for (Port& port : port_) port.changed = true;
    if (stepped_) stepped_->retune();
  }
  /// Room for more ports. Allocates.
  void grow(int ports);
  /// At the end of the coming hop, and at its start.
  const double* shape(int port) const noexcept { return port_[port].shape.data(); }
  const double* shape_before(int port) const noexcept { return port_[port].from.data(); }

  void add_free_velocity(int port, double scale, double* out) noexcept override;
  void add_mobility(int to, int from, double* out) noexcept override;
  bool mobility_changed(int port) const noexcept override { return port_[port].changed; }
  void drive(int port, double scale, const double* force) noexcept override;

  /// Only of one bank. Forces at ports of one part are summed for who hears them.
  void begin_steps(std::span<const int> ports) override;
  double instant(int to, int from) noexcept override { return stepped_->instant(to, from); }
  void step_velocities(int n, double* out) noexcept override { stepped_->velocities(n, out); }
  void step(int n, const double* force) noexcept override;
  void end_steps() noexcept override;
  bool port_before(int x, int y) const noexcept override {
    return port_[x].part != port_[y].part ? port_[x].part < port_[y].part : x < y;
  }
  void set_part(int port, int part) noexcept { port_[port].part = part; }
  const SteppedModes& stepped() const noexcept { return *stepped_; }

 private:
  struct Port {
    std::vector<double> shape, from, middle;
    double before = 0;  // [N] force of the last sample
    bool moving = false, changed = false;
    int part = 0;
  };
  void arrive(Port& port) noexcept;
  std::span<ModalBank> banks_;
  std::vector<Port> port_;
  std::unique_ptr<SteppedModes> stepped_;  // made when it is stepped first
  std::vector<int> in_steps_;              // ports of the hop
};

}  // namespace peal
