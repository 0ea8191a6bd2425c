// Sheets in large motion: the elastica, a buckled strip and its snapping through, pitch against
// amplitude by von Karman's equations, energy over many steps, damping.
#include "support/csv_rows.h"
#include "support/sheet_meshes.h"

namespace peal {
namespace {

/// A strip along x, nu = 0 so that it is a beam.
SheetDesign strip(double length, double width, int nx, int ny, double thickness) {
  SheetDesign design = test::rectangle_sheet(length, width, nx, ny, thickness);
  design.material.poisson = 0;
  return design;
}

void expect_elastica(double load, double across, double along) {
  constexpr double kLength = 0.25, kWidth = 0.05, kThickness = 1.5e-3;
  constexpr int kX = 32, kY = 6;
  const SheetDesign design = strip(kLength, kWidth, kX, kY, kThickness);
  ExplicitBody sheet = make_sheet(design);
  const double bending = design.material.young * kWidth * std::pow(kThickness, 3) / 12;
  for (int j = 0; j <= kY; ++j) {
    sheet.hold(j * (kX + 1));
    sheet.hold_director(j * (kX + 1));
    const double share = (j % kY ? 1.0 : 0.5) / kY;
    sheet.set_load(j * (kX + 1) + kX, {0, 0, share * load * bending / (kLength * kLength)});
  }
  const double slowest = 3.516 * std::sqrt(bending / (7850 * kWidth * kThickness)) /
                         (kLength * kLength);  // [rad/s], the straight cantilever
  sheet.set_damping(3 * slowest, 0);
  sheet.set_step(0.9 * sheet.critical_step());
  sheet.advance(static_cast<std::int64_t>(14 / slowest / sheet.step()));
  EXPECT_LT(sheet.energy().kinetic, 1e-8 * sheet.energy().elastic);
  const Vec3 tip = sheet.position((kY / 2) * (kX + 1) + kX);
  std::printf("  load %g: w/L %.5f, u/L %.5f\n", load, tip.z / kLength, 1 - tip.x / kLength);
  EXPECT_NEAR(tip.z / kLength / across, 1, 1e-3);
  EXPECT_NEAR((1 - tip.x / kLength) / along, 1, 2e-3);
}

TEST(SheetMotion, CantileverIsTheElastica) {
  expect_elastica(4, 0.66996, 0.32894);
  expect_elastica(10, 0.81061, 0.55500);
}

TEST(SheetMotion, StripBucklesAndSnapsThrough) {
  // Shortened by 0.5 %: mid rise (2/pi) L sqrt(dL/L). Its ends are turned by alpha against the
  // rise: the antisymmetric bifurcation is at alpha = 2 sqrt(dL/L) exactly, the fold at 2.0119.
  constexpr double kLength = 0.25, kShorter = 0.005;
  constexpr int kX = 16, kY = 2;
  ExplicitBody sheet = make_sheet(strip(kLength, 0.03, kX, kY, 1e-3));
  const double root = std::sqrt(kShorter);
  const double step = 0.9 * sheet.critical_step();
  sheet.set_step(step);
  for (int j = 0; j <= kY; ++j)
    for (const int i : {0, kX}) {
      sheet.hold(i + (kX + 1) * j);
      sheet.hold_director(i + (kX + 1) * j);
    }
  double shorter = 0, mu = 0;  // what the ends do
  double to_shorter = 0, to_mu = 0;
  sheet.before_step([&](ExplicitBody& body) {
    shorter += to_shorter, mu += to_mu;
    for (int j = 0; j <= kY; ++j) {
      const double y = 0.03 / kY * j, angle = mu * root;
      body.place((kX + 1) * j, {0.5 * shorter, y, 0});
      body.place((kX + 1) * j + kX, {kLength - 0.5 * shorter, y, 0});
      body.turn((kX + 1) * j, {std::sin(angle), 0, std::cos(angle)});
      body.turn((kX + 1) * j + kX, {-std::sin(angle), 0, std::cos(angle)});
    }
  });
  const auto run = [&](double seconds) {
    sheet.advance(static_cast<std::int64_t>(seconds / step));
  };
  const int middle = (kX + 1) * (kY / 2) + kX / 2;
  sheet.set_damping(400, 0);
  for (int n = 0; n < sheet.nodes(); ++n)
    if (sheet.rest(n).x > 0.01 && sheet.rest(n).x < 0.24)
      sheet.set_velocity(n, {0, 0, 0.3 * std::sin(test::kPi * sheet.rest(n).x / kLength)});
  to_shorter = kShorter * kLength * step / 0.1;
  run(0.1);
  to_shorter = 0;
  run(0.1);
  const double rise = sheet.position(middle).z, exact = 2 / test::kPi * kLength * root;
  EXPECT_NEAR(rise / exact, 1, 0.005);
  // Slowly towards the bifurcation, with a touch that is not symmetric.
  sheet.set_damping(20, 0);
  to_mu = 1.9 * step / 0.4;
  run(0.4);
  for (int n = 0; n < sheet.nodes(); ++n)
    if (sheet.rest(n).x > 0.01 && sheet.rest(n).x < 0.24)
      sheet.set_velocity(
          n, sheet.velocity(n) +
                 Vec3{0, 0, 1e-3 * std::sin(2 * test::kPi * sheet.rest(n).x / kLength)});
  to_mu = step * 2.0 / 6;
  while (sheet.position(middle).z > 0 && mu < 2.3) run(1e-3);
  std::printf("  rise %.3f mm (%.3f), snapped at %.4f\n", 1e3 * rise, 1e3 * exact, mu);
  EXPECT_GT(mu, 2.0);
  EXPECT_LT(mu, 2.04);
}

/// A square plate whose rim stays in its plane, struck so that its lowest mode moves.
class SupportedPlate {
 public:
  explicit SupportedPlate(int cells) : cells_(cells), body(make_sheet(design(cells))) {
    for (const int n : test::rectangle_rim(cells, cells)) body.hold(n, false, false, true);
    body.set_step(0.9 * body.critical_step());
  }
  double shape(int n) const {
    return std::sin(test::kPi * body.rest(n).x / 0.25) *
           std::sin(test::kPi * body.rest(n).y / 0.25);
  }
  void strike(double speed) {
    for (int n = 0; n < body.nodes(); ++n) {
      body.set_velocity(n, {0, 0, speed * shape(n)});
      // Directors follow: w = -(dv/dx, dv/dy, 0).
      const double kx = test::kPi / 0.25, x = kx * body.rest(n).x, y = kx * body.rest(n).y;
      body.set_spin(
          n, {-speed * kx * std::cos(x) * std::sin(y), -speed * kx * std::sin(x) * std::cos(y), 0});
    }
    for (const int n : test::rectangle_rim(cells_, cells_)) body.set_velocity(n, {});
  }
  double amplitude() const {
    double sum = 0;
    for (int n = 0; n < body.nodes(); ++n) sum += body.mass(n) * shape(n) * body.position(n).z;
    return sum * 4 / (7850 * 1e-3 * 0.25 * 0.25);
  }
  /// [Hz] from zeros of the amplitude in one direction, over `periods`; largest amplitude [m].
  std::pair<double, double> pitch(int periods) {
    double before = amplitude(), first = -1, last = -1, peak = 0, time = 0;
    for (int seen = -1; seen < periods;) {
      body.advance(10);
      const double now = amplitude(), step = 10 * body.step();
      if (before <= 0 && now > 0) {
        last = time + step * before / (before - now);
        if (seen++ < 0) first = last;
      }
      peak = std::max(peak, std::abs(now));
      before = now, time += step;
    }
    return {periods / (last - first), peak};
  }
  static double linear() {  // [rad/s]
    return 2 * test::kPi * test::kPi / (0.25 * 0.25) *
           std::sqrt(200e9 * 1e-6 / (12 * (1 - 0.09) * 7850));
  }

