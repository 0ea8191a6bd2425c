// Bodies that lie on something: what three places of touch take from the modes of a disc, against
// the eigenvalues of disc and contacts together (tests/data/impact/support_damping.csv, made by
// another program), and a coin that lies down in a rendered scene.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/constants.h"
#include "dsp/lowest_points.h"
#include "emission/body_sound.h"
#include "physics/contact/hertz.h"
#include "physics/contact/rest_contact.h"
#include "sources/contacts/resting_places.h"
#include "support/csv_rows.h"
#include "support/rendered.h"

namespace peal {
namespace {

double energy_within(const std::vector<double>& p, double from, double until) {
  double sum = 1e-30;
  for (auto n = static_cast<std::size_t>(from * 48000); n < until * 48000; ++n) sum += p[n] * p[n];
  return sum;
}

TEST(RestingDisc, LosesToThreePlacesOnWoodWhatTheEigenvalueSays) {
  double exact = 0;  // [s] T60 of the contact loss alone, both modes of the pair
  for (const CsvRow& row : csv_rows("impact/support_damping.csv"))
    if (row.text("case").starts_with("coin 24x1.9 on oak") && row.text("mode") == "(2)c")
      exact = row["T60_exact"];
  ASSERT_GT(exact, 0);
  BodySoundRequest request;
  request.shape = CoinShape{0.012, 0.0019, 0, 0.0019};
  request.material.young = 145e9, request.material.poisson = 0.33, request.material.density = 8940;
  request.material.damping = {0, 0, {}};
  request.level = MeshLevel::draft;
  request.radiation = Radiation::transfer;
  const BodySound coin(request);
  const double mass = coin.model().mass.mass;
  // Rim of 1 mm on oak of 12 GPa; its 20 mm top takes as 2900 kg/s, its loss factor is 0.03.
  const HertzPair pair{0.001, 1, reduced(145e9 / (1 - 0.33 * 0.33), 12e9 / (1 - 0.35 * 0.35))};
  const RestSpring spring =
      rest_spring(hertz_contact(pair, 1).stiffness, mass * 9.81 / 3, 0.03, 1 / 2900.0);
  EXPECT_NEAR(spring.stiffness, 2.9e5, 0.1e5);
  const Vec3 axis = rotate_back(body_geometry(request.shape)->frame.axes, Vec3{0, 1, 0});
  const Vec3 x = normalized(cross(axis, std::abs(axis.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 0, 1}));
  const Vec3 z = cross(axis, x);
  // Both members of the pair: what the places take from the two together does not depend on where
  // the mesh has turned them.
  double decay = 0;
  std::vector<double> shape;
  for (int k = 0; k < 3; ++k) {
    const double angle = 0.1 + k * 2 * kPi / 3;
    coin.project(0.012 * (std::cos(angle) * x + std::sin(angle) * z) - 0.00095 * axis, axis, shape);
    for (int mode = 0; mode < 2; ++mode)
      decay += closed_rest_decay(shape[mode], coin.model().omega[mode], spring) / 2;
  }
  EXPECT_NEAR(std::log(1000.0) / decay / exact, 1, 0.1);
}

TEST(RestingDisc, LouderThanItsPressedInDepthItFallsLikeDryFriction) {
  // dv/dt = -c (1 - e) phi^2 F0: linear in time, whatever the mode.
  const double phi = 5, load = 0.1, e = 0.5, step = 1e-5;
  double v = 0.2, t = 0;
  for (; v > 0.1; t += step) v *= std::exp(-chatter_decay(phi, load, e, v) * step);
  EXPECT_NEAR(t, 0.1 / (kChatterLoss * (1 - e) * phi * phi * load), 1e-4);
}

TEST(LowestPoints, OfADiscAreThreeFarApartAndOfABallOne) {
  std::vector<Vec3> rim, ball;
  for (int k = 0; k < 60; ++k) rim.push_back({std::cos(k * kPi / 30), 0, std::sin(k * kPi / 30)});
  rim.push_back({0, 0.1, 0});
  Vec3 three[kRestPoints];
  ASSERT_EQ(lowest_points(rim, {0, -1, 0}, 2, three), 3);
  for (int k = 0; k < 3; ++k) EXPECT_GT(norm(three[k] - three[(k + 1) % 3]), 1.7);
  for (int k = 0; k < 200; ++k) {
    const double height = 1 - 2 * (k + 0.5) / 200, r = std::sqrt(1 - height * height);
    ball.push_back({r * std::cos(2.4 * k), height, r * std::sin(2.4 * k)});
  }
  EXPECT_EQ(lowest_points(ball, {0, -1, 0}, 2, three), 1);
}

// A coin that is struck while it lies on wood chatters and dies away faster than in the air.
TEST(RestingDisc, ACoinThatLiesOnWoodIsShort) {
  const auto fall = [](double height, double gravity) {  // [dB] within a tenth of a second
    const auto got = test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.4,
      "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0.3]}}],
      "objects": [{{"name": "coin", "shape": {{"kind": "coin"}}, "material": "brass",
                    "position": [0, {}, 0], "quality": "draft"}}],
      "motion": {{"floor": {{"material": "oak"}}, "gravity": [0, {}, 0]}},
      "sources": [{{"kind": "impact"}},
                  {{"kind": "strike", "object": "coin", "time": 0.2, "point": [0.011, 0.0008, 0],
                    "impulse": 0.001, "duration": 3e-5}}]}})",
                                                   height, gravity));
    const auto& p = got.sounds[0].channels[0];
    return 10 * std::log10(energy_within(p, 0.205, 0.225) / energy_within(p, 0.305, 0.325));
  };
  const double free = fall(0.2, 0), lying = fall(0.00088, -9.81);
  EXPECT_LT(free, 25);
  EXPECT_GT(lying, free + 12);
}

