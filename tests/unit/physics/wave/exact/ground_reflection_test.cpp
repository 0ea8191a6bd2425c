// Reflection factors against a reference table, and against the field of a point source above the
// ground as an integral over a line of images, which is exact for a locally reacting surface:
//   G(r) = e^{ikr}/r,  Q G(r2) = G(r2) - 2kb Int_0^inf e^{-kbt} G(sqrt(x^2 + (H + it)^2)) dt
#include "physics/wave/exact/ground_reflection.h"

#include <gtest/gtest.h>

#include <map>

#include "base/constants.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
constexpr double kSpeed = 343.2;

TEST(GroundReflection, PlaneWavesComeBackAsInTheTable) {
  const std::map<std::string, PorousLayer> layers{{"carpet 6 mm, 100 kPa s/m2", {0.006, 1e5}},
                                                  {"carpet 10 mm, 30 kPa s/m2", {0.010, 3e4}},
                                                  {"rug on felt 15 mm, 20 kPa s/m2", {0.015, 2e4}},
                                                  {"lawn, 200 kPa s/m2, deep", {10, 2e5}}};
  int seen = 0;
  for (const CsvRow& row : csv_rows("impact/ground_reflection.csv"))
    for (const char* f : {"125", "250", "500", "1000", "2000", "4000", "8000"}) {
      const Complex b = admittance(layers.at(row.text("ground")), std::stod(f), kSpeed);
      const double cosine = std::cos(row["theta_deg"] * kPi / 180);
      EXPECT_NEAR(std::abs(plane_reflection(b, cosine)), row[f], 1e-4)
          << row.text("ground") << row["theta_deg"] << " " << f;
      EXPECT_GT(b.real(), 0) << "energy goes into the ground, not out of it";
      ++seen;
    }
  EXPECT_EQ(seen, 84);
}

TEST(GroundReflection, FaddeevasFunctionIsTheComplexErrorFunction) {
  for (const double y : {0.0, 0.1, 1.0, 3.0})
    EXPECT_NEAR(faddeeva({0, y}).real(), std::exp(y * y) * std::erfc(y), 1e-11);
  for (const double x : {-2.0, 0.3, 1.0, 4.0})
    EXPECT_NEAR(faddeeva({x, 0}).real(), std::exp(-x * x), 1e-11);
  // w(z) = (i/pi) Int e^{-t^2} / (z - t) dt, by the trapezoidal rule
  for (const Complex z : {Complex{0.5, 1}, {-2, 1.5}, {5, 2}, {12, 9}}) {
    Complex sum = 0;
    for (double t = -8; t <= 8; t += 0.05) sum += std::exp(-t * t) / (z - t) * 0.05;
    EXPECT_LT(std::abs(faddeeva(z) - Complex{0, 1} / kPi * sum), 1e-10) << z;
  }
  const Complex below{0.7, -0.4};
  EXPECT_LT(std::abs(faddeeva(below) - (2.0 * std::exp(-below * below) - faddeeva(-below))), 1e-12);
}

Complex exact_factor(Complex b, double k, double x, double height) {
  const auto green = [&](Complex r) { return std::exp(Complex{0, k} * r) / r; };
  const double r2 = std::hypot(x, height);
  // Fine near the branch point t = x, where the root is small but not zero.
  Complex sum = 0;
  const double end = 40 / (k * b.real()) + 2 * x, step = 2e-5;
  for (double t = step / 2; t < std::min(end, 40.0); t += step) {
    const Complex r = std::sqrt(x * x + Complex{height, t} * Complex{height, t});
    sum += std::exp(-k * b * t) * green(r) * step;
  }
  return 1.0 - 2 * k * b * sum / green(r2);
}

TEST(GroundReflection, PointSourcesComeBackAsTheExactIntegralSays) {
  for (const PorousLayer& layer : {PorousLayer{0.006, 1e5}, {0.010, 3e4}})
    for (const double degrees : {38.0, 72.0})
      for (const double f : {250.0, 1000.0, 4000.0}) {
        const double r = 1.5, angle = degrees * kPi / 180, k = 2 * kPi * f / kSpeed;
        const Complex b = admittance(layer, f, kSpeed);
        const Complex exact = exact_factor(b, k, r * std::sin(angle), r * std::cos(angle));
        EXPECT_LT(std::abs(point_reflection(b, std::cos(angle), k * r) - exact), 0.03)
            << layer.thickness << " " << degrees << " " << f;
      }
}

TEST(GroundReflection, HardGroundSendsAllBack) {
  for (const double cosine : {0.0, 0.01, 0.5, 1.0})
    EXPECT_LT(std::abs(point_reflection(1e-12, cosine, 30) - 1.0), 1e-9);
  // The series far away goes on where the function ends.
  const Complex b{0.05, -0.1};
  const double edge = 800 / std::norm(0.5 + b);
  EXPECT_LT(std::abs(point_reflection(b, 0.5, edge * 1.0001) - point_reflection(b, 0.5, edge)),
            1e-6);
  // With a wave along the surface: springy ground, near grazing.
  const Complex soft{0.0005, -0.3};
  const double there = 800 / std::norm(0.001 + soft);
  EXPECT_LT(std::abs(point_reflection(soft, 0.001, there * (1 + 1e-9)) -
                     point_reflection(soft, 0.001, there * (1 - 1e-9))),
            1e-5);
}

}  // namespace
}  // namespace peal
