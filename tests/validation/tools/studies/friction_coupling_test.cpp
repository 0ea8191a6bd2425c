// The renderer's way (hops, modal bank, coupling) against the same physics stepped sample by
// sample: the same motion, as far as the scenes are predictable.
#include <gtest/gtest.h>

#include <cmath>

#include "dsp/modal/bank_ports.h"
#include "dsp/modal/mass_body.h"
#include "support/friction_scenes.h"

namespace peal {
namespace {

using test::FrictionScene;

struct Differences {
  double force = 0, velocity = 0, bend = 0, exciter = 0;  // largest, over the largest value
};

Differences compare(const FrictionScene& scene, double until) {
  const double rate = 44100;
  FrictionPair pair(scene.law, scene.exciter, scene.resonator, rate, FrictionPair::Scheme::exact);
  std::vector<Complex<double>> poles;
  std::vector<double> shape;
  for (const FrictionMode& mode : scene.resonator) {
    const double w = 2 * kPi * mode.frequency, sigma = mode.decay / 2;
    poles.push_back({-sigma, std::sqrt(w * w - sigma * sigma)});
    shape.push_back(mode.shape / std::sqrt(mode.mass));
  }
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, rate, 0);
  BankPorts resonator(banks, 1);
  resonator.set_shape(0, shape);
  MassBody exciter(scene.exciter[0].mass, scene.exciter[0].decay, rate);
  exciter.set_velocity(scene.exciter[0].velocity);
  FrictionContact law(scene.law, rate);
  Coupling coupling(1);
  EXPECT_TRUE(coupling.add({&resonator, 0, &exciter, 0, &law}));

  Differences worst;
  double force = 1e-12, velocity = 1e-12, bend = 1e-15, speed = 1e-12;
  for (int hop = 0; (hop + 1) * kHop < until * rate; ++hop) {
    for (int n = 0; n < kHop; ++n) {
      const double t = (hop * kHop + n + 0.5) / rate;
      law.normal_force()[n] = scene.normal_force(t);
      exciter.external()[n] = scene.external(t);
    }
    coupling.solve();
    banks[0].render(nullptr);
    for (int n = 0; n < kHop; ++n) {
      const double t = (hop * kHop + n + 0.5) / rate;
      pair.step(scene.external(t), scene.normal_force(t));
      force = std::max(force, std::abs(pair.force()));
      velocity = std::max(velocity, std::abs(pair.slip()));
      bend = std::max(bend, std::abs(pair.bend()));
      worst.force = std::max(worst.force, std::abs(coupling.force(0)[n] - pair.force()));
      worst.velocity = std::max(worst.velocity, std::abs(coupling.velocity(0)[n] - pair.slip()));
      worst.bend = std::max(worst.bend, std::abs(law.bend()[n] - pair.bend()));
    }
    speed = std::max(speed, std::abs(pair.exciter_velocity()));
    worst.exciter = std::max(worst.exciter, std::abs(exciter.velocity() - pair.exciter_velocity()));
  }
  worst.force /= force, worst.velocity /= velocity, worst.bend /= bend, worst.exciter /= speed;
  return worst;
}

void expect_same(const Differences& d) {
  EXPECT_LT(d.force, 1e-6);
  EXPECT_LT(d.velocity, 1e-6);
  EXPECT_LT(d.bend, 1e-6);
  EXPECT_LT(d.exciter, 1e-6);
}

TEST(FrictionCoupling, SingsAsTheWineglassStepByStep) {
  expect_same(compare(test::friction_scene("wineglass"), 1.5));
}

TEST(FrictionCoupling, BrakesAsTheBrakeStepByStep) {
  expect_same(compare(test::friction_scene("brake"), 1.7));
}

TEST(FrictionCoupling, CreaksAsTheDoorStepByStep) {
  expect_same(compare(test::friction_scene("door"), 0.05));
}

}  // namespace
}  // namespace peal