// A coin that is struck so that its rim moves with some 0.2 m/s chatters until the places stay
// closed: 0.7 (1 - e) phi^2 W = 5 to 10 m/s^2 take it within 20 to 40 ms. A free coin takes 60 ms
// for the same 15 dB.
TEST(RestingDisc, ACoinThatLiesChattersForTensOfMilliseconds) {
  for (const std::string floor : {"oak", "granite"}) {
    const auto got = test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.3,
      "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0.3]}}],
      "objects": [{{"name": "coin", "shape": {{"kind": "coin"}}, "material": "brass",
                    "position": [0, 0.00088, 0], "quality": "draft"}}],
      "motion": {{"floor": {{"material": "{}"}}}},
      "sources": [{{"kind": "impact"}},
                  {{"kind": "strike", "object": "coin", "time": 0.2, "point": [0.011, 0.0008, 0],
                    "impulse": 0.0003, "duration": 3e-5}}]}})",
                                                   floor));
    const auto& p = got.sounds[0].channels[0];
    const double start = energy_within(p, 0.2015, 0.2045);
    double silent = 0.2045;  // [s]
    while (silent < 0.29 && energy_within(p, silent, silent + 0.003) > 0.032 * start)
      silent += 0.001;
    EXPECT_LT(silent - 0.2015, 0.035) << floor;
    EXPECT_GT(silent - 0.2015, 0.003) << floor;
  }
}

// A disc of porcelain without weight rings on when its high modes are gone. Struck as softly on top
// of two others it rattles on them, they share what is left, and it is 10 dB further down in 60 ms.
TEST(RestingDisc, AStackOfPlatesIsShort) {
  const auto fall = [](int count, const std::string& gravity) {  // [dB] within 60 ms
    std::string plates;
    for (int k = 0; k < count; ++k)
      plates += fmt::format(R"({}{{"name": "plate{}", "shape": {{"kind": "coin", "radius": 0.1,
        "thickness": 0.005, "rim_width": 0, "field_thickness": 0.005}}, "material": "porcelain",
        "position": [0, {}, 0], "quality": "draft", "max_frequency": 8000}})",
                            k > 0 ? "," : "", k + 1, 0.0025 + 0.005 * k);
    const auto got = test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.5,
      "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0.3]}}],
      "objects": [{}], "motion": {{"floor": {{"material": "granite"}}, "gravity": [0, {}, 0]}},
      "sources": [{{"kind": "impact"}},
                  {{"kind": "strike", "object": "plate{}", "time": 0.3, "point": [0.08, 0.0025, 0.04],
                    "impulse": 0.01, "duration": 2e-4}}]}})",
                                                   plates, gravity, count));
    const auto& p = got.sounds[0].channels[0];
    return 10 * std::log10(energy_within(p, 0.302, 0.312) / energy_within(p, 0.362, 0.372));
  };
  const double one = fall(1, "0"), three = fall(3, "-9.81");
  EXPECT_LT(one, 16);
  EXPECT_GT(three, one + 10);
}

}  // namespace
}  // namespace peal
