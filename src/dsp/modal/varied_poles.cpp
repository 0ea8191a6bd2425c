#include "dsp/modal/varied_poles.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace peal {
namespace {

constexpr std::uint64_t kManufacture = source_number("manufacture");

/// Draws of the whole copy have number 0, those of mode i number i + 1.
KeyedRng draws(const ManufacturedCopy& copy, std::size_t number) noexcept {
  return {copy.seed, copy.object ^ kManufacture,
          std::uint64_t{copy.copy} << 32 | static_cast<std::uint32_t>(number)};
}

}  // namespace

void vary_poles(std::span<const Complex<double>> nominal, std::span<const double> own,
                const ManufacturedCopy& copy, double most_omega,
                std::span<Complex<double>> out) noexcept {
  std::copy(nominal.begin(), nominal.end(), out.begin());
  if (copy.nominal()) return;
  KeyedRng whole = draws(copy, 0);
  const double pitch = whole.normal(0, copy.spread.pitch);
  const double damping = std::exp(whole.normal(0, copy.spread.damping));
  const auto vary = [&](std::size_t i, double shift) {
    // sigma / omega_d goes along with neither: both are set, the undamped frequency follows.
    const double raised = nominal[i].im * std::exp(pitch + shift);
    out[i] = {nominal[i].re - own[i] * (damping - 1),
              std::min(raised, std::max(most_omega, nominal[i].im))};
  };
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    KeyedRng mode = draws(copy, i + 1);
    const double shift = mode.normal(0, copy.spread.mode);
    const double apart = mode.normal(0, copy.spread.splitting);
    const bool pair =
        i + 1 < nominal.size() && nominal[i + 1].im - nominal[i].im < kEqualModes * nominal[i].im;
    vary(i, pair ? shift - apart / 2 : shift);
    if (pair) vary(++i, shift + apart / 2);
  }
}

}  // namespace peal