 private:
  static SheetDesign design(int cells) {
    return test::rectangle_sheet(0.25, 0.25, cells, cells, 1e-3);
  }
  int cells_;

 public:
  ExplicitBody body;
};

void expect_pitch(double times, int cells, double bound) {
  for (const CsvRow& row : csv_rows("solids/von_karman_frequency.csv")) {
    if (row["v0_over_omega1_h"] != times) continue;
    SupportedPlate plate(cells);
    plate.strike(times * SupportedPlate::linear() * 1e-3);
    const auto [pitch, peak] = plate.pitch(3);
    const double exact = row["f_vonKarman_64_modes_Hz"];
    std::printf("  %d cells, speed %g: peak %.3f h (%.3f), %.3f Hz (%.3f, %+.2f %%)\n", cells,
                times, 1e3 * peak, row["peak_over_h"], pitch, exact, 100 * (pitch / exact - 1));
    EXPECT_NEAR(pitch / exact, 1, bound);
    EXPECT_NEAR(1e3 * peak / row["peak_over_h"], 1, 0.02);
    return;
  }
  FAIL();
}

TEST(SheetMotion, PitchRisesWithAmplitude) {
  expect_pitch(0.5, 16, 0.003);
  expect_pitch(2, 16, 0.003);
}
TEST(SheetMotionSlow, PitchRisesWithAmplitude) {
  for (const double times : {0.25, 0.5, 1.0, 1.5, 2.0, 3.0}) expect_pitch(times, 32, 0.003);
}

/// Largest change of the energy in `steps` of a free sheet that spins and bends, over its
/// energy; and how far it bows [m].
std::pair<double, double> energy_band(double speed, std::int64_t steps) {
  ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.25, 0.25, 12, 12, 1e-3));
  for (int n = 0; n < sheet.nodes(); ++n) {
    const Vec3 x = sheet.rest(n) - Vec3{0.125, 0.125, 0};
    // Like the lowest mode of a free beam.
    const double k = 4.7300407 / 0.25, end = k * 0.125;
    sheet.set_velocity(
        n,
        {-3 * x.y, 3 * x.x,
         0.5 * speed * (std::cos(k * x.x) / std::cos(end) + std::cosh(k * x.x) / std::cosh(end))});
    sheet.set_spin(n,
                   {0.5 * speed * k *
                        (std::sin(k * x.x) / std::cos(end) - std::sinh(k * x.x) / std::cosh(end)),
                    0, 0});
  }
  sheet.set_step(0.9 * sheet.critical_step());
  double low = 1e300, high = 0, bow = 0;
  const std::int64_t each = 500;
  for (std::int64_t k = 0; k < steps; k += each) {
    sheet.advance(each);
    const double e = sheet.energy().total();
    low = std::min(low, e), high = std::max(high, e);
    const Vec3 chord = 0.5 * (sheet.position(6 * 13) + sheet.position(6 * 13 + 12));
    bow = std::max(bow, norm(sheet.position(6 * 13 + 6) - chord));
  }
  std::printf("  %g m/s: bow %.1f mm, energy within %.1e\n", speed, 1e3 * bow, high / low - 1);
  return {high / low - 1, bow};
}

