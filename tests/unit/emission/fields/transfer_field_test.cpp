// The run-time form of a transfer record gives the record's pressures everywhere, smoothly.
#include "emission/fields/transfer_field.h"

#include <gtest/gtest.h>

#include "physics/wave/bem/surface_radiation.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"
#include "transfer_fixtures.h"

namespace peal::test {
namespace {

using Amplitude = std::complex<double>;

/// Modes of household bodies: ka from 0.2 up, orders as the solvers choose them.
TransferRecord household(int modes, const Vec3& centre = {0.004, -0.007, 0.002}) {
  TransferRecord record = empty_record(0.12, centre);
  for (int i = 0; i < modes; ++i) {
    const double ka = 0.3 + 40.0 * i / modes;
    record.modes.push_back(
        random_mode(record, ka, static_cast<int>(ka) + 6, 0.35, 7 + i, 0.01 * (1 + i)));
  }
  return record;
}

TEST(TransferField, GivesThePressuresOfTheRecord) {
  TransferRecord record = empty_record(0.1, {0.01, -0.02, 0.015});
  for (int l = 0; l <= 12; ++l)
    for (const double ka : {0.05, 0.7, 5.0, 30.0})
      record.modes.push_back(single_multipole(record, ka, l, -l / 2));
  for (int i = 0; i < 20; ++i)
    record.modes.push_back(random_mode(record, 0.5 * (i + 1), 14, 0.4, 100 + i));
  const TransferField field(record);
  std::vector<Amplitude> out(field.mode_count());
  KeyedRng random(3, 1, 4);
  for (const double r : {1.000001, 1.3, 2.0, 2.3, 5.0, 40.0, 3e4}) {
    const Vec3 place = record.centre + r * record.radius * random_direction(random);
    field.weights(place, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Amplitude exact = exact_weight(record, record.modes[i], place);
      double size = 0;  // of the field there: a direction may lie on a nodal line
      for (int l = 0; l <= record.modes[i].order; ++l) {
        double energy = 0;
        for (int m = -l; m <= l; ++m)
          energy += std::norm(record.modes[i].coefficients[harmonic_index(l, m)]);
        size += energy * std::norm(radial_ratio(l, record.modes[i].omega / 343.2, 0.1, r * 0.1));
      }
      EXPECT_LT(std::abs(out[i] - exact), 3e-6 * std::sqrt(size) + 1e-30) << i << " at " << r;
      EXPECT_TRUE(field.covers(i));
    }
  }
}

// High orders: what the record says within 0.001 dB at every distance, in all directions.
TEST(TransferField, HighOrdersAreExactToo) {
  TransferRecord record = household(48);
  record.modes.push_back(random_mode(record, 100, 120, 0.5, 1));
  const TransferField field(record);
  std::vector<Amplitude> out(field.mode_count());
  for (const double r : {1.000001, 1.7, 2.0, 3.0, 6.0, 20.0, 1000.0}) {
    std::vector<double> error(out.size()), power(out.size());
    KeyedRng random(9, 9, 9);
    for (int n = 0; n < 20; ++n) {
      const Vec3 place = record.centre + r * record.radius * random_direction(random);
      field.weights(place, out);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const Amplitude exact = exact_weight(record, record.modes[i], place);
        error[i] += std::norm(out[i] - exact);
        power[i] += std::norm(exact);
      }
    }
    for (std::size_t i = 0; i < out.size(); ++i)
      EXPECT_LT(std::sqrt(error[i] / power[i]), 1e-4) << i << " at " << r;
  }
}

TEST(TransferField, HarmonicsAreThoseOfTheRecord) {
  const TransferRecord record = [] {
    TransferRecord one = empty_record();
    for (int l = 0; l <= 120; l += 8)
      for (const int m : {-l, -l / 3, 0, l / 2, l})
        one.modes.push_back(single_multipole(one, 150, l, m));
    return one;
  }();
  const TransferField field(record);
  std::vector<Amplitude> out(field.mode_count());
  for (const Vec3& d : {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, -1, 0},
                        normalized(Vec3{1, 2, 3}), normalized(Vec3{-1e-4, 1e-5, 1})}) {
    field.weights(0.25 * d, out);
    for (std::size_t i = 0; i < out.size(); ++i)
      EXPECT_LT(std::abs(out[i] - exact_weight(record, record.modes[i], 0.25 * d)), 2e-4) << i;
  }
}

