// What the contact time and coming to rest do to the sound of a pour: within 1 dB of a run in which
// nothing comes to rest, with a tenth of the contact time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dsp/grains/grain_pair_sound.h"
#include "support/grain_boxes.h"

namespace peal {
namespace {

constexpr double kBead = 1e-3, kPourRate = 48000;

/// [dB re 1 Pa^2 s] at an ear 20 cm above, of all collisions of beads poured into a box.
double sound_energy(int side, int layers, double contact_time, bool rest, double seconds) {
  GrainSetup setup;
  setup.kinds = {{kBead, 2500, 0}};
  const double width = (2.3 * side + 0.5) * kBead;
  setup.grains =
      test::cubic(side, layers, side, {1.4 * kBead, 0.02, 1.4 * kBead}, 2.3 * kBead, 0.1);
  setup.walls = test::plane_box({width, 1, width});
  setup.laws.restitution = {{0.65}};
  setup.laws.contact_time = contact_time;
  setup.laws.quietest = 0.3 * 9.81 * 1e-4;  // as in scenes
  setup.laws.rest.allowed = rest;
  GrainWorld world(setup);
  const GrainBall ball{kBead, world.kind(0).mass(), 7.5e10};
  const GrainPairSound pair(ball, ball, {}), wall(ball, {kUnlimited, kUnlimited, 7.5e10}, {});
  std::vector<float> samples(static_cast<std::size_t>((seconds + 0.02) * kPourRate), 0.0f);
  std::vector<GrainHit> hits;
  for (double t = 0.01; t < seconds; t += 0.01) {
    hits.clear();
    world.advance(t, hits);
    for (const GrainHit& hit : hits)
      (hit.on_wall() ? wall : pair)
          .add({hit.time,
                {hit.place[0], hit.place[1], hit.place[2]},
                unpacked_normal(hit),
                hit.speed,
                hit.impulse},
               {{0.1, 0.2, 0.05}, 0, samples});
  }
  double sum = 0;
  for (const float p : samples) sum += double(p) * p / kPourRate;
  fmt::print("{} beads, t_c {:g} s, {}: {:.2f} million events, {} at rest\n", world.grains(),
             contact_time, rest ? "rest" : "no rest", 1e-6 * double(world.counts().events()),
             world.resting());
  return 10 * std::log10(sum);
}

void compare_pours(int side, int layers, double seconds) {
  const double ours = sound_energy(side, layers, 1e-4, true, seconds),
               fine = sound_energy(side, layers, 1e-5, false, seconds);
  fmt::print("sound energy {:.2f} and {:.2f} dB: {:+.2f} dB\n", ours, fine, ours - fine);
  EXPECT_NEAR(ours, fine, 1.0);
}

TEST(GrainEnergy, RestAndContactTimeChangeTheSoundLittle) { compare_pours(4, 6, 0.25); }

TEST(GrainEnergySlow, OfAThousandGrains) { compare_pours(8, 16, 0.4); }

}  // namespace
}  // namespace peal
