#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/parallel.h"
#include "models/bake/transfer_file.h"
#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

using Single = std::complex<float>;

constexpr double kInaudible = 2e-5;  // part of a mode's pressure

float rounded(float value) {
  if (!std::isnormal(value)) return 0;
  // Half a unit is added to the bits: a carry goes on into the exponent, as it should.
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const float near = std::bit_cast<float>((bits + 0x400u) & ~std::uint32_t{0x7ff});
  return std::isfinite(near) ? near : value;
}

}  // namespace

void round_transfer(TransferRecord& record) {
  constexpr std::array kDistances{1.0, 2.0, 8.0, 1e4};
  parallel_for(record.modes.size(), [&](std::size_t i) {
    ModeTransfer& mode = record.modes[i];
    if (mode.coefficients.empty()) return;
    const double k = mode.omega / record.air.speed_of_sound;
    std::vector<double> largest(mode.order + 1, 0.0);  // |ratio_l| / rms, over distances
    for (const double distance : kDistances) {
      std::vector<std::complex<double>> ratios(mode.order + 1);
      radial_ratios(k, record.radius, distance * record.radius, ratios);
      double power = 0;
      for (int l = 0; l <= mode.order; ++l)
        for (int m = -l; m <= l; ++m)
          power +=
              std::norm(ratios[l] * std::complex<double>(mode.coefficients[harmonic_index(l, m)]));
      for (int l = 0; l <= mode.order && power > 0; ++l)
        largest[l] = std::max(largest[l], std::abs(ratios[l]) / std::sqrt(power));
    }
    for (int l = 0; l <= mode.order; ++l)
      for (int m = -l; m <= l; ++m) {
        Single& c = mode.coefficients[harmonic_index(l, m)];
        const bool heard = std::abs(std::complex<double>(c)) * largest[l] > kInaudible;
        c = heard ? Single(rounded(c.real()), rounded(c.imag())) : Single();
      }
    while (mode.order > 0 &&
           std::all_of(mode.coefficients.end() - (2 * mode.order + 1), mode.coefficients.end(),
                       [](const Single& c) { return c == Single(); }))
      mode.coefficients.resize(harmonic_count(--mode.order));
  });
}

}  // namespace peal
