// Coupled impacts against converged solutions of the same equations by another program
// (tests/data/impact/coupled_cases.csv), and conservation of energy at any step.
#include "dsp/impact/impact_response.h"

#include <gtest/gtest.h>

#include <complex>
#include <memory>
#include <sstream>

#include "base/constants.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

std::vector<double> numbers(const std::string& text) {
  std::vector<double> out;
  std::stringstream stream(text);
  for (std::string cell; std::getline(stream, cell, ';');) out.push_back(std::stod(cell));
  return out;
}

/// A mass that strikes a body of few modes.
struct Case {
  std::string name;
  double mass, time;
  std::vector<Complex<double>> poles;
  std::vector<double> phi;
  std::vector<std::complex<double>> expected;  // a(t) e^{-s t} after the last contact
  HertzSpring spring;
  double speed, impulse, restitution, last, heat;
  int contacts;
};

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const CsvRow& row : csv_rows("impact/coupled_cases.csv")) {
    Case c;
    c.name = row.text("case");
    c.mass = row["m"], c.time = row["tau_hertz"], c.speed = row["v"];
    c.spring = {row["K"], row["lambda_loss"]};
    c.impulse = row["J"], c.restitution = row["e"], c.last = row["t_last"], c.heat = row["heat"];
    c.contacts = static_cast<int>(row["contacts"]);
    c.phi = numbers(row.text("phi"));
    const auto f = numbers(row.text("f")), sigma = numbers(row.text("sigma"));
    const auto re = numbers(row.text("a0_re")), im = numbers(row.text("a0_im"));
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double w = 2 * kPi * f[i];
      c.poles.push_back({-sigma[i], std::sqrt(w * w - sigma[i] * sigma[i])});
      c.expected.emplace_back(re[i], im[i]);
    }
    out.push_back(c);
  }
  return out;
}

struct Solved {
  ImpactResponse response;
  double amplitude_error;  // relative L2
};

Solved solved(const Case& c, double steps_per_contact) {
  // Level 0 with a sample as long as the sub-step that is asked for; the ladder's choice is h <=
  // tau/24, so slower rates than that are reached by a slower clock for everything.
  const double rate = steps_per_contact / c.time;
  const ImpactLadder ladder(c.poles, rate);
  AlignedVector<double> re(ladder.padded()), im(ladder.padded()), chi(ladder.padded());
  std::copy(c.phi.begin(), c.phi.end(), chi.begin());
  ImpactPair pair;
  pair.body[0] = {&ladder, re.data(), im.data()};
  pair.chi[0] = chi.data();
  pair.mobility = 1 / c.mass;
  pair.spring = c.spring;
  pair.speed = c.speed;
  ImpactGroup group;
  Solved out{impact_response(group, pair, longest_impact(pair)), 0};
  // Back to the first touch: how long it was followed is what turned the modes last.
  double error = 0, size = 0;
  for (std::size_t i = 0; i < c.poles.size(); ++i) {
    const std::complex<double> a(re[i], im[i]), s(c.poles[i].re, c.poles[i].im);
    const std::complex<double> back = a * std::exp(-s * out.response.followed);
    error += std::norm(back - c.expected[i]), size += std::norm(c.expected[i]);
  }
  out.amplitude_error = std::sqrt(error / size);
  return out;
}

// A ball on a plate without edges gives the plate what never comes back.
TEST(ImpactResponse, ABallOnALargePlateReboundsAsZenersEquationSays) {
  const double mass = 0.01, stiffness = 3e9, speed = 0.7;  // [kg], [N/m^1.5], [m/s]
  const double unit = std::pow(mass / (stiffness * std::sqrt(speed)), 0.4);  // [s] T
  int seen = 0;
  for (const CsvRow& row : csv_rows("impact/zener.csv")) {
    ImpactPair pair;
    pair.mobility = 1 / mass;
    pair.yield = row["lambda"] * unit / mass;  // lambda = m/(Z T)
    pair.spring = {stiffness, 0};
    pair.speed = speed;
    pair.rate = kStepsPerContact / (3.218 * unit);
    ImpactGroup group;
    const ImpactResponse got = impact_response(group, pair, 150 * unit);
    EXPECT_NEAR(got.restitution, row["e"], 0.003) << row["lambda"];
    EXPECT_NEAR(got.heat / got.kinetic, row["energy_in_plate"], 0.003) << row["lambda"];
    EXPECT_NEAR(got.peak * unit / (mass * speed) / row["Fmax"], 1, 0.01) << row["lambda"];
    ++seen;
  }
  EXPECT_GT(seen, 20);
}

TEST(ImpactResponse, AgreesWithConvergedSolutions) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Solved s = solved(c, 24);
    EXPECT_NEAR(s.response.impulse, c.impulse, 1e-3 * c.impulse);
    EXPECT_LT(s.amplitude_error, 1.3e-2);
    EXPECT_EQ(s.response.contacts, c.contacts);
    EXPECT_NEAR(s.response.duration, c.last, c.time / 12);
    // Ours also has what the modes themselves lost until the end.
    if (c.spring.loss > 0) {
      EXPECT_NEAR(s.response.heat, c.heat, 2e-2 * c.heat);
    }
    const Solved fine = solved(c, 96);
    EXPECT_NEAR(fine.response.impulse, c.impulse, 8e-5 * c.impulse);
    EXPECT_LT(fine.amplitude_error, 9e-4);
  }
}

TEST(ImpactResponse, ConvergesWithSecondOrder) {
  for (const Case& c : cases()) {
    if (c.contacts > 1) continue;  // its many edges need finer steps to be in order
    const double coarse = solved(c, 48).amplitude_error, fine = solved(c, 96).amplitude_error;
    EXPECT_NEAR(coarse / fine, 4, 0.4) << c.name;
  }
}

TEST(ImpactResponse, KeepsItsEnergyAtAnyStep) {
  for (Case c : cases()) {
    for (Complex<double>& pole : c.poles) pole.re = 0;  // nothing else may take any
    c.spring.loss = 0;
    for (const double steps : {24.0, 60.0}) {
      const ImpactResponse r = solved(c, steps).response;
      EXPECT_NEAR(r.heat, 0, 1e-10 * r.kinetic) << c.name;
    }
  }
}

}  // namespace
}  // namespace peal
