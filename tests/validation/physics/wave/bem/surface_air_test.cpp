// Air around a sheet in the time domain: its response to a jump of velocity, against the exact far
// field of a free disc.
#include "physics/wave/bem/surface_air.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "base/state_bytes.h"
#include "revolved.h"
#include "support/closed_meshes.h"
#include "validation/physics/wave/bem/oscillating_disc.h"

namespace peal {
namespace {

TriangleMesh open_disc(double a, int rings) {
  std::vector<test::ProfilePoint> line;
  for (int i = 0; i <= rings; ++i) line.push_back({a * i / rings, 0});
  TriangleMesh mesh = test::revolved(line, a / rings);
  if (mesh.area_vector(0).z < 0)
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

/// Decibels of the field on the axis, over the exact one, for a disc of 0.1 m.
std::vector<double> axis_errors(int rank, const std::vector<double>& kas) {
  const double a = 0.1, rate = 88200;
  const Air air;
  const TriangleMesh disc = open_disc(a, 9);
  SurfaceAir sheet(disc, SurfaceKind::sheet, air, rate, rank);
  constexpr int kCount = 1024;
  std::vector<float> push(disc.triangles.size() * kCount, 0.0f), pressure;
  for (std::size_t t = 0; t < disc.triangles.size(); ++t)
    push[t * kCount] = static_cast<float>(rate);  // to 1 m/s
  sheet.pressures(push, kCount, pressure);
  std::vector<double> force(kCount, 0.0);
  for (std::size_t t = 0; t < disc.triangles.size(); ++t)
    for (int i = 0; i < kCount; ++i)
      force[i] += 2 * norm(disc.area_vector(t)) * pressure[t * kCount + i];
  std::vector<double> errors;
  for (const double ka : kas) {
    const double k = ka / a, omega = k * air.speed_of_sound;
    std::complex<double> sum;  // per velocity spectrum 1/(i omega): times i omega
    for (int i = 0; i < kCount; ++i) sum += force[i] / rate * std::polar(1.0, -omega * i / rate);
    const double got = std::abs(sum) * omega * k / (4 * kPi);
    const double exact =
        air.density * air.speed_of_sound * a * std::abs(test::oscillating_disc_far_field(ka, 1));
    errors.push_back(20 * std::log10(got / exact));
  }
  return errors;
}

TEST(SurfaceAir, ADiscOscillatesAsTheExactOne) {
  const std::vector<double> kas{0.1, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, 4, 5};
  const auto full = axis_errors(100000, kas), few = axis_errors(60, kas);
  for (std::size_t i = 0; i < kas.size(); ++i) {
    std::printf("  ka %g: %+.2f dB, 60 patterns %+.2f\n", kas[i], full[i], few[i]);
    EXPECT_LT(std::abs(full[i]), 1.6) << kas[i];
    EXPECT_NEAR(few[i], full[i], 0.25) << kas[i];
  }
}

TEST(SurfaceAir, BlocksOfAnyLengthGiveTheSame) {
  const TriangleMesh disc = open_disc(0.05, 4);
  const Air air;
  constexpr int kCount = 200;
  const std::size_t n = disc.triangles.size();
  std::vector<float> push(n * kCount), whole, part;
  for (std::size_t i = 0; i < push.size(); ++i)
    push[i] = static_cast<float>(std::sin(0.37 * double(i)));
  SurfaceAir once(disc, SurfaceKind::sheet, air, 48000),
      pieces(disc, SurfaceKind::sheet, air, 48000);
  once.pressures(push, kCount, whole);
  int begin = 0;
  double worst = 0, most = 0;
  for (const int count : {1, 31, 68, 100}) {
    std::vector<float> some;
    for (std::size_t t = 0; t < n; ++t)
      some.insert(some.end(), push.begin() + long(t * kCount + begin),
                  push.begin() + long(t * kCount + begin + count));
    if (begin == 32) {  // saved and loaded in between
      StateWriter out;
      out(pieces);
      pieces = SurfaceAir(disc, SurfaceKind::sheet, air, 48000);
      StateReader in(out.bytes(), "test");
      in(pieces);
    }
    pieces.pressures(some, count, part);
    for (std::size_t t = 0; t < n; ++t)
      for (int i = 0; i < count; ++i) {
        const double exact = whole[t * kCount + begin + i];
        worst = std::max(worst, std::abs(part[t * count + i] - exact));
        most = std::max(most, std::abs(exact));
      }
    begin += count;
  }
  EXPECT_GT(most, 0);
  EXPECT_LT(worst, 1e-5 * most);  // sums of floats
}

}  // namespace
}  // namespace peal
