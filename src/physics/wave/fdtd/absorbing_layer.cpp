#include "physics/wave/fdtd/absorbing_layer.h"

#include <cmath>

namespace peal {
namespace {
constexpr double kReflection = 1e-4;
constexpr double kPower = 3;
}  // namespace

AbsorbingLayer::AbsorbingLayer(double cell, double step, double speed_of_sound) {
  constexpr int n = wave_rows::kLayer;
  const double largest = -(kPower + 1) * speed_of_sound * std::log(kReflection) / (2 * n * cell);
  const auto factors = [&](double depth) {  // in cells
    const double sigma = largest * std::pow(depth / n, kPower);
    const double b = std::exp(-sigma * step);
    return wave_rows::LayerCell{static_cast<float>(b), static_cast<float>(b - 1)};
  };
  // Low end: cell s has its middle at depth n - s - 1/2, its low face at n - s. High end mirrored.
  for (int s = 0; s < n; ++s) {
    faces[s] = faces[2 * n - 1 - s] = factors(n - s);
    cells[s] = cells[2 * n - 1 - s] = factors(n - s - 0.5);
  }
  for (int s = 0; s < 2 * n; ++s) {
    face_ends.b[s] = faces[s].b, face_ends.a[s] = faces[s].a;
    cell_ends.b[s] = cells[s].b, cell_ends.a[s] = cells[s].a;
  }
}

}  // namespace peal
