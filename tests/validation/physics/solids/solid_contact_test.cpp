// Contact of explicit bodies: a rod against a wall (one-dimensional theory), a strip at rest, a
// block sliding down a slope, balls on plates (Zener).
#include <complex>

#include "physics/solids/hertz_ball.h"
#include "support/csv_rows.h"
#include "support/sheet_meshes.h"
#include "support/solid_grids.h"

namespace peal {
namespace {

TEST(SolidContact, RodBouncesOffAWallAsTheWaveDoes) {
  // A rod of length L flies at a rigid wall: it stays for 2L/c, pressed with rho c A v, and leaves
  // as fast as it came.
  constexpr int kCells = 50;
  constexpr double kLength = 0.2, kSide = kLength / kCells, kSpeed = 1;
  const SolidMaterial steel{200e9, 0, 7850};
  const double c = std::sqrt(steel.young / steel.density), stay = 2 * kLength / c;
  const double force = steel.density * c * kSide * kSide * kSpeed;
  ExplicitBody rod = test::brick_body(kCells, 1, 1, test::box_map(kLength, kSide, kSide), steel);
  for (int n = 0; n < rod.nodes(); ++n) rod.set_velocity(n, {-kSpeed, 0, 0});
  rod.add_plane({{1, 0, 0}, 0});
  rod.set_step(0.9 * rod.critical_step());
  const double before = rod.energy().total(), h = rod.step();
  std::vector<double> pressed;
  double impulse = 0, mass = 0, momentum = 0, highest = 0;
  for (int n = 0; n < rod.nodes(); ++n) mass += rod.mass(n);
  while (pressed.size() * h < 2 * stay) {
    rod.advance(1);
    double sum = 0;
    for (int n = 0; n < rod.nodes(); ++n) sum += rod.plane_impulse(n).x;
    pressed.push_back(sum / h);
    impulse += sum;
    highest = std::max(highest, rod.energy().total());
  }
  const auto touches = [&](std::size_t k) { return pressed[k] > 0.05 * force; };
  std::size_t last = 0, contacts = 0;
  for (std::size_t k = 0; k < pressed.size(); ++k) {
    if (!touches(k)) continue;
    contacts += k == 0 || !touches(k - 1);
    last = k;
  }
  EXPECT_EQ(contacts, 1u);
  const double time = (last + 1) * h / stay;
  double mean = 0, ripple = 0, count = 0;
  for (std::size_t k = 0; k < pressed.size(); ++k)
    if (k * h > 0.4 * stay && k * h < 0.9 * stay) mean += pressed[k], ++count;
  mean /= count;
  for (std::size_t k = 0; k < pressed.size(); ++k)
    if (k * h > 0.4 * stay && k * h < 0.9 * stay) ripple += std::pow(pressed[k] - mean, 2);
  ripple = std::sqrt(ripple / count) / force;
  // Spectrum of the force up to 20 kHz against that of the rectangle.
  double wrong = 0, right = 0;
  for (double f = 100; f <= 20000; f += 100) {
    std::complex<double> got;
    for (std::size_t k = 0; k < pressed.size(); ++k)
      got += h * pressed[k] * std::polar(1.0, -2 * test::kPi * f * h * k);
    const double w = test::kPi * f * stay;
    const std::complex<double> exact = force * stay * std::sin(w) / w * std::polar(1.0, -w);
    wrong += std::norm(got - exact), right += std::norm(exact);
  }
  for (int n = 0; n < rod.nodes(); ++n) momentum += rod.mass(n) * rod.velocity(n).x;
  std::printf(
      "  stays %.4f of 2L/c, force %.4f, ripple %.4f, spectrum within %.4f, restitution %.4f, "
      "energy %.4f\n",
      time, mean / force, ripple, std::sqrt(wrong / right), momentum / (mass * kSpeed),
      rod.energy().total() / before);
  EXPECT_NEAR(time, 1, 0.015);
  EXPECT_NEAR(mean / force, 1, 0.01);
  EXPECT_LT(ripple, 0.01);
  EXPECT_LT(std::sqrt(wrong / right), 0.025);
  EXPECT_LT(highest, before * (1 + 1e-9));
  EXPECT_GT(rod.energy().total(), 0.98 * before);
  EXPECT_NEAR(impulse, momentum + mass * kSpeed, 1e-10 * impulse);
}

TEST(SolidContact, StripComesToRest) {
  // 200 x 20 x 2 mm, steel, dropped on two supports: at the end nothing moves and nothing buzzes.
  const SheetDesign design = test::rectangle_sheet(0.2, 0.02, 20, 2, 2e-3);
  ExplicitBody strip = make_sheet(design);
  SolidPlane supports{{0, 0, 1}, -2e-3};
  for (int n = 0; n < strip.nodes(); ++n) supports.only.push_back(n % 21 == 4 || n % 21 == 16);
  strip.add_plane(supports);
  strip.set_gravity({0, 0, -9.81});
  strip.set_damping(30, 0);
  strip.set_step(0.9 * strip.critical_step());
  double landing = 0, rest = 0;
  std::int64_t late = 0;
  const double h = strip.step();
  const auto end = static_cast<std::int64_t>(1.0 / h);
  std::vector<Vec3> velocity(strip.nodes());
  const auto acceleration = [&] {  // of one step, rms over nodes
    for (int n = 0; n < strip.nodes(); ++n) velocity[n] = strip.velocity(n);
    strip.advance(1);
    double sum = 0;
    for (int n = 0; n < strip.nodes(); ++n) sum += norm_squared(strip.velocity(n) - velocity[n]);
    return std::sqrt(sum / strip.nodes()) / h;
  };
  while (strip.steps_done() < end) {
    const double now = strip.steps_done() * h;
    if (late == 0 && now > 0.9) late = strip.contact_changes();
    const double a = acceleration();
    if (now < 0.1) landing = std::max(landing, a);
    if (now > 0.95) rest = std::max(rest, a);
    strip.advance(200);
  }
  std::printf("  at rest %.1f dB re landing, contact changes %lld\n",
              20 * std::log10(rest / landing), static_cast<long long>(strip.contact_changes()));
  EXPECT_EQ(strip.contact_changes(), late);
  EXPECT_GT(strip.contact_changes(), 5);
  EXPECT_LT(20 * std::log10(rest / landing), -100);
}

TEST(SolidContact, BlockSlidesAndStands) {
  constexpr double kSlope = 10 * test::kPi / 180, kFriction = 0.5, kSpeed = 0.2;
  const SolidMaterial rubber{1e8, 0.3, 1500};
  ExplicitBody block = test::brick_body(2, 2, 2, test::box_map(0.04, 0.04, 0.02), rubber);
  const double g = 9.81;
  block.set_gravity({g * std::sin(kSlope), 0, -g * std::cos(kSlope)});
  block.add_plane({{0, 0, 1}, -0.01, kFriction});
  block.set_damping(0, 2e-5);
  block.set_step(0.9 * block.critical_step());
  for (int n = 0; n < block.nodes(); ++n) block.set_velocity(n, {kSpeed, 0, 0});
  const auto centre = [&] {
    Vec3 sum;
    double mass = 0;
    for (int n = 0; n < block.nodes(); ++n)
      sum += block.mass(n) * block.position(n), mass += block.mass(n);
    return sum / mass;
  };
  const double start = centre().x;
  block.advance(static_cast<std::int64_t>(0.15 / block.step()));
  const double way = centre().x - start;
  const double exact =
      kSpeed * kSpeed / (2 * g * (kFriction * std::cos(kSlope) - std::sin(kSlope)));
  std::printf("  slides %.4f mm (%.4f)\n", 1e3 * way, 1e3 * exact);
  EXPECT_NEAR(way / exact, 1, 0.02);
  const Vec3 there = centre();
  block.advance(static_cast<std::int64_t>(0.1 / block.step()));
  EXPECT_LT(norm(centre() - there), 1e-9);
}

struct Blow {
  double restitution, duration, peak;
};

/// A steel ball onto a node in the middle of a square steel plate of 250 mm.
Blow ball_on_plate(double thickness, double radius, double speed, int cells) {
  const SheetDesign design = test::rectangle_sheet(0.25, 0.25, cells, cells, thickness);
  ExplicitBody plate = make_sheet(design);
  HertzBallDesign ball_design;
  ball_design.radius = radius;
  ball_design.mass = 7850 * 4 / 3. * test::kPi * radius * radius * radius;
  ball_design.modulus = 0.5 * 200e9 / (1 - 0.09);
  ball_design.position = {0.125, 0.125, radius + 0.5 * thickness + 1e-9};
  ball_design.velocity = {0, 0, -speed};
  HertzBall ball(plate, design.triangles, ball_design);
  const double critical = plate.critical_step();
  plate.set_step(std::min(0.9 * critical, ball.longest_step(speed, critical)));
  const double before = 0.5 * ball.mass() * speed * speed;
  Blow blow{};
  plate.before_step([&](ExplicitBody& body) { ball.step(body); });
  while (ball.velocity().z < 0 || ball.force() > 0) {
    plate.advance(1);
    if (ball.force() > 0) blow.duration += plate.step();
    blow.peak = std::max(blow.peak, ball.force());
  }
  blow.restitution = ball.velocity().z / speed;
  const double after = 0.5 * ball.mass() * norm_squared(ball.velocity()) + plate.energy().total();
  EXPECT_NEAR(after / before, 1, 2e-3);
  double momentum = ball.mass() * (ball.velocity().z + speed);
  for (int n = 0; n < plate.nodes(); ++n) momentum += plate.mass(n) * plate.velocity(n).z;
  EXPECT_NEAR(momentum, 0, 1e-11 * ball.mass() * speed);
  return blow;
}

TEST(SolidContact, BallOnPlateIsZeners) {
  for (const CsvRow& row : csv_rows("solids/ball_on_sheet.csv")) {
    if (row["h_mm"] != 4 || row.text("model (zener = Hertz + infinite plate)") != "zener") continue;
    const Blow blow = ball_on_plate(4e-3, 5e-3, 1, 64);
    std::printf("  restitution %.4f (%.4f), %.2f us (%.2f), %.1f N (%.1f)\n", blow.restitution,
                row["restitution"], 1e6 * blow.duration, row["contact_time_us"], blow.peak,
                row["max_force_N"]);
    EXPECT_NEAR(blow.restitution, row["restitution"], 0.01);
    EXPECT_NEAR(1e6 * blow.duration, row["contact_time_us"], 1);
    EXPECT_NEAR(blow.peak / row["max_force_N"], 1, 0.01);
  }
  // Too coarse a mesh makes restitution its own property: 0.19 by theory.
  EXPECT_GT(ball_on_plate(1e-3, 2.5e-3, 1, 16).restitution, 0.5);
  EXPECT_LT(coarsest_cell_under_strike({}, 1e-3, 23.8e-6), 0.25 / 16);
  EXPECT_GT(coarsest_cell_under_strike({}, 4e-3, 37e-6), 0.25 / 64);
}

}  // namespace
}  // namespace peal
