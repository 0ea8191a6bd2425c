#include "dsp/radiation/transfer_tables.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kFarthest = 1e6;  // [r1] beyond it everything falls as 1/r

struct Steps {
  std::vector<double> scale, before;
  // As in physics/wave/multipole/spherical_harmonics.cpp: a_lm = sqrt((4 l^2 - 1) / (l^2 - m^2)),
  // b_lm = 1 / a_(l-1)m.
  Steps() {
    const auto a = [](double l, double m) { return std::sqrt((4 * l * l - 1) / (l * l - m * m)); };
    double sectoral = 1 / std::sqrt(4 * kPi);
    for (int l = 0; l <= kMaxHarmonicOrder; ++l) {
      for (int m = 0; m < l; ++m) {
        scale.push_back(a(l, m));
        before.push_back(l - 1 > m ? 1 / a(l - 1, m) : 0);
      }
      if (l > 0) sectoral *= std::sqrt((2.0 * l + 1) / (2.0 * l));
      scale.push_back(sectoral);
      before.push_back(0);
    }
  }
};

}  // namespace

HarmonicSteps harmonic_steps() {
  static const Steps steps;
  return {steps.scale.data(), steps.before.data()};
}

std::int64_t transfer_work(const TransferTables& tables, int most_order) noexcept {
  constexpr std::int64_t kAsMuch = 8;  // a block takes as much beside its multipoles
  std::int64_t work = 0;
  for (const TransferBlock& block : tables.blocks) {
    const std::int64_t order = std::min<std::int64_t>(block.order, most_order);
    work += (order + 1) * (order + 1) + kAsMuch;
  }
  return work;
}

void transfer_weights(const TransferTables& tables, const Vec3& ear, std::complex<double>* out,
                      int most_order) noexcept {
  std::fill(out, out + tables.modes, std::complex<double>());
  if (tables.blocks.empty()) return;
  Vec3 from = ear - tables.centre;
  double r = norm(from);
  if (!(r < 1e100)) return;  // nothing is heard from there
  const Vec3 direction = r > 0 ? from / r : Vec3{0, 0, 1};
  if (r < tables.radius) r = tables.radius, from = tables.radius * direction;
  const Vec3 listener = tables.centre + from;

  const TransferKernel& kernel = best_transfer_kernel();
  float harmonics[harmonic_count(kMaxHarmonicOrder)];
  const double axes[3] = {direction.x, direction.y, direction.z};
  kernel.harmonics(tables.steps, std::min(tables.order, most_order), axes, harmonics);
  TransferPlace place;
  place.harmonics = harmonics;
  const double far = std::min(r, kFarthest * tables.radius), spread = far / r;
  place.distance = static_cast<float>(far);
  place.nearness = static_cast<float>(tables.radius / far);
  // r - |listener| without the cancellation of two large numbers.
  place.path = static_cast<float>((norm_squared(tables.centre) - 2 * dot(listener, tables.centre)) /
                                  (r + norm(listener)));
  for (const TransferBlock& block : tables.blocks) {
    float re[kTransferLane], im[kTransferLane];
    const float* values = tables.values.data() + block.first;
    const float* inverse = values + coefficient_count(block.order);
    kernel.pressures({std::min<int>(block.order, most_order), values, inverse,
                      inverse + inverse_count(block.order)},
                     place, re, im);
    for (int n = 0; n < kTransferLane; ++n)
      if (block.modes[n] >= 0)
        out[block.modes[n]] = spread * block.size[n] * std::complex<double>(re[n], im[n]);
  }
}

}  // namespace peal
