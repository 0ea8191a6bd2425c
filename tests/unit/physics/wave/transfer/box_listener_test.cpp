// Multipoles through the faces of a box: waves put on the grid by hand come back with their order
// and strength, waves that come from outside do not.
#include "physics/wave/transfer/box_listener.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/exact/radiating_sphere.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

/// @param incoming j_l instead of h_l: it passes through and leaves nothing.
std::vector<std::complex<double>> hear(int l, int m, double k, double cell, bool incoming = false) {
  const Vec3 centre{0.003, -0.002, 0.001};
  const int margin = static_cast<int>(std::lround(0.04 / cell));  // the same box for all cells
  WaveGrid grid = WaveGrid::cube({}, 0.2, cell);
  grid.nz -= margin;  // not a cube
  const BoxListener listener(grid, margin, centre);
  std::vector<double> re, im, y(harmonic_count(6));
  for (const std::size_t place : listener.cells()) {
    const auto at = static_cast<std::ptrdiff_t>(place);
    const Vec3 x =
        grid.middle(static_cast<int>(at % grid.nx), static_cast<int>(at / grid.nx % grid.ny),
                    static_cast<int>(at / grid.nx / grid.ny)) -
        centre;
    const double r = norm(x);
    real_harmonics(6, x / r, y);
    const std::complex<double> h =
        incoming ? spherical_bessel(l, k * r) : spherical_hankel(l, k * r);
    const std::complex<double> p = h / spherical_hankel(l, k * 0.1) * y[harmonic_index(l, m)];
    re.push_back(p.real()), im.push_back(p.imag());
  }
  const BoxListener::Tone tone{k, 6, re, im};
  return listener.on_sphere({&tone, 1}, 0.1)[0];
}

TEST(BoxListener, HearsEachMultipoleAloneAndInFull) {
  for (const double k : {0.5, 30.0})
    for (const auto& [l, m] : {std::pair{0, 0}, {1, -1}, {2, 1}, {4, 4}}) {
      const auto coarse = hear(l, m, k, 0.008), fine = hear(l, m, k, 0.004);
      double off[2] = {};
      for (std::size_t i = 0; i < fine.size(); ++i) {
        const double wanted = i == harmonic_index(l, m) ? 1 : 0;
        off[0] += std::norm(coarse[i] - wanted), off[1] += std::norm(fine[i] - wanted);
      }
      EXPECT_LT(std::sqrt(off[1]), 0.02) << "l " << l << " k " << k;
      // Second order in the cells, unless it is nothing already.
      EXPECT_LT(std::sqrt(off[1]), 0.35 * std::sqrt(off[0]) + 1e-6) << "l " << l << " k " << k;
    }
}

TEST(BoxListener, IsDeafToWhatComesFromOutside) {
  for (const int l : {0, 1, 2})
    for (const auto& c : hear(l, 0, 10, 0.005, true)) EXPECT_LT(std::abs(c), 0.01);
}

}  // namespace
}  // namespace peal