// A smooth path over both poles, in and out of the sphere's neighbourhood: no jump, no kink. The
// weights at the middle of three places differ from the mean of the others by the square of the
// step.
TEST(TransferField, WeightsAlongASmoothPathDoNotJump) {
  const TransferRecord record = household(48);
  const TransferField field(record);
  const auto worst_bend = [&](double step, double from, double to) {
    double worst = 0;
    std::vector<Amplitude> w[3] = {std::vector<Amplitude>(48), std::vector<Amplitude>(48),
                                   std::vector<Amplitude>(48)};
    std::vector<double> size(48, 1e-30);
    const auto place = [&](double t) {
      const double angle = 2 * kPi * t, r = record.radius * (2.35 + 0.5 * std::sin(angle));
      return record.centre + r * Vec3{std::sin(angle), 1e-9, std::cos(angle)};
    };
    for (double t = from; t < to; t += step) {
      for (int i = 0; i < 3; ++i) field.weights(place(t + (i - 1) * step), w[i]);
      for (int m = 0; m < 48; ++m) {
        size[m] = std::max(size[m], std::abs(w[1][m]));
        worst = std::max(worst, std::abs(w[1][m] - 0.5 * (w[0][m] + w[2][m])) / size[m]);
      }
    }
    return worst;
  };
  const double coarse = worst_bend(2e-4, 0, 1), fine = worst_bend(5e-5, -0.02, 0.27);
  EXPECT_LT(coarse, 4e-3);
  EXPECT_LT(fine, coarse / 8);  // a jump would stay, a kink would halve twice
}

TEST(TransferField, InsideTheSphereTheValueOnItIsHeld) {
  const TransferRecord record = household(24);
  const TransferField field(record);
  std::vector<Amplitude> on(24), inside(24), just(24);
  const Vec3 direction = normalized(Vec3{1, 2, -2});
  field.weights(record.centre + record.radius * direction, on);
  field.weights(record.centre + 0.3 * record.radius * direction, inside);
  field.weights(record.centre + 1.00001 * record.radius * direction, just);
  for (int i = 0; i < 24; ++i) {
    EXPECT_LT(std::abs(on[i] - inside[i]), 1e-5 * std::abs(on[i]));
    EXPECT_LT(std::abs(on[i] - just[i]), 2e-3 * std::abs(on[i]));
  }
}

// A ball off the origin that breathes, and one that moves: both tiers mean the same pressure, sign,
// phase and axes. dp/dr = i omega rho v at the ball: c = i omega rho a v h_l(ka) / (ka h_l'(ka)).
TEST(TransferField, SpeaksAsApproximateRadiationDoes) {
  const double a = 0.05, ka = 0.3;
  const Vec3 centre{0.03, -0.02, 0.04};
  TransferRecord record = empty_record(a, centre);
  ModeTransfer mode = silent_mode(record, ka, 1);
  const double k = ka / a, rho_omega = record.air.density * mode.omega;
  const Amplitude i(0, 1), breathing = i * rho_omega * a / (i * ka - 1.0);
  // h_1' / h_1 = (ik r)-derivative of e^{ix} (1/x + i/x^2)
  const Amplitude h1 = -1.0 / ka - i / (ka * ka);
  const Amplitude slope = -i / ka + 2.0 / (ka * ka) + 2.0 * i / (ka * ka * ka);
  const Amplitude moving = i * rho_omega / k * h1 / slope;
  mode.coefficients[0] = std::complex<float>(breathing * std::sqrt(4 * kPi));
  record.modes.push_back(mode);
  mode.coefficients[0] = {};
  mode.coefficients[harmonic_index(1, 1)] = std::complex<float>(moving * std::sqrt(4 * kPi / 3));
  record.modes.push_back(mode);  // along x

  TriangleMesh mesh = icosphere(a, 3);
  for (Vec3& x : mesh.vertices) x += centre;
  std::vector<Vec3> out, along(mesh.vertices.size(), Vec3{1, 0, 0});
  for (const Vec3& x : mesh.vertices) out.push_back((x - centre) / a);
  const std::vector<SurfaceMode> modes{{mode.omega, normal_components(mesh, out)},
                                       {mode.omega, normal_components(mesh, along)}};
  const SurfaceRadiation quick(mesh, record.air, modes);
  const TransferField field(record);
  std::vector<Amplitude> ours(2), theirs(2);
  for (const Vec3& ear : {Vec3{1, 0.2, 0.1}, Vec3{-0.2, 0.1, 0.05}, Vec3{0.3, -0.4, 2}}) {
    field.weights(ear, ours);
    quick.weights(ear, theirs);
    for (int n = 0; n < 2; ++n) {
      const Amplitude ratio = theirs[n] / ours[n];
      EXPECT_NEAR(std::abs(ratio), 1, 0.1) << n;
      EXPECT_NEAR(std::arg(ratio), 0, 0.1) << n;
    }
  }
}

