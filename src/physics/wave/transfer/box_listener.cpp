#include "physics/wave/transfer/box_listener.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/parallel.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "physics/wave/multipole/spherical_harmonics.h"

extern "C" void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                            const double* a, int lda, const double* b, int ldb, double beta,
                            double* c, int ldc);
extern "C" void openblas_set_num_threads(int threads);

namespace peal {
namespace {

constexpr int kRowMajor = 101, kPlain = 111, kTransposed = 112;
constexpr std::size_t kBlock = 128;      // cells whose harmonics are held at once: within the cache
constexpr double kLeastArgument = 1e-6;  // of a Bessel function; below it is that

constexpr int kLanes = 8;  // arguments at a time: one recurrence waits for itself

/// j_l(x) of kLanes arguments, l = 0 .. top, to out[l * stride + lane]: downward from where they
/// are nothing (Miller), so that small ones keep their digits.
void bessel_rows(const double* x, int top, double* out, std::size_t stride) {
  double inverse[kLanes], above[kLanes], here[kLanes], largest = 0;
  for (int i = 0; i < kLanes; ++i) {
    inverse[i] = 1 / std::max(x[i], kLeastArgument);
    above[i] = 0, here[i] = 1e-280;
    largest = std::max(largest, x[i]);
  }
  const int start = top + 20 + static_cast<int>(std::sqrt(60.0 * (top + largest + 1))) +
                    std::max(0, static_cast<int>(largest) - top);
  for (int l = start; l > 0; --l) {
    double most = 0;
    for (int i = 0; i < kLanes; ++i) {
      const double below = (2 * l + 1) * inverse[i] * here[i] - above[i];
      above[i] = here[i], here[i] = below;
      most = std::max(most, std::abs(below));
    }
    if (l - 1 <= top) std::copy_n(here, kLanes, out + static_cast<std::size_t>(l - 1) * stride);
    if (most < 1e250) continue;
    for (int i = 0; i < kLanes;
         ++i) {  // keep within doubles; what is divided to nothing is nothing
      if (std::abs(here[i]) < 1e150) continue;
      here[i] *= 1e-250, above[i] *= 1e-250;
      for (int j = l - 1; j <= top; ++j) out[static_cast<std::size_t>(j) * stride + i] *= 1e-250;
    }
  }
  for (int i = 0; i < kLanes; ++i) {
    // Scaled by the larger of j_0 and j_1, since either may vanish.
    const double at = std::max(x[i], kLeastArgument);
    const double j0 = std::sin(at) / at, j1 = (j0 - std::cos(at)) / at;
    const double scale = std::abs(j0) > std::abs(j1) ? j0 / here[i] : j1 / above[i];
    for (int l = 0; l <= top; ++l) out[static_cast<std::size_t>(l) * stride + i] *= scale;
  }
}

}  // namespace

BoxListener::BoxListener(const WaveGrid& grid, int margin, const Vec3& centre) : cell_(grid.cell) {
  std::map<std::size_t, int> known;
  const auto place_of = [&](const int(&at)[3]) {
    const std::size_t cell = grid.index(at[0], at[1], at[2]);
    const auto [found, fresh] = known.try_emplace(cell, static_cast<int>(cells_.size()));
    if (fresh) {
      cells_.push_back(cell);
      places_.push_back(grid.middle(at[0], at[1], at[2]) - centre);
    }
    return found->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool high : {false, true})
      for (int i = margin; i < grid.count(u) - margin; ++i)
        for (int j = margin; j < grid.count(v) - margin; ++j) {
          int in[3], out[3];
          in[u] = out[u] = i, in[v] = out[v] = j;
          in[axis] = high ? grid.count(axis) - 1 - margin : margin;
          out[axis] = high ? in[axis] + 1 : in[axis] - 1;
          const int inside = place_of(in);
          faces_.push_back({inside, place_of(out)});
        }
  }
}

