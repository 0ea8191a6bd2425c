#include "tools/studies/rod_probe.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "motion/compose/make_motion.h"
#include "motion/rods/scene_rod.h"

namespace peal {
namespace {

constexpr double kMotionBlock = 0.05;  // [s] of motion at a time

/// Adds to samples on both sides of a time that lies between them.
void add_between(std::vector<double>& out, double sample, double value) {
  const double below = std::floor(sample), part = sample - below;
  const auto n = static_cast<std::ptrdiff_t>(below);
  if (n < 0 || n + 1 >= static_cast<std::ptrdiff_t>(out.size())) return;
  out[static_cast<std::size_t>(n)] += (1 - part) * value;
  out[static_cast<std::size_t>(n) + 1] += part * value;
}

}  // namespace

RodProbe probe_rod(const Scene& scene, const RodProbePlace& place) {
  const ObjectSpec& object = scene.objects[place.object];
  const auto rod = make_rod(scene, object);
  const RodSection section = rod->section(0);
  const double round = 2 * section.area;  // 2 pi a^2 with pi a^2 the area
  const double c = scene.air.speed_of_sound, rate = scene.motion.rod_rate;
  const double factor = scene.air.density / (4 * kPi * c);
  const Vec3 middle = rod->point(rod->points() / 2);
  const double way = norm(place.listener - middle);
  const int heard_point = static_cast<int>(std::lround(place.point * (rod->points() - 1)));

  RodProbe out;
  out.rate = rate;
  const auto length = static_cast<std::size_t>(scene.duration * rate);
  for (auto* signal : {&out.full, &out.at_once, &out.round, &out.velocity})
    signal->assign(length, 0.0);
  std::vector<Vec3> last(static_cast<std::size_t>(rod->points()));  // accelerations
  Vec3 speed;
  const std::unique_ptr<Motion> motion = make_motion(scene);
  for (double t = kMotionBlock; t < scene.duration + kMotionBlock; t += kMotionBlock) {
    const MotionBlock& block = motion->step(t);
    for (const ShapeSamples& shape : block.shapes) {
      if (shape.object != place.object || shape.knots.empty()) continue;
      const auto knots = shape.knots.size() / static_cast<std::size_t>(shape.points);
      for (int i = 0; i < shape.points; ++i)
        for (int n = 0; n < shape.count; ++n) {
          // The knot at or before the sample; before the first there is no better one.
          const std::int64_t sample = shape.first + n;
          const std::int64_t first_knot =
              (shape.first + ShapeSamples::kKnot - 1) / ShapeSamples::kKnot;
          const auto k = std::clamp<std::int64_t>(sample / ShapeSamples::kKnot - first_knot, 0,
                                                  static_cast<std::int64_t>(knots) - 1);
          const ShapeSamples::Knot& knot =
              shape.knots[static_cast<std::size_t>(i) * knots + static_cast<std::size_t>(k)];
          const Vec3 a{shape.acceleration_of(i, 0)[n], shape.acceleration_of(i, 1)[n],
                       shape.acceleration_of(i, 2)[n]};
          const Vec3 jerk = rate * (a - last[i]);
          last[i] = a;
          if (i == heard_point) {
            speed += a / rate;
            if (sample >= 0 && sample < static_cast<std::int64_t>(length))
              out.velocity[static_cast<std::size_t>(sample)] = dot(speed, place.across);
          }
          const Vec3 d1 = knot.d1, d2 = cross(knot.tangent, knot.d1);
          const Vec3 r = place.listener - knot.position;
          const double distance = norm(r), j1 = dot(jerk, d1), j2 = dot(jerk, d2),
                       e1 = dot(r, d1) / distance, e2 = dot(r, d2) / distance;
          const double weight = factor * rod->share(i) / distance;
          const double p = weight * (e1 * (section.d11 * j1 + section.d12 * j2) +
                                     e2 * (section.d12 * j1 + section.d22 * j2));
          const double now = static_cast<double>(sample) - 0.5;
          add_between(out.full, now + rate * distance / c, p);
          add_between(out.at_once, now + rate * way / c, p);
          add_between(out.round, now + rate * distance / c, weight * round * (e1 * j1 + e2 * j2));
        }
    }
  }
  return out;
}

std::vector<double> spectrum_of(const std::vector<double>& signal, double rate, double begin,
                                double end, const std::vector<double>& frequencies) {
  const auto first = static_cast<std::size_t>(begin * rate);
  const auto last = std::min(signal.size(), static_cast<std::size_t>(end * rate));
  std::vector<double> out;
  for (const double f : frequencies) {
    const std::complex<double> turn = std::polar(1.0, -2 * kPi * f / rate);
    std::complex<double> phase = 1, sum;
    double weights = 0;
    for (std::size_t n = first; n < last; ++n, phase *= turn) {
      const double u = double(n - first) / double(last - first),
                   w = 0.5 - 0.5 * std::cos(2 * kPi * u);
      sum += w * signal[n] * phase;
      weights += w;
    }
    out.push_back(20 * std::log10(std::max(2 * std::abs(sum) / weights, 1e-30)));
  }
  return out;
}

}  // namespace peal
