// Energy balance of a struck body by two ways that share nothing but the mode shapes: what its
// modes hold after the strike, and the rendered pressure, squared and summed over a sphere and
// over time.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "dsp/modal/push_energy.h"
#include "emission/body_sound.h"
#include "emission/resonator.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal::test {

struct StruckEnergy {
  double stored = 0;  // [J] in the modes, after the strike
  double lost = 0;    // [J] of it by radiation: each mode's share of its decay
  double heard = 0;   // [J] through the sphere, after the strike
};

struct SphereEar final : Ear {
  explicit SphereEar(const Vec3& at) : place(at) {}
  Vec3 at_arrival(double, const Vec3&) const override { return place; }
  Vec3 place;
};

/// @param order of the sphere's points, 2 (order + 1)^2 of them.
/// @param bare the same body before it radiates: its poles are the material's.
inline StruckEnergy strike(const std::shared_ptr<BodySound>& body, const BodySound& bare,
                           const BodySound::Blow& blow, int order, double seconds) {
  StruckEnergy out;
  out.stored = body->energy_of({&blow, 1});
  std::vector<double> impulse;
  body->project(blow.point, blow.impulse, impulse);
  std::vector<Complex<double>> amplitude(impulse.size());
  add_push_amplitudes(body->poles(), impulse.data(), blow.duration, 0, amplitude.data());
  for (std::size_t i = 0; i < amplitude.size(); ++i)
    out.lost += norm_squared(amplitude[i]) / 2 * (1 - bare.poles()[i].re / body->poles()[i].re);

  const double r = 2;
  const ShellQuadrature sphere(order);
  std::vector<SphereEar> places;
  for (const Vec3& d : sphere.directions()) places.emplace_back(r * d);
  std::vector<const Ear*> ears;
  for (const SphereEar& ear : places) ears.push_back(&ear);
  const PoseTrack track{Pose{}};
  Resonator resonator("struck", body, track, static_cast<int>(ears.size()));
  resonator.push({0, blow.duration, blow.point, blow.impulse});
  const int block = 1024;
  const auto after = static_cast<std::int64_t>(std::ceil(blow.duration * resonator.rate()));
  std::vector<std::vector<float>> heard(ears.size(), std::vector<float>(block));
  std::vector<float*> pointers;
  for (auto& samples : heard) pointers.push_back(samples.data());
  const Air air = body->request().air;
  for (std::int64_t n = 0; static_cast<double>(n) < seconds * resonator.rate(); n += block) {
    for (auto& samples : heard) std::fill(samples.begin(), samples.end(), 0.0f);
    resonator.emit({n, block}, ears, pointers);
    for (std::size_t e = 0; e < ears.size(); ++e) {
      double sum = 0;
      // What leaves during the strike is no part of what the modes hold after it.
      for (auto i = static_cast<std::size_t>(std::clamp<std::int64_t>(after - n, 0, block));
           i < heard[e].size(); ++i)
        sum += static_cast<double>(heard[e][i]) * static_cast<double>(heard[e][i]);
      out.heard +=
          sphere.weights()[e] * r * r * sum / (air.density * air.speed_of_sound * resonator.rate());
    }
  }
  return out;
}

}  // namespace peal::test