// Cells in blocks; for each l one product (harmonics of the block) x (pressure times j_l).
std::vector<std::vector<std::complex<double>>> BoxListener::on_sphere(std::span<const Tone> tones,
                                                                      double radius) const {
  openblas_set_num_threads(1);
  const std::size_t n = cells_.size();
  const int count = static_cast<int>(tones.size());
  int order = 0;
  for (const Tone& tone : tones) order = std::max(order, tone.order);
  // sum over faces (p_a psi_b - p_b psi_a) = sum over cells q psi
  std::vector<double> q(2 * static_cast<std::size_t>(count) * n);  // [tone][re, im][cell]
  for (int t = 0; t < count; ++t) {
    double* re = q.data() + 2 * static_cast<std::size_t>(t) * n;
    double* im = re + n;
    for (const Face& face : faces_) {
      re[face.outside] += tones[t].re[face.inside], re[face.inside] -= tones[t].re[face.outside];
      im[face.outside] += tones[t].im[face.inside], im[face.inside] -= tones[t].im[face.outside];
    }
  }
  const std::size_t all = harmonic_count(order), width = 2 * static_cast<std::size_t>(count);
  const std::size_t blocks = (n + kBlock - 1) / kBlock;
  // A fixed number of parts, each summed in order: the same bits for any number of threads.
  constexpr std::size_t kParts = 4;
  std::vector<std::vector<double>> sums(kParts, std::vector<double>(all * width));
  parallel_for(kParts, [&](std::size_t part) {
    std::vector<double> harmonics(kBlock * all), driven(kBlock * width);
    double radius_of[kBlock];
    std::vector<double> bessel(kBlock * static_cast<std::size_t>(count) * (order + 1));
    for (std::size_t b = part; b < blocks; b += kParts) {
      const std::size_t first = b * kBlock, size = std::min(kBlock, n - first);
      for (std::size_t i = 0; i < size; ++i) {
        const Vec3& x = places_[first + i];
        const double r = norm(x);
        real_harmonics(order, r > 0 ? x / r : Vec3{0, 0, 1}, {harmonics.data() + i * all, all});
        radius_of[i] = r;
      }
      std::fill(radius_of + size, radius_of + kBlock, radius_of[0]);
      for (int t = 0; t < count; ++t)
        for (std::size_t i = 0; i < size; i += kLanes) {
          double x[kLanes];
          for (int lane = 0; lane < kLanes; ++lane) x[lane] = tones[t].k * radius_of[i + lane];
          bessel_rows(x, tones[t].order, bessel.data() + static_cast<std::size_t>(t) * kBlock + i,
                      static_cast<std::size_t>(count) * kBlock);
        }
      for (int l = 0; l <= order; ++l) {
        for (int t = 0; t < count; ++t) {
          const double* j = bessel.data() + (static_cast<std::size_t>(l) * count + t) * kBlock;
          for (int c = 0; c < 2; ++c) {
            const double* from = q.data() + (2 * static_cast<std::size_t>(t) + c) * n + first;
            const bool heard = l <= tones[t].order;
            for (std::size_t i = 0; i < size; ++i)
              driven[i * width + 2 * t + c] = heard ? from[i] * j[i] : 0;
          }
        }
        const std::size_t row = harmonic_index(l, -l);
        cblas_dgemm(kRowMajor, kTransposed, kPlain, 2 * l + 1, static_cast<int>(width),
                    static_cast<int>(size), 1, harmonics.data() + row, static_cast<int>(all),
                    driven.data(), static_cast<int>(width), 1, sums[part].data() + row * width,
                    static_cast<int>(width));
      }
    }
  });
  std::vector<std::vector<std::complex<double>>> out(count);
  for (int t = 0; t < count; ++t) {
    out[t].resize(harmonic_count(tones[t].order));
    for (int l = 0; l <= tones[t].order; ++l) {
      const std::complex<double> scale =
          std::complex<double>(0, tones[t].k * cell_) * spherical_hankel(l, tones[t].k * radius);
      for (int m = -l; m <= l; ++m) {
        const std::size_t h = harmonic_index(l, m);
        std::complex<double> sum = 0;
        for (const auto& part : sums)
          sum += std::complex<double>(part[h * width + 2 * t], part[h * width + 2 * t + 1]);
        out[t][h] = scale * sum;
      }
    }
  }
  return out;
}

}  // namespace peal
