#include "dsp/play_body.h"

#include <algorithm>
#include <limits>

namespace peal {
namespace {

typedef float Float4 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));

Double4 four(const float* p) noexcept {
  Float4 x;
  __builtin_memcpy(&x, p, sizeof x);
  return __builtin_convertvector(x, Double4);
}

void project_shapes(const PlaySurface& surface, const float* shapes, std::size_t modes,
                    const SurfacePlace& place, const Vec3& impulse, double* out) noexcept {
  std::fill(out, out + modes, 0.0);
  for (std::size_t k = 0; k < 6 && modes > 0; ++k) {
    const auto node = static_cast<std::size_t>(surface.triangles[6 * place.triangle + k]);
    const float* shape = shapes + node * 3 * modes;
    const double x = place.weights[k] * impulse.x, y = place.weights[k] * impulse.y,
                 z = place.weights[k] * impulse.z;
    std::size_t i = 0;
    for (; i + 4 <= modes; i += 4) {
      Double4 sum;
      __builtin_memcpy(&sum, out + i, sizeof sum);
      sum += x * four(shape + i) + y * four(shape + modes + i) + z * four(shape + 2 * modes + i);
      __builtin_memcpy(out + i, &sum, sizeof sum);
    }
    for (; i < modes; ++i)
      out[i] += x * static_cast<double>(shape[i]) + y * static_cast<double>(shape[modes + i]) +
                z * static_cast<double>(shape[2 * modes + i]);
  }
}

}  // namespace

void project(const PlayBody& body, const SurfacePlace& place, const Vec3& impulse,
             double* out) noexcept {
  project_shapes(body.surface, body.shapes.data(), body.poles.size(), place, impulse, out);
}

void project_felt(const PlayBody& body, const SurfacePlace& place, const Vec3& impulse,
                  double* out) noexcept {
  project(body, place, impulse, out);
  project_shapes(body.surface, body.contact_shapes.data(), body.contact_poles.size(), place,
                 impulse, out + body.poles.size());
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
