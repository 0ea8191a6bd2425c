// The modes of an instrument as a ModalBank takes them.
// In: modes, rate [Hz], area [m^2], distance [m] (peal/instruments_c.h). Out: a bank with one ear,
// the shape of its contact, weights in pascals. SI units.
#pragma once
#include <peal/instruments_c.h>

#include <complex>
#include <span>
#include <vector>

#include "dsp/modal/modal_bank.h"

namespace peal {

constexpr double kInaudible = 2e-8;  // [Pa] below this modes stop
constexpr int kStopEvery = 16;       // [hops] how often that is looked at

/// Remembers why something was refused, for this thread; returns false.
[[gnu::format(printf, 1, 2)]] bool refuse(const char* text, ...) noexcept;
const char* last_refusal() noexcept;

/// False, and a refusal, when modes, rate or their number make no sense.
bool check_modes(std::span<const peal_mode> modes, int most, double rate) noexcept;
bool check_small_source(double area, double distance) noexcept;

class RingingModes {
 public:
  /// Checked before. @param drives forces per hop.
  RingingModes(std::span<const peal_mode> modes, double rate, int drives);

  ModalBank& bank() noexcept { return bank_; }
  const ModalBank& bank() const noexcept { return bank_; }
  std::span<const double> shape() const noexcept { return shape_; }  // [kg^-1/2] of the contact
  /// @param at_once or within the coming hop.
  void set_distance(double area, double distance, bool at_once) noexcept;
  /// Goes on as the modes of another move, the first with the first.
  void move_like(const RingingModes& other) noexcept;
  double position() const noexcept;  // [m] of the contact
  double velocity() const noexcept;  // [m/s]
  double swing() const noexcept;     // [m] bound of its displacement while nothing pushes
  /// Impulse J per mode [N s kg^-1/2] of an impulse [N s].
  std::span<const double> project(double impulse) noexcept;

 private:
  struct Motion {
    double position = 0, velocity = 0;
  };
  Motion motion(int mode) const noexcept;  // of unit mass
  std::vector<Complex<double>> poles_;
  std::vector<double> mass_, shape_, impulse_;
  std::vector<std::complex<double>> weights_;
  ModalBank bank_;
};

}  // namespace peal
