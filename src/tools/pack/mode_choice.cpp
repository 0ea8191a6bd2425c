#include "tools/pack/mode_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"

namespace peal {
namespace {

/// IEC 61672, as a factor of the pressure; 1 at 1 kHz but for a constant.
double a_weight(double frequency) {
  const double f2 = frequency * frequency;
  return 12194.0 * 12194 * f2 * f2 /
         ((f2 + 20.6 * 20.6) * std::sqrt((f2 + 107.7 * 107.7) * (f2 + 737.9 * 737.9)) *
          (f2 + 12194.0 * 12194));
}

}  // namespace

std::vector<int> loudest_modes(const PlayBody& body, int count) {
  const auto modes = static_cast<std::size_t>(body.modes());
  std::vector<double> shape(modes), heard(modes), energy(modes);
  for (std::size_t i = 0; i < body.shapes.size(); ++i)
    shape[i % modes] += static_cast<double>(body.shapes[i]) * static_cast<double>(body.shapes[i]);
  std::vector<std::complex<double>> weights(modes);
  const double far = std::max(1.0, 3 * body.bounding_radius);  // [m]
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Vec3 way{double(x), double(y), double(z)};
        mode_weights(body, far / norm(way) * way, weights.data());
        for (int i = 0; i < body.transfer.modes; ++i)
          heard[static_cast<std::size_t>(i)] += std::norm(weights[static_cast<std::size_t>(i)]);
      }
  for (std::size_t i = 0; i < modes; ++i) {
    const double a = a_weight(body.poles[i].im / (2 * kPi));
    energy[i] = a * a * shape[i] * heard[i] / std::max(-2 * body.poles[i].re, 1e-6);
  }
  std::vector<int> order(modes);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return energy[static_cast<std::size_t>(a)] > energy[static_cast<std::size_t>(b)];
  });
  order.resize(std::min(modes, static_cast<std::size_t>(std::max(count, 0))));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace peal
