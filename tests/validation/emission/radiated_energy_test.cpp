// Absolute level and energy: what reaches the ears around a struck plate, summed over a sphere and
// over time, is what its modes lose to radiation.
//   sum_i E_i sigma_rad,i / sigma_i  =  integral p^2 / (rho c) dS dt
#include <gtest/gtest.h>

#include <cmath>

#include "dsp/modal/half_sine_kernel.h"
#include "emission/body_sound.h"
#include "emission/resonator.h"
#include "models/bake/transfer_compute.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

struct StillEar final : Ear {
  explicit StillEar(const Vec3& at) : place(at) {}
  Vec3 at_arrival(double, const Vec3&) const override { return place; }
  Vec3 place;
};

struct Energies {
  double lost = 0, heard = 0;  // [J]
  double highest_share = 0;    // radiation's largest share of a mode's decay
};

Energies strike_plate() {
  BodySoundRequest request;
  request.shape = PlateShape{0.2, 0.15, 0.003};
  request.level = MeshLevel::draft;
  request.material.young = 200e9, request.material.poisson = 0.3, request.material.density = 7850;
  request.material.damping.loss_factor = 2e-3;
  request.max_frequency = 4000;
  request.radiation = Radiation::transfer;
  ModesLibrary library;
  const auto body = std::make_shared<BodySound>(request, library);
  const TransferRequest solver{request.air};
  const TransferRecord record =
      compute_transfer(body->transfer_surface(), body->mode_shapes(), solver, {});
  body->radiate(std::make_shared<const TransferRecord>(record));
  EXPECT_GT(body->modes(), 8);

  const double tau = 1.5e-4, r = 2;
  const Vec3 impulse{0.01, -0.05, 0.02};
  const Vec3 point = body->model().surface.nodes[7];
  Energies out;
  std::vector<double> shares;
  body->project(point, impulse, shares);
  for (int i = 0; i < body->modes(); ++i) {
    const auto a = HalfSinePush<double>(body->poles()[i], shares[i], tau).at_end();
    const double share = radiated_power(record, record.modes[i]) / -body->poles()[i].re;
    out.lost += norm_squared(a) / 2 * share;
    out.highest_share = std::max(out.highest_share, share);
  }

  const ShellQuadrature sphere(22);  // twice k R and more
  std::vector<StillEar> places;
  for (const Vec3& d : sphere.directions()) places.emplace_back(r * d);
  std::vector<const Ear*> ears;
  for (const StillEar& ear : places) ears.push_back(&ear);
  const PoseTrack track{Pose{}};
  Resonator resonator("plate", body, track, static_cast<int>(ears.size()));
  resonator.push({0, tau, point, impulse});
  const int block = 1024;
  std::vector<std::vector<float>> heard(ears.size(), std::vector<float>(block));
  std::vector<float*> pointers;
  for (auto& samples : heard) pointers.push_back(samples.data());
  const Air air = request.air;
  for (std::int64_t n = 0; static_cast<double>(n) < 1.2 * resonator.rate(); n += block) {
    for (auto& samples : heard) std::fill(samples.begin(), samples.end(), 0.0f);
    resonator.emit({n, block}, ears, pointers);
    for (std::size_t e = 0; e < ears.size(); ++e)
      for (const float p : heard[e])
        out.heard += sphere.weights()[e] * r * r * p * p /
                     (air.density * air.speed_of_sound * resonator.rate());
  }
  return out;
}

TEST(RadiatedEnergy, OfAStruckPlateIsWhatItsModesLose) {
  const Energies found = strike_plate();
  EXPECT_NEAR(10 * std::log10(found.heard / found.lost), 0, 1) << found.heard << " J";
  RecordProperty("difference_db", fmt::format("{:.3f}", 10 * std::log10(found.heard / found.lost)));
  EXPECT_GT(found.highest_share, 0.2);  // radiation matters here
}

}  // namespace
}  // namespace peal
