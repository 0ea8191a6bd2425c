#include "emission/given/given_modes.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/radiation/small_source.h"

namespace peal {

GivenModes::GivenModes(const std::vector<GivenMode>& modes, double area, const Air& air)
    : modes_(modes), area_(area), bounding_radius_(small_source_radius(area)), air_(air) {
  for (const GivenMode& mode : modes) {
    if (!oscillates(mode.frequency, mode.decay))
      fail(
          "a mode of {} Hz with decay {} 1/s does not oscillate; expected a decay below {:.6g} 1/s",
          mode.frequency, mode.decay, 4 * kPi * mode.frequency);
    poles_.push_back(pole_of_mode(mode.frequency, mode.decay));
    max_frequency_ = std::max(max_frequency_, mode.frequency);
  }
}

EmitterReport GivenModes::report() const {
  EmitterReport out;
  out.facts = {{"given_modes", modes()}};
  return out;
}

void GivenModes::project(const Vec3&, const Vec3& impulse, std::vector<double>& out) const {
  out.clear();
  for (const GivenMode& mode : modes_) out.push_back(impulse.x * mode.shape / std::sqrt(mode.mass));
}

void GivenModes::weights(const Vec3& ear, std::vector<std::complex<double>>& out) const {
  out.clear();
  for (std::size_t i = 0; i < modes_.size(); ++i)
    out.push_back(small_source_weight(poles_[i], modes_[i].mass, area_, norm(ear), air_.density));
}

std::vector<GivenMode> string_modes(double length, double tension, double density, double place,
                                    double decay, double max_frequency) {
  std::vector<GivenMode> modes;
  // sin(n pi x) has a mean square of 1/2: half the string's mass.
  const double first = std::sqrt(tension / density) / (2 * length);
  for (int n = 1; n * first < max_frequency && modes.size() <= kMostGivenModes; ++n)
    modes.push_back({n * first, decay, density * length / 2, std::sin(n * kPi * place)});
  return modes;
}

// Shape cosh x - c sinh x +- (cos x - c sin x), x = b place, + for free ends; its mean square is 1,
// so that the modal mass is the bar's. The growing exponentials of cosh and c sinh nearly cancel:
// what is left of them is written down, so that high modes are right too.
std::vector<GivenMode> bar_modes(BarEnds ends, double length, double bending, double density,
                                 double place, double decay, double max_frequency) {
  std::vector<GivenMode> modes;
  const double sign = ends == BarEnds::free ? 1 : -1;  // cos b cosh b = +-1
  for (int n = 1;; ++n) {
    double b = kPi * (ends == BarEnds::free ? n + 0.5 : n - 0.5);
    for (int k = 0; k < 20; ++k) {  // cos b = +-1/cosh b; for high modes it starts at the root
      const double sech = 2 * std::exp(-b) / (1 + std::exp(-2 * b));
      b -= (std::cos(b) - sign * sech) / (-std::sin(b) + sign * sech * std::tanh(b));
    }
    const double frequency = b * b / (2 * kPi * length * length) * std::sqrt(bending / density);
    if (!(frequency < max_frequency) || modes.size() > kMostGivenModes) return modes;
    const double small = std::exp(-b), sine = sign * std::sin(b), cosine = sign * std::cos(b);
    const double below = 1 - small * small - 2 * sine * small;
    const double growing = (cosine - sine - small) / below;  // (1 - c)/2 e^b
    const double c = 1 - 2 * growing * small, x = b * place;
    const double shape = (1 + c) / 2 * std::exp(-x) + growing * std::exp(x - b) +
                         sign * (std::cos(x) - c * std::sin(x));
    modes.push_back({frequency, decay, density * length, shape});
  }
}

}  // namespace peal
