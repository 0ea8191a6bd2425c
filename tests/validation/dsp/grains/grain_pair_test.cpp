// Sound of colliding grains: against closed forms, the thesis's table, and folding. SI.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "dsp/grains/grain_pair_sound.h"
#include "dsp/radiation/band_limit.h"
#include "physics/wave/exact/click_sphere.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

GrainBall ball(double radius, double density, double young, double nu) {
  return {radius, 4.0 / 3 * kPi * radius * radius * radius * density, young / (1 - nu * nu)};
}
GrainBall glass(double radius) { return ball(radius, 2520, 72e9, 0.22); }

/// Two balls in closed form at time t.
double exact(const GrainBall& a, const GrainBall& b, const GrainBlow& blow, double duration,
             double fall, const Vec3& ear, const Air& air, double t) {
  double sum = 0;
  for (const auto& [own, sign] : {std::pair{a, 1.0}, {b, -1.0}}) {
    const Vec3 way = ear - (blow.place + sign * own.radius * blow.normal);
    const double r = norm(way), rise = duration / (1 + fall);
    const double peak = sign * kPi * blow.impulse / own.mass / (2 * duration);
    sum += peak * ClickSphere{own.radius, air}.two_quarters(r, dot(way, blow.normal) / r,
                                                            t - blow.time, rise, duration - rise);
  }
  return sum;
}

struct Scene {
  GrainBall a, b;
  GrainPairSettings settings;
  GrainBlow blow;
  Vec3 ear;
};

Scene scene(double radius_a, double radius_b, ForceProfile profile, double distance) {
  Scene s{glass(radius_a), ball(radius_b, 7800, 2e11, 0.3), {}, {}, {}};
  s.settings.profile = profile, s.settings.restitution = 0.6;
  s.blow = {0.0101234, {0.1, 0.2, -0.3}, normalized(Vec3{1, 2, 0.5}), 0.8, 0};
  s.blow.impulse = 1.6 * reduced(s.a.mass, s.b.mass) * s.blow.speed;
  s.ear = s.blow.place + distance * normalized(Vec3{0.8, 1, -0.2});
  return s;
}

std::vector<float> rendered(const Scene& s, const GrainPairSound& sound) {
  std::vector<float> out(4000, 0.0f);
  sound.add(s.blow, {s.ear, 0, out});
  return out;
}

std::vector<float> rendered(const Scene& s) {
  return rendered(s, GrainPairSound(s.a, s.b, s.settings));
}

/// The same by the integral of the closed form with the band limit.
std::vector<double> integrated(const Scene& s, double fall) {
  const GrainPairSound sound(s.a, s.b, s.settings);
  const double rate = s.settings.rate, duration = sound.duration(s.blow.speed);
  const double begin =
      s.blow.time + (norm(s.ear - s.blow.place) - 4 * s.b.radius - 4 * s.a.radius) /
                        s.settings.air.speed_of_sound;
  const double length = duration + 40 * std::max(s.a.radius, s.b.radius) / 343.2 + 1e-5;
  const int steps = 20000;
  std::vector<double> out(4000, 0.0);
  for (int i = 0; i < steps; ++i) {
    const double t = begin + length * (i + 0.5) / steps;
    const double p = exact(s.a, s.b, s.blow, duration, fall, s.ear, s.settings.air, t);
    const int middle = static_cast<int>(std::floor(t * rate));
    for (int j = middle - kBandHalf; j <= middle + kBandHalf + 1; ++j)
      out[j] += p * band_limit(j - t * rate) * length * rate / steps;
  }
  return out;
}

double relative(const std::vector<float>& got, const std::vector<double>& expected) {
  double error = 0, whole = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    error += std::pow(double(got[i]) - expected[i], 2);
    whole += expected[i] * expected[i];
  }
  return std::sqrt(error / whole);
}

// Near and far, small and large, equal and unequal, elastic and not.
TEST(GrainPair, IsTheBandLimitedClosedForm) {
  for (const double distance : {0.01, 0.15, 3.0})
    for (const double radius : {0.0005, 0.001, 0.002}) {
      const Scene half = scene(radius, radius, ForceProfile::half_sine, distance);
      EXPECT_LT(relative(rendered(half), integrated(half, 1)), 1e-3) << distance << " " << radius;
      const Scene two = scene(radius, 1.7 * radius, ForceProfile::inelastic, distance);
      EXPECT_LT(relative(rendered(two), integrated(two, 0.6)), 1e-3) << distance << " " << radius;
    }
}

