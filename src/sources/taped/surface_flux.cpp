#include "sources/taped/surface_flux.h"

#include <algorithm>

namespace peal {
namespace {

constexpr int kOfBlock = CloudBlock::kSamples, kOfStretch = CloudBlock::kKnot;
constexpr int kStretches = CloudBlock::kKnots - 1;
constexpr double kNoArea = 1e-20;  // [m^2]

/// Hermite's cubics over a stretch and their slopes [1/stretch].
struct Hermite {
  float rise[kOfStretch], begin[kOfStretch], end[kOfStretch];
  float rise_slope[kOfStretch], begin_slope[kOfStretch], end_slope[kOfStretch];
  Hermite() {
    for (int n = 0; n < kOfStretch; ++n) {
      const double u = static_cast<double>(n) / kOfStretch;
      rise[n] = static_cast<float>(u * u * (3 - 2 * u));
      begin[n] = static_cast<float>(u * (1 - u) * (1 - u));
      end[n] = static_cast<float>(u * u * (u - 1));
      rise_slope[n] = static_cast<float>(6 * u * (1 - u));
      begin_slope[n] = static_cast<float>((1 - u) * (1 - 3 * u));
      end_slope[n] = static_cast<float>(u * (3 * u - 2));
    }
  }
};

}  // namespace

SurfaceFlux::SurfaceFlux(std::vector<std::array<int, 3>> triangles, std::size_t points, double rate)
    : triangles_(std::move(triangles)), rate_(rate), velocities_(3 * points * kOfBlock) {
  flux_.resize(triangles_.size() * kOfBlock);
  acceleration_.resize(flux_.size());
  areas_.resize(triangles_.size() * CloudBlock::kKnots);
  area_rates_.resize(areas_.size());
}

// From knot to knot; what is left at the next one is spread over the stretch.
void SurfaceFlux::find_velocities(const std::vector<std::vector<float>>& rows,
                                  const std::vector<std::vector<PlaceInTime>>& knots) {
  for (std::size_t p = 0; p < knots.size(); ++p)
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<float>& a = rows[3 * p + axis];
      float* v = &velocities_[(3 * p + axis) * kOfBlock];
      for (int k = 0; k < kStretches; ++k, v += kOfStretch) {
        const int begin = k * kOfStretch;
        double sum = 0;
        for (int n = 0; n < kOfStretch; ++n) sum += 0.5 * (double(a[begin + n]) + a[begin + n + 1]);
        const double from = knots[p][k].velocity[axis];
        const double slope = (knots[p][k + 1].velocity[axis] - from - sum / rate_) / kOfStretch;
        double now = from;
        for (int n = 0; n < kOfStretch; ++n) {
          v[n] = static_cast<float>(now);
          now += 0.5 * (double(a[begin + n]) + a[begin + n + 1]) / rate_ + slope;
        }
      }
    }
}

void SurfaceFlux::find(const std::vector<std::vector<float>>& rows,
                       const std::vector<std::vector<PlaceInTime>>& knots) {
  static const Hermite hermite;
  find_velocities(rows, knots);
  const double stretch = kOfStretch / rate_;  // [s]
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [p, q, r] = triangles_[t];
    Vec3* area = &areas_[t * CloudBlock::kKnots];
    Vec3* rate = &area_rates_[t * CloudBlock::kKnots];
    for (int k = 0; k < CloudBlock::kKnots; ++k) {
      const PlaceInTime &a = knots[p][k], &b = knots[q][k], &c = knots[r][k];
      area[k] = 0.5 * cross(b.position - a.position, c.position - a.position);
      rate[k] = 0.5 * (cross(b.velocity - a.velocity, c.position - a.position) +
                       cross(b.position - a.position, c.velocity - a.velocity));
    }
    for (int k = 0; k < kStretches; ++k) {
      const int begin = k * kOfStretch;
      float* flux = &flux_[t * kOfBlock + begin];
      float sum[kOfStretch] = {};
      for (int axis = 0; axis < 3; ++axis) {
        const auto from = static_cast<float>(area[k][axis]),
                   rise = static_cast<float>(area[k + 1][axis] - area[k][axis]),
                   left = static_cast<float>(stretch * rate[k][axis]),
                   right = static_cast<float>(stretch * rate[k + 1][axis]);
        const float *a0 = &rows[3 * p + axis][begin], *a1 = &rows[3 * q + axis][begin],
                    *a2 = &rows[3 * r + axis][begin];
        const float *v0 = &velocities_[(3 * p + axis) * kOfBlock + begin],
                    *v1 = &velocities_[(3 * q + axis) * kOfBlock + begin],
                    *v2 = &velocities_[(3 * r + axis) * kOfBlock + begin];
        const auto per_second = static_cast<float>(1 / stretch);
        for (int n = 0; n < kOfStretch; ++n) {
          const float here =
              from + hermite.rise[n] * rise + hermite.begin[n] * left + hermite.end[n] * right;
          const float turning =
              per_second * (hermite.rise_slope[n] * rise + hermite.begin_slope[n] * left +
                            hermite.end_slope[n] * right);
          sum[n] += (a0[n] + a1[n] + a2[n]) * here + (v0[n] + v1[n] + v2[n]) * turning;
        }
      }
      const double one = 1 / std::max(norm(area[k]), kNoArea),
                   other = 1 / std::max(norm(area[k + 1]), kNoArea);
      const auto per_area = static_cast<float>(one),
                 more = static_cast<float>((other - one) / kOfStretch);
      float* out = &acceleration_[t * kOfBlock + begin];
      for (int n = 0; n < kOfStretch; ++n) {
        flux[n] = sum[n] / 3;
        out[n] = flux[n] * (per_area + static_cast<float>(n) * more);
      }
    }
  }
}

}  // namespace peal
