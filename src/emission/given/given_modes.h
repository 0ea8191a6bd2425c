// Modes given by hand, for things whose sound one knows but whose shape one does not: a door on
// its hinges, a brake. They radiate as one small source: p = rho A x'' / (4 pi r).
#pragma once
#include "base/constants.h"
#include "emission/ringing_body.h"

namespace peal {

struct GivenMode {
  double frequency = 0;  // [Hz] undamped
  double decay = 0;      // [1/s] g: amplitudes fall as e^{-g t / 2}
  double mass = 1;       // [kg]
  double shape = 1;      // t at the contact
};

class GivenModes final : public RingingBody {
 public:
  /// @param area [m^2] how much air a unit of displacement moves.
  /// Modes that do not oscillate (g >= 2 omega) cannot ring and stop with an Error.
  GivenModes(const std::vector<GivenMode>& modes, double area, const Air& air);

  const std::vector<Complex<double>>& poles() const override { return poles_; }
  double bounding_radius() const override { return bounding_radius_; }
  double speed_of_sound() const override { return air_.speed_of_sound; }
  double max_frequency() const override { return max_frequency_; }
  EmitterReport report() const override;
  /// The point does not matter: the shapes are those of the contact. The size of the impulse along
  /// +x is what pushes.
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override;
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override;

 private:
  std::vector<GivenMode> modes_;
  std::vector<Complex<double>> poles_;
  double area_, bounding_radius_, max_frequency_ = 0;
  Air air_;
};

/// Lists of modes stop at one more than this: whoever asks says that there are too many.
inline constexpr std::size_t kMostGivenModes = 1000;

/// Transverse modes of a string that is held at both ends, at a place 0 < x < 1 of its length.
/// @param tension [N], @param density [kg/m], @param length [m]; all modes below max_frequency
/// [Hz].
std::vector<GivenMode> string_modes(double length, double tension, double density, double place,
                                    double decay, double max_frequency);

enum class BarEnds { free, clamped };  // both ends free; one clamped
/// Bending modes (Euler-Bernoulli) of a straight bar at a place 0 .. 1 of its length.
/// @param bending E I [N m^2], @param density [kg/m].
std::vector<GivenMode> bar_modes(BarEnds ends, double length, double bending, double density,
                                 double place, double decay, double max_frequency);

}  // namespace peal