// What lies above half the rate does not come back: samples of the click at many fractions of a
// sample have one spectrum. Folding is what depends on the fraction, once the delay is taken out.
TEST(GrainPair, FoldsLessThanAThousandth) {
  Scene s = scene(0.0005, 0.0005, ForceProfile::half_sine, 0.3);
  s.b = s.a;
  const int phases = 16;
  const GrainPairSound sound(s.a, s.b, s.settings);
  std::vector<std::vector<float>> clicks;
  std::vector<double> times;
  for (int k = 0; k < phases; ++k) {
    Scene moved = s;
    moved.blow.time += (k + 0.37) / phases / s.settings.rate;
    times.push_back(moved.blow.time), clicks.push_back(rendered(moved, sound));
  }
  double worst = 0, whole = 0;
  for (int bin = 1; bin <= 60; ++bin) {
    const double f = 20000.0 * bin / 60;
    std::vector<std::complex<double>> values;
    for (int k = 0; k < phases; ++k) {
      std::complex<double> sum = 0;
      for (std::size_t n = 400; n < 700; ++n)
        sum += double(clicks[k][n]) *
               std::polar(1.0, -2 * kPi * f * (double(n) / s.settings.rate - times[k]));
      values.push_back(sum);
    }
    std::complex<double> mean = 0;
    for (const auto& v : values) mean += v / double(phases);
    for (const auto& v : values) worst = std::max(worst, std::abs(v - mean));
    whole = std::max(whole, std::abs(mean));
  }
  RecordProperty("folded_dB", std::to_string(20 * std::log10(worst / whole)));
  EXPECT_LT(worst / whole, 1e-3);
}

// Largest of the samples every microsecond, one ball of a pair 0.15 m away, with the amplitude of
// the thesis; it rounds 2.8683 to 2.87.
TEST(GrainPair, LoudnessOfTheThesis) {
  GrainPairSettings settings;
  settings.amplitude = GrainAmplitude::thesis, settings.air = {343.21, 1.2041};
  const GrainBall grain = glass(0.001);
  const GrainPairSound thesis(grain, grain, settings);
  settings.amplitude = GrainAmplitude::momentum;
  const GrainPairSound momentum(grain, grain, settings);
  const auto rows = csv_rows("wave/table61.csv");
  ASSERT_EQ(rows.size(), 20u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    const double v = row["v0_m_s"];
    const double rounded = 2.87 / kHertzTime, d = thesis.duration(v) * rounded;
    EXPECT_NEAR(d / row["d_s"], 1, 1e-9);
    const auto peak = [&](const GrainPairSound& sound, double duration) {
      return kPi * sound.carried(v, grain.mass * v) / grain.mass / (2 * duration);
    };
    EXPECT_NEAR(peak(thesis, d / rounded) / row["am_Hertz_peak"], 1, 1e-9);
    // The momentum's amplitude of the table belongs to its own, rounded duration.
    EXPECT_NEAR(peak(momentum, d) / row["am_impulse_matched"], 1, 1e-9);
    double loudest = 0;
    for (int n = 0; n < 1000; ++n)
      loudest = std::max(
          loudest, std::abs(ClickSphere{0.001, settings.air}.half_sine(0.15, 1, n * 1e-6, d)));
    if (i != 18) {
      EXPECT_NEAR(loudest * peak(thesis, d / rounded) / row["p_table_Pa"], 1, 3e-5) << i;
    }
  }
}

// Momentum: the integral of the pressure of one ball is rho a^3 cos dv / (2 r^2).
TEST(GrainPair, CarriesTheMomentum) {
  Scene s = scene(0.001, 0.002, ForceProfile::inelastic, 0.02);
  const auto got = rendered(s);
  double sum = 0, expected = 0;
  for (const float p : got) sum += double(p) / s.settings.rate;
  for (const auto& [own, sign] : {std::pair{s.a, 1.0}, {s.b, -1.0}}) {
    const Vec3 way = s.ear - (s.blow.place + sign * own.radius * s.blow.normal);
    expected += 1.2041 * std::pow(own.radius, 3) * dot(way, s.blow.normal) / norm(way) * sign *
                s.blow.impulse / own.mass / (2 * dot(way, way));
  }
  EXPECT_NEAR(sum / expected, 1, 1e-4);
}

TEST(GrainPair, BoundHolds) {
  for (const double distance : {0.01, 0.3}) {
    const Scene s = scene(0.001, 0.002, ForceProfile::closest, distance);
    const auto got = rendered(s);
    float loudest = 0;
    for (const float p : got) loudest = std::max(loudest, std::abs(p));
    const double bound = GrainPairSound(s.a, s.b, s.settings).bound(s.blow, s.ear);
    EXPECT_GE(bound, loudest);
    EXPECT_GT(loudest, 0);
  }
}

TEST(GrainPair, IsCutWhereTheEarsSamplesEnd) {
  const Scene s = scene(0.001, 0.001, ForceProfile::half_sine, 0.15);
  const auto whole = rendered(s);
  const GrainPairSound sound(s.a, s.b, s.settings);
  for (const int cut : {490, 500, 505, 510, 520, 540, 2000}) {
    std::vector<float> left(cut, 0.0f), right(4000 - cut, 0.0f);
    sound.add(s.blow, {s.ear, 0, left});
    sound.add(s.blow, {s.ear, cut, right});
    left.insert(left.end(), right.begin(), right.end());
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_FLOAT_EQ(left[i], whole[i]) << cut;
  }
}

}  // namespace
}  // namespace peal