TEST(TransferField, IsFiniteEverywhere) {
  TransferRecord record = household(24);
  record.modes.push_back(random_mode(record, 1e-6, 30, 0.5, 3, 1e30));
  record.modes.push_back(random_mode(record, 9000, 30, 0.5, 3, 1e-30));
  record.modes.push_back(silent_mode(record, 3, 25));
  record.modes.push_back({});
  record.modes.back().omega = 100;
  const TransferField field(record);
  EXPECT_FALSE(field.covers(27));
  EXPECT_FALSE(field.covers(28));
  std::vector<Amplitude> out(28);
  for (const Vec3& place :
       {record.centre, Vec3{}, Vec3{1e-300, 0, 0}, Vec3{0, 0, -1e9}, Vec3{1e20, 1e20, 0},
        Vec3{0, 1e160, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{-1, 0, 0}, Vec3{-1, -1e-300, 0}}) {
    field.weights(place, out);
    for (const Amplitude& w : out)
      EXPECT_TRUE(std::isfinite(w.real()) && std::isfinite(w.imag())) << place.x << place.z;
    EXPECT_EQ(out[26], Amplitude());
    EXPECT_EQ(out[27], Amplitude());
  }
}

TEST(TransferField, FarAwayOnlySpreadingIsLeft) {
  const TransferRecord record = household(24);
  const TransferField field(record);
  std::vector<Amplitude> near(24), far(24);
  const Vec3 direction = normalized(Vec3{1, -2, 0.5});
  field.weights(1e6 * direction, near);
  field.weights(1e9 * direction, far);
  for (int i = 0; i < 24; ++i) {
    EXPECT_LT(std::abs(1e3 * far[i] / near[i] - 1.0), 1e-4);
    const double exact = std::abs(far_pressure(record, record.modes[i], direction));
    EXPECT_NEAR(std::abs(far[i]) * 1e9 / exact, 1, 1e-4) << i;
  }
}

TEST(TransferField, TheKernelsAgree) {
  const TransferRecord record = empty_record();
  const ModeTransfer mode = random_mode(record, 8, 17, 0.4, 2);
  AlignedVector<float> c(harmonic_count(17) * 16), inverse(18 * 16), k(8, 80.0f);
  for (std::size_t i = 0; i < mode.coefficients.size(); ++i)
    for (int n = 0; n < 8; ++n) {
      c[i * 16 + n] = mode.coefficients[i].real() * (1 + n);
      c[i * 16 + 8 + n] = mode.coefficients[i].imag();
    }
  for (float& value : inverse) value = 0.1f;
  std::vector<double> y(harmonic_count(17));
  real_harmonics(17, normalized(Vec3{1, 2, 3}), y);
  const std::vector<float> single(y.begin(), y.end());
  TransferPlace place;
  place.harmonics = single.data(), place.distance = 0.3f, place.nearness = 0.33f;
  place.path = 0.02f;
  float a[2][8], b[2][8];
  kTransferKernelPortable.pressures({17, c.data(), inverse.data(), k.data()}, place, a[0], a[1]);
  best_transfer_kernel().pressures({17, c.data(), inverse.data(), k.data()}, place, b[0], b[1]);
  for (int n = 0; n < 8; ++n) {
    EXPECT_NEAR(a[0][n], b[0][n], 1e-5 * std::abs(a[0][n]));
    EXPECT_NEAR(a[1][n], b[1][n], 1e-5 * std::abs(a[1][n]));
  }
}

TEST(TransferField, RefusesRecordsThatMakeNoSense) {
  TransferRecord record = household(3);
  record.modes[1].coefficients.pop_back();
  EXPECT_NE(error_of([&] { TransferField field(record); }).find("mode 1"), std::string::npos);
  const TransferField field(household(3));
  std::vector<Amplitude> two(2);
  EXPECT_NE(error_of([&] { field.weights({1, 0, 0}, two); }).find("room for 2"), std::string::npos);
}

}  // namespace
}  // namespace peal::test
