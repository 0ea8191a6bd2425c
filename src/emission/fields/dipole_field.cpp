#include "emission/fields/dipole_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "dsp/radiation/band_limit.h"
#include "physics/wave/exact/ellipsoid_dipole.h"

namespace peal {
namespace {

constexpr double kLadder = 1.05;  // radii of neighbouring tables; between them 0.1 % at most
constexpr double kEnd = 14;       // [tau] e^-14: -120 dB

// Adds Int f(t) phi(j - t) dt, t in samples, f given over x = t / scale.
template <class Function>
void add_filtered(const Function& f, double scale, int first, float* out) {
  const double piece = std::min(0.5, scale / 4);
  const int pieces = static_cast<int>(std::ceil(kEnd * scale / piece));
  const BandTable& table = BandTable::instance();
  for (int i = 0; i < pieces; ++i)
    for (int k = 0; k < 4; ++k) {
      const double t = (i + kGaussPlace[k]) * piece;
      const double below = std::floor(t);
      table.add(t - below, static_cast<float>(kGaussWeight[k] * piece * f(t / scale)),
                out + static_cast<int>(below) - kBandHalf + 1 - first);
    }
}

}  // namespace

DipoleField::DipoleField(const Vec3& axes, double volume, const Air& air, double rate) {
  play_.speed_of_sound = air.speed_of_sound;
  DipoleTables& dipole = play_.dipole;
  dipole.axes = axes;
  dipole.strength = air.density * volume * ellipsoid_dipole_factors(axes);
  dipole.smallest = std::min({axes.x, axes.y, axes.z});
  const double largest = std::max({axes.x, axes.y, axes.z});
  const double ladder = std::log(largest / dipole.smallest) / std::log(kLadder);
  if (ladder > 1e-6) {
    dipole.rungs = static_cast<int>(std::ceil(ladder)) + 1;
    dipole.ratio = std::pow(largest / dipole.smallest, 1.0 / (dipole.rungs - 1));
  }
  const int first = -kBandHalf + 1;
  const double end = kEnd * largest / air.speed_of_sound * rate;  // [samples]
  const int samples = static_cast<int>(std::ceil(end)) + 2 + kBandTaps;
  play_.most_rows = dipole.rungs == 1 ? 2 : 4;
  set_size(rate, 2 * dipole.rungs, first, samples, -largest / air.speed_of_sound);
  std::vector<float> table;
  for (int rung = 0; rung < dipole.rungs; ++rung) {
    const double a = dipole.smallest * std::pow(dipole.ratio, rung), tau = a / air.speed_of_sound;
    const double near = 2 / (4 * kPi * tau), far = near / a;
    table.assign(samples, 0.0f);
    add_filtered([&](double x) { return far * std::exp(-x) * (std::cos(x) - std::sin(x)); },
                 tau * rate, first, table.data());
    set_row(2 * rung, table);
    table.assign(samples, 0.0f);
    add_filtered([&](double x) { return near * std::exp(-x) * std::sin(x); }, tau * rate, first,
                 table.data());
    set_row(2 * rung + 1, table);
  }
}

}  // namespace peal