TEST(SheetMotion, EnergyStays) {
  const auto [small, low_bow] = energy_band(4, 20000);
  EXPECT_LT(small, 1e-5);
  EXPECT_GT(low_bow, 9e-3);
  const auto [large, high_bow] = energy_band(20, 20000);
  EXPECT_LT(large, 5e-3);
  EXPECT_GT(high_bow, 0.04);
}
TEST(SheetMotionSlow, EnergyStaysFor1e5Steps) {
  EXPECT_LT(energy_band(4, 100000).first, 1e-5);
  EXPECT_LT(energy_band(20, 100000).first, 5e-3);
}

TEST(SheetMotion, DampingIsWhatIsAskedFor) {
  const auto decay = [](double alpha, double beta) {
    SupportedPlate plate(8);
    plate.body.set_damping(alpha, beta);
    plate.body.set_step(0.9 * plate.body.critical_step());
    plate.strike(1e-3 * SupportedPlate::linear() * 1e-3);
    plate.body.advance(1);
    const double before = plate.body.energy().total(), seconds = 0.1;
    plate.body.advance(static_cast<std::int64_t>(seconds / plate.body.step()));
    return std::log(before / plate.body.energy().total()) / seconds;
  };
  EXPECT_NEAR(decay(20, 0) / 20, 1, 0.02);
  // Energy falls by 2 zeta omega = beta omega^2; the mesh is 1.5 % flat.
  const double omega = SupportedPlate::linear();
  EXPECT_NEAR(decay(0, 8e-6) / (8e-6 * omega * omega), 1, 0.04);
}

}  // namespace
}  // namespace peal
