#include "physics/wave/multipole/radial_continuation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "physics/wave/exact/radiating_sphere.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

TEST(RadialRatio, IsTheRatioOfHankelFunctions) {
  for (int l = 0; l <= 12; ++l) {
    for (double k : {0.5, 3.0, 20.0, 300.0}) {
      const double r1 = 0.1, r2 = 0.27;
      const Complex expected = spherical_hankel(l, k * r2) / spherical_hankel(l, k * r1) *
                               std::polar(1.0, -k * (r2 - r1));
      EXPECT_LT(std::abs(radial_ratio(l, k, r1, r2) - expected), 1e-10 * std::abs(expected))
          << l << " " << k;
    }
  }
}

TEST(RadialRatio, OfStillAirIsAPowerOfTheDistance) {
  for (int l : {0, 1, 7, 40, 60, 120}) {
    const Complex ratio = radial_ratio(l, 0, 0.3, 0.45);
    EXPECT_NEAR(ratio.real() / std::pow(0.3 / 0.45, l + 1), 1, 1e-12) << l;
    EXPECT_EQ(ratio.imag(), 0);
    const Complex slow = radial_ratio(l, 1e-9, 0.3, 0.45);
    EXPECT_LT(std::abs(slow - ratio), 1e-7 * std::abs(ratio));
  }
}

TEST(RadialRatio, NeverExceedsTheSphericalSpreading) {
  double largest = 0;
  for (int l = 0; l <= 60; ++l) {
    for (double kr = 1e-4; kr < 1e5; kr *= 1.05) {
      for (double q : {1.0, 1.001, 1.3, 8.0, 1e3, 1e8}) {
        const Complex ratio = radial_ratio(l, kr, 1, q);
        ASSERT_TRUE(std::isfinite(std::abs(ratio))) << l << " " << kr << " " << q;
        largest = std::max(largest, std::abs(ratio) * q);
      }
      largest = std::max(largest, std::abs(far_ratio(l, kr, 1)));
    }
    EXPECT_LT(std::abs(radial_ratio(l, 1e9, 1, 3) - 1.0 / 3), 1e-5) << l;
  }
  EXPECT_LE(largest, 1 + 1e-12);
}

TEST(RadialRatio, GoesInTwoStepsAsInOne) {
  for (int l : {1, 10, 40, 60}) {
    for (double k : {0.0, 0.3, 8.0, 50.0, 900.0}) {
      const Complex one = radial_ratio(l, k, 0.1, 0.9);
      const Complex two = radial_ratio(l, k, 0.1, 0.25) * radial_ratio(l, k, 0.25, 0.9);
      EXPECT_LT(std::abs(one - two), 1e-12 * std::abs(one)) << l << " " << k;
    }
  }
}

TEST(FarRatio, IsTheLimitOfDistanceTimesRatio) {
  for (int l : {0, 1, 3, 20, 60}) {
    for (double k : {0.5, 40.0, 2000.0}) {
      const Complex far = far_ratio(l, k, 0.2), near = 1e9 * radial_ratio(l, k, 0.2, 1e9);
      EXPECT_LT(std::abs(far - near), 1e-5 * std::abs(far) + 1e-300) << l << " " << k;
    }
  }
  EXPECT_EQ(far_ratio(0, 0, 0.2), 0.2);
  EXPECT_EQ(far_ratio(5, 0, 0.2), 0.0);
}

TEST(RadialRatios, AllOrdersAtOnceAreTheSingleOnes) {
  std::vector<Complex> all(41), far(41);
  radial_ratios(37, 0.1, 0.4, all);
  far_ratios(37, 0.1, far);
  for (int l = 0; l <= 40; ++l) {
    EXPECT_EQ(all[l], radial_ratio(l, 37, 0.1, 0.4));
    EXPECT_EQ(far[l], far_ratio(l, 37, 0.1));
  }
}

PulseRecord small_record() {
  PulseRecord record;
  record.radius = 0.1;
  record.step = 1e-5;
  record.samples = 8;
  record.coefficients = {{0, 1, 0}};
  record.values.assign(8, 1.0f);
  return record;
}

TEST(PressureBeyond, RefusesWhatItCannotDo) {
  PulseRecord record = small_record();
  EXPECT_THROW(pressure_beyond(record, 0, {0, 0, 0.05}), Error);
  EXPECT_THROW(pressure_beyond(record, 6, {0, 0, 1}), Error);
  EXPECT_THROW(pressure_beyond(record, 0, {0, 0, NAN}), Error);
  record.values.pop_back();
  EXPECT_THROW(pressure_beyond(record, 0, {0, 0, 1}), Error);
  record = small_record();
  record.step = 1e-300;
  EXPECT_THROW(pressure_beyond(record, 0, {0, 0, 1}), Error);
  record = small_record();
  record.coefficients[0].l = -1;
  EXPECT_THROW(pressure_beyond(record, 0, {0, 0, 1}), Error);
  EXPECT_THROW(radial_ratio(2, 1, 0, 1), Error);
  EXPECT_THROW(radial_ratio(2, 1, 1, 0.5), Error);
  EXPECT_THROW(radial_ratio(2, INFINITY, 1, 2), Error);
}

TEST(PressureBeyond, OnTheSphereGivesTheRecordBackAndADofWithoutChannelsIsSilent) {
  PulseRecord record = small_record();
  record.centre = {0.3, -0.2, 0.1};
  const auto on = pressure_beyond(record, 0, record.centre + Vec3{0, 0, 0.1});
  EXPECT_DOUBLE_EQ(on.begin, record.begin);
  for (int n = 0; n < 8; ++n) EXPECT_NEAR(on.values[n], std::sqrt(3 / (4 * kPi)), 1e-7) << n;
  for (double p : pressure_beyond(record, 3, {0, 0, 2}).values) EXPECT_EQ(p, 0);
}

TEST(MovedOutward, PointsBeyondSoundAsFromTheFirstSphere) {
  PulseRecord record = small_record();
  record.samples = 40;
  record.centre = {0.01, 0.02, 0};
  record.coefficients = {{0, 1, 0}, {0, 3, -2}, {4, 2, 1}, {0, 0, 0}};
  record.values.clear();
  for (int i = 0; i < 4; ++i)
    for (int n = 0; n < 40; ++n)
      record.values.push_back(
          float(std::exp(-std::pow((n - 20) / 4.0, 2)) * std::cos(0.2 * i * n)));
  const PulseRecord moved = moved_outward(record, 0.17);
  EXPECT_EQ(moved.radius, 0.17);
  EXPECT_EQ(moved.coefficients, record.coefficients);
  const Vec3 point{0.2, -0.3, 0.4};
  for (int dof : {0, 4}) {
    const auto direct = pressure_beyond(record, dof, point);
    const auto stepwise = pressure_beyond(moved, dof, point);
    EXPECT_NEAR(direct.begin, stepwise.begin, 1e-15);
    for (std::size_t n = 0; n < direct.values.size(); ++n)
      EXPECT_NEAR(direct.values[n], stepwise.values[n], 1e-7);
  }
  EXPECT_THROW(moved_outward(record, 0.09), Error);
}

}  // namespace
}  // namespace peal
