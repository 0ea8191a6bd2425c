#include "tools/studies/solids/paper_chain.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "physics/geometry/triangle_tree.h"

namespace peal::obrien2001 {

std::vector<double> paper_low_pass(double step) {
  const int w = static_cast<int>(std::ceil(3 / (kPaperHighest * step)));
  std::vector<double> kernel;
  double sum = 0;
  for (int i = -w; i <= w; ++i) {
    const double sinc = i == 0 ? 2 * kPaperHighest * step
                               : std::sin(2 * kPi * kPaperHighest * i * step) / (kPi * i);
    kernel.push_back(sinc * (0.5 + 0.5 * std::cos(kPi * i / w)));
    sum += kernel.back();
  }
  for (double& k : kernel) k /= sum;
  return kernel;
}

double paper_low_pass_gain(double frequency, double step) {
  const std::vector<double> kernel = paper_low_pass(step);
  const auto w = static_cast<double>(kernel.size() / 2);
  double sum = 0;
  for (std::size_t i = 0; i < kernel.size(); ++i)
    sum += kernel[i] * std::cos(2 * kPi * frequency * (static_cast<double>(i) - w) * step);
  return std::abs(sum);
}

double paper_blocker_gain(double frequency, double alpha) {
  const std::complex<double> z = std::polar(1.0, -2 * kPi * frequency / kPaperRate);
  return std::abs((1.0 - z) / (1.0 - (1 - alpha) * z));
}

void splat(std::vector<double>& buffer, double at, double strength, Splat how) {
  const auto add = [&](std::int64_t n, double part) {
    if (n >= 0 && n < static_cast<std::int64_t>(buffer.size()))
      buffer[static_cast<std::size_t>(n)] += part * strength;
  };
  const auto nearest = static_cast<std::int64_t>(std::lround(at));
  if (how == Splat::nearest) return add(nearest, 1);
  constexpr double kSigma = 0.5;  // samples; two wide on either side
  double sum = 0;
  for (auto n = nearest - 3; n <= nearest + 3; ++n)
    if (const double x = static_cast<double>(n) - at; std::abs(x) <= 2)
      sum += std::exp(-0.5 * x * x / (kSigma * kSigma));
  for (auto n = nearest - 3; n <= nearest + 3; ++n)
    if (const double x = static_cast<double>(n) - at; std::abs(x) <= 2)
      add(n, std::exp(-0.5 * x * x / (kSigma * kSigma)) / sum);
}

std::vector<double> paper_sound(const MovingSurface& surface, const Vec3& receiver,
                                const PaperSettings& settings) {
  const std::vector<double> kernel = paper_low_pass(settings.step);
  const auto reach = static_cast<std::int64_t>(kernel.size() / 2);
  const std::size_t triangles = surface.mesh.triangles.size();
  struct Sums {
    double pressure = 0;
    Vec3 centre, normal;
    double area = 0;
  };
  const auto samples = static_cast<std::int64_t>(settings.seconds * kPaperRate);
  const auto wait = static_cast<std::size_t>(kPaperRate * norm(receiver) / kPaperSpeed) + 64;
  std::vector<double> out(static_cast<std::size_t>(samples) + wait, 0.0);
  std::vector<double> blocked(triangles, 0.0), before(triangles, 0.0);
  std::vector<char> visible(triangles, 0);
  std::int64_t looked = -1;
  std::vector<Vec3> x(surface.mesh.vertices.size()), v(x.size());
  std::vector<Sums> sums(triangles);
  for (std::int64_t n = 0; n < samples; ++n) {
    const double time = static_cast<double>(n) / kPaperRate;
    const auto middle = static_cast<std::int64_t>(std::lround(time / settings.step));
    std::fill(sums.begin(), sums.end(), Sums{});
    TriangleMesh now = surface.mesh;
    for (std::int64_t i = -reach; i <= reach; ++i) {
      surface.state(static_cast<double>(middle + i) * settings.step, x, v);
      const double k = kernel[static_cast<std::size_t>(i + reach)];
      now.vertices = x;
      for (std::size_t t = 0; t < triangles; ++t) {
        const auto& [p, q, r] = now.triangles[t];
        const Vec3 area = now.area_vector(t);
        const double size = norm(area);
        const Vec3 normal = area / size;
        sums[t].pressure += k * kPaperImpedance * dot(v[p] + v[q] + v[r], normal) / 3;
        sums[t].centre += k * now.centroid(t), sums[t].normal += k * normal;
        sums[t].area += k * size;
      }
    }
    // A ray to each triangle, a thousand times a second.
    if (const auto look = static_cast<std::int64_t>(time * kPaperVisibility); look != looked) {
      looked = look;
      surface.state(time, x, v);
      now.vertices = x;
      const TriangleTree tree(now);
      for (std::size_t t = 0; t < triangles; ++t) {
        const Vec3 way = receiver - sums[t].centre;
        visible[t] = dot(way, sums[t].normal) > 0 &&
                     !tree.first_hit(sums[t].centre, way, 1e-6, 1, static_cast<int>(t));
      }
    }
    for (std::size_t t = 0; t < triangles; ++t) {
      const double in = sums[t].pressure;
      blocked[t] = settings.blocker ? (1 - kPaperBlocker) * blocked[t] + in - before[t] : in;
      before[t] = in;
      if (!visible[t]) continue;
      const Vec3 way = receiver - sums[t].centre;
      const double r = norm(way);
      splat(out, static_cast<double>(n) + kPaperRate * r / kPaperSpeed,
            blocked[t] * sums[t].area * dot(way, normalized(sums[t].normal)) / (r * r),
            settings.splat);
    }
  }
  return out;
}

}  // namespace peal::obrien2001
