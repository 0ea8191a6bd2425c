#include "dsp/play_body.h"

#include <algorithm>
#include <limits>

namespace peal {

void project(const PlayBody& body, const SurfacePlace& place, const Vec3& impulse,
             double* out) noexcept {
  const std::size_t modes = body.poles.size();
  std::fill(out, out + modes, 0.0);
  for (std::size_t k = 0; k < 6; ++k) {
    const auto node = static_cast<std::size_t>(body.surface.triangles[6 * place.triangle + k]);
    const float* shape = body.shapes.data() + node * body.shape_stride();
    const double x = place.weights[k] * impulse.x, y = place.weights[k] * impulse.y,
                 z = place.weights[k] * impulse.z;
    for (std::size_t i = 0; i < modes; ++i)
      out[i] += x * static_cast<double>(shape[i]) + y * static_cast<double>(shape[modes + i]) +
                z * static_cast<double>(shape[2 * modes + i]);
  }
}

void project(const PlayBody& body, const Vec3& point, const Vec3& impulse, double* out) noexcept {
  SurfacePlace place;
  if (!body.poles.empty() && nearest_place(body.surface, point, place))
    project(body, place, impulse, out);
  else
    std::fill(out, out + body.poles.size(), 0.0);
}

double contact_radius(const PlayBody& body, const SurfacePlace& place) noexcept {
  // Curvature jumps at edges, where quadratic weights would overshoot: only positive ones count.
  double curvature = 0, sum = 0;
  if (!body.curvature.empty())
    for (std::size_t k = 0; k < 6; ++k) {
      const auto node = static_cast<std::size_t>(body.surface.triangles[6 * place.triangle + k]);
      const double weight = std::max(0.0, place.weights[k]);
      curvature += weight * static_cast<double>(body.curvature[node]);
      sum += weight;
    }
  return curvature > 0 ? sum / curvature : std::numeric_limits<double>::infinity();
}

void mode_weights(const PlayBody& body, const Vec3& ear, std::complex<double>* out,
                  int most_order) noexcept {
  transfer_weights(body.transfer, ear, out, most_order);
  for (int i = 0; i < body.transfer.modes; ++i)
    out[i] = mode_weight(out[i], body.poles[static_cast<std::size_t>(i)]);
}

}  // namespace peal
