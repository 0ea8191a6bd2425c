#include "physics/wave/multipole/transfer_check.h"

#include <algorithm>
#include <cmath>

#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

constexpr std::ptrdiff_t kNearest = 2;  // on each side

}  // namespace

double far_difference(const ModeTransfer& a, const ModeTransfer& b, double k, double radius) {
  const int order = std::max(a.order, b.order);
  std::vector<std::complex<double>> ratios(order + 1);
  far_ratios(k, radius, ratios);
  const auto of = [](const ModeTransfer& mode, std::size_t i) {
    return i < mode.coefficients.size() ? std::complex<double>(mode.coefficients[i]) : 0;
  };
  double sum = 0;
  for (int l = 0; l <= order; ++l)
    for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i)
      sum += std::norm(ratios[l] * (of(a, i) - of(b, i)));
  return std::sqrt(sum);
}

double far_size(const ModeTransfer& a, double k, double radius) {
  return far_difference(a, {}, k, radius);
}

double leak_near(std::span<const CheckedMode> checked, int mode) {
  const auto above = std::lower_bound(checked.begin(), checked.end(), mode,
                                      [](const CheckedMode& c, int m) { return c.mode < m; });
  double most = 0;
  for (auto c = above - std::min(kNearest, above - checked.begin());
       c != above + std::min(kNearest, checked.end() - above); ++c)
    most = std::max(most, c->leak);
  return most;
}

}  // namespace peal
