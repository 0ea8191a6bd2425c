// A coin packed into a bank and dropped in the engine rings as the coupled solution of all its
// modes says: the bank has those above hearing, which its blows feel. And as plate theory says
// (tests/data/impact/thin_body_drop.csv, made by another program). Lying on a table it loses what
// the eigenvalues of coin and contacts say (support_damping.csv, likewise).
#include <gtest/gtest.h>

#include "dsp/impact/impact_response.h"
#include "physics/contact/hertz.h"
#include "support/packed_coin.h"

namespace peal {
namespace {

using test::CoinEngine, test::packed_coin, test::table_material;

constexpr double kRimRadius = 0.003;  // [m] Hertz' radius of the dropped coins

PlayMaterial granite() { return {plane_strain_modulus(table_material("granite")), 1, 0.5, 0}; }

/// [J] in the modes that are heard, after the coupled blow of all of them.
double coupled_energy(double speed) {
  const BodySound& sound = *packed_coin().sound;
  const PlayBody& body = packed_coin().play();
  const Vec3 axis = packed_coin().axis;
  const ImpactLadder ladder(sound.contact_poles(), 48000, true);
  std::vector<double> shape;
  sound.project_contact(packed_coin().rim, axis, shape);
  AlignedVector<double> chi(ladder.padded()), re(ladder.padded()), im(ladder.padded());
  std::copy(shape.begin(), shape.end(), chi.begin());
  ImpactPair pair;
  pair.body[0] = {&ladder, re.data(), im.data()};
  pair.chi[0] = chi.data();
  SurfacePlace place;
  EXPECT_TRUE(nearest_place(body.surface, packed_coin().rim, place));
  pair.mobility = mobility(body.mass, body.inertia, place.position, axis);
  pair.speed = speed;
  const HertzPair hertz{kRimRadius, 1 / pair.mobility,
                        reduced(body.material.modulus, granite().modulus)};
  pair.spring.stiffness = hertz_contact(hertz, speed).stiffness;
  const auto group = std::make_unique<ImpactGroup>();
  impact_response(*group, pair, longest_impact(pair));
  double sum = 0;
  for (int i = 0; i < body.modes(); ++i) sum += (re[i] * re[i] + im[i] * im[i]) / 2;
  return sum;
}

double engine_energy(double speed, bool felt) {
  CoinEngine engine(granite(), kRimRadius, felt);
  EXPECT_LT(engine.bank_bytes(), 2'000'000u);
  engine.drop(speed);
  engine.render(8);
  return engine.energy();
}

TEST(CoinInEngine, RingsAsTheCoupledSolutionOfAllItsModes) {
  EXPECT_LE(packed_coin().play().modes(), 4);  // one pair below 20 kHz
  EXPECT_GE(packed_coin().play().felt_modes(), 10);
  for (const double speed : {0.2, 1.0}) {
    const double wanted = coupled_energy(speed);
    const auto decibel = [&](bool felt) {
      return 10 * std::log10(engine_energy(speed, felt) / wanted);
    };
    EXPECT_NEAR(decibel(true), 0, 0.5) << speed;
    // Slow blows last longer than the modes above hearing swing.
    if (speed == 1) {
      EXPECT_GT(std::abs(decibel(false)), 2);
    }
  }
}

TEST(CoinInEngine, RingsAsPlateTheorySays) {
  int seen = 0;
  for (const CsvRow& row : csv_rows("impact/thin_body_drop.csv")) {
    if (row.text("floor") != "granite" || row["a"] > 0.02) continue;
    ++seen;
    const double kinetic = 0.5 * row["meff"] * row["v"] * row["v"];
    const double share = engine_energy(row["v"], true) / kinetic / row["E_modes_20k"];
    EXPECT_GT(share, 0.95);  // thicker than Kirchhoff's plates: up to 15 % more
    EXPECT_LT(share, 1.2);
  }
  EXPECT_EQ(seen, 2);
}

// Rim of 1 mm on oak of 12 GPa; its 20 mm top takes as 2900 kg/s, its loss factor is 0.03. What
// three places take from both members of a pair together does not depend on where they are.
TEST(CoinInEngine, LyingOnWoodLosesWhatTheEigenvalueSays) {
  double exact = 0;  // [s] T60 of the contact loss alone
  for (const CsvRow& row : csv_rows("impact/support_damping.csv"))
    if (row.text("case").starts_with("coin 24x1.9 on oak") && row.text("mode") == "(2)c")
      exact = row["T60_exact"];
  ASSERT_GT(exact, 0);
  PlayMaterial oak{12e9 / (1 - 0.35 * 0.35), 1, 0.5, 0};
  oak.loss = 0.03, oak.yield = 1 / 2900.0;
  const auto decay = [&](double load) {  // [1/s] mean of the pair
    CoinEngine coin(oak, 0.001);
    const Vec3 axis = packed_coin().axis;
    coin.drop(1e-3);
    coin.render(8);
    const std::vector<double> before = coin.amplitudes();
    const int touch = coin.engine().contact_begin(coin.object(), kGround);
    EngineContact state;
    state.normal = {axis.x, axis.y, axis.z}, state.normal_force = load;
    constexpr int kUpdates = 5, kHops = 6;
    for (int n = 0; n < kUpdates; ++n) {
      coin.engine().contact_update(touch, state);
      coin.render(kHops);
    }
    EXPECT_EQ(coin.engine().contact_state(touch), EngineContactState::rest);
    const std::vector<double> after = coin.amplitudes();
    double sum = 0;
    for (int i = 0; i < 2; ++i) sum += std::log(before[i] / after[i]);
    return sum / 2 / (kUpdates * kHops * 64 / 48000.0);
  };
  const double weight = packed_coin().play().mass * 9.81;
  EXPECT_NEAR(std::log(1000.0) / decay(weight) / exact, 1, 0.1);
  EXPECT_NEAR(decay(0), 0, 1e-3);
}

}  // namespace
}  // namespace peal
