// Clicks through all four stages against the closed form of a sphere that is accelerated.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "physics/contact/hertz.h"
#include "support/click_support.h"
#include "support/rendered.h"

namespace peal {
namespace {

const Air kAir;
constexpr double kRadius = 0.0075, kDensity = 7850, kYoung = 200e9, kPoisson = 0.29;
constexpr double kMass = 4 * kPi / 3 * kRadius * kRadius * kRadius * kDensity;
constexpr double kModulus = kYoung / (1 - kPoisson * kPoisson);

// Hertz as the sheets have it: duration for reduced mass, radius and modulus, and speed.
double hertz_time(double mass, double radius, double modulus, double speed) {
  return 2.8682656991953314 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
}

constexpr double kDrop = 0.1, kRestitution = 0.4;  // [m]
const double kSpeed = std::sqrt(2 * 9.81 * kDrop), kImpact = std::sqrt(2 * kDrop / 9.81);
const double kContact = hertz_time(kMass, kRadius, kModulus / 2, kSpeed);

struct Dropped {
  Vec3 mic;
  std::string click = R"({"kind": "click"})";
};

// A steel ball falls on a steel floor; the sound of its first touch, without what the floor throws
// back (floor_test.cpp).
std::vector<float> heard(const Dropped& scene) {
  const auto got = test::render_text(fmt::format(
      R"({{"peal": 1, "duration": 0.2,
    "listeners": [{{"name": "mic", "kind": "mono", "position": [{}, {}, {}]}}],
    "materials": {{"ball": {{"young": 200e9, "poisson": 0.29, "density": 7850}}}},
    "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": 0.0075}},
                  "material": "ball", "position": [0, {}, 0]}}],
    "motion": {{"floor": {{"material": "ball", "restitution": {}, "reflection": 0}}}},
    "sources": [{}]}})",
      scene.mic.x, scene.mic.y, scene.mic.z, kDrop + kRadius, kRestitution, scene.click));
  EXPECT_EQ(got.report.objects[0].count("clicks"), 1);
  return {got.sounds[0].channels[0].begin(), got.sounds[0].channels[0].end()};
}

// Around the arrival of the sound of the first touch.
struct Around {
  std::int64_t first;
  std::vector<float> samples;
};
Around around_impact(const std::vector<float>& sound, double distance) {
  const auto middle = static_cast<std::int64_t>((kImpact + distance / kAir.speed_of_sound) * 48000);
  return {middle - 200, {sound.begin() + middle - 200, sound.begin() + middle + 400}};
}

template <class Known>
double error(const Dropped& scene, const Known& known) {
  const Vec3 from_ball = scene.mic - Vec3{0, kRadius, 0};
  const Around got = around_impact(heard(scene), norm(from_ball));
  return test::band_error(
      got.samples, got.first, 48000,
      [&](double t) { return known(norm(from_ball), from_ball.y / norm(from_ball), t - kImpact); },
      20000, 2e-7);
}

const double kChange = (1 + kRestitution) * kSpeed;  // [m/s] of the ball's velocity

TEST(DroppedBall, ClicksAsTheClosedFormSays) {
  const ClickSphere ball{kRadius, kAir};
  for (const Vec3& mic : {Vec3{0, 0.3, 0.3}, Vec3{0.01, 0.03, 0}, Vec3{1, 2, -1}}) {
    const double off = error({mic}, [&](double r, double cosine, double t) {
      return kPi * kChange / (2 * kContact) * ball.half_sine(r, cosine, t, kContact);
    });
    EXPECT_LT(off, 0.02) << mic.y;
    RecordProperty(fmt::format("error_at_{}", mic.y), fmt::format("{:.2e}", off));
  }
}

TEST(DroppedBall, ClicksFillTheBandOfAWiderOutput) {
  // A ball of 2 mm touches for 10 us: at 96 kHz its click goes on to 40 kHz, in max_frequency's 20
  // or not, as modes do.
  constexpr double radius = 0.002;
  const double mass = kMass * std::pow(radius / kRadius, 3);
  const double contact = hertz_time(mass, radius, kModulus / 2, kSpeed);
  const Vec3 mic{0.1, 0.3, 0.1}, from_ball = mic - Vec3{0, radius, 0};
  const auto got = test::render_text(fmt::format(
      R"({{"peal": 1, "duration": 0.2, "output": {{"rate": 96000}},
    "listeners": [{{"name": "mic", "kind": "mono", "position": [{}, {}, {}]}}],
    "materials": {{"ball": {{"young": 200e9, "poisson": 0.29, "density": 7850}}}},
    "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": {}}},
                  "material": "ball", "position": [0, {}, 0]}}],
    "motion": {{"floor": {{"material": "ball", "restitution": {}, "reflection": 0}}}},
    "sources": [{{"kind": "click"}}]}})",
      mic.x, mic.y, mic.z, radius, kDrop + radius, kRestitution));
  const std::vector<double>& sound = got.sounds[0].channels[0];
  const auto middle =
      static_cast<std::int64_t>((kImpact + norm(from_ball) / kAir.speed_of_sound) * 96000);
  const std::vector<float> samples(sound.begin() + middle - 400, sound.begin() + middle + 400);
  const ClickSphere ball{radius, kAir};
  const double off = test::band_error(
      samples, middle - 400, 96000,
      [&](double t) {
        return kPi * kChange / (2 * contact) *
               ball.half_sine(norm(from_ball), from_ball.y / norm(from_ball), t - kImpact, contact);
      },
      38000, 1e-7);
  EXPECT_LT(off, 0.02);
}

TEST(DroppedBall, ProfilesOfTheForceAreHeard) {
  const ClickSphere ball{kRadius, kAir};
  const Vec3 mic{0.1, 0.3, 0.1};
  const double shorter = 0.877 * kContact, fall = kRestitution * kContact / 2;
  EXPECT_LT(error({mic, R"({"kind": "click", "profile": "closest"})"},
                  [&](double r, double cosine, double t) {
                    return kPi * kChange / (2 * shorter) *
                           ball.half_sine(r, cosine, t - (kContact - shorter) / 2, shorter);
                  }),
            0.02);
  EXPECT_LT(error({mic, R"({"kind": "click", "profile": "inelastic"})"},
                  [&](double r, double cosine, double t) {
                    return kPi * kChange / (2 * (kContact / 2 + fall)) *
                           ball.two_quarters(r, cosine, t, kContact / 2, fall);
                  }),
            0.02);
}

TEST(DroppedBall, PressureOverTimeIsTheMomentum) {
  const Vec3 mic{0.02, 0.05, 0};
  const Vec3 from_ball = mic - Vec3{0, kRadius, 0};
  const double r = norm(from_ball), cosine = from_ball.y / r;
  double sum = 0;
  for (const float p : around_impact(heard({mic}), r).samples)
    sum += static_cast<double>(p) / 48000;
  const double expected =
      kAir.density * kRadius * kRadius * kRadius * cosine / (2 * r * r) * kChange;
  EXPECT_NEAR(sum / expected, 1, 0.005);
}

TEST(TwoBalls, ClickTogether) {
  const double speed = 1, gap = 0.01, restitution = 0.5;  // [m/s] closing
  const auto got = test::render_text(fmt::format(
      R"({{"peal": 1, "duration": 0.1,
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0.15, 0.02, 0.05]}}],
    "materials": {{"ball": {{"young": 200e9, "poisson": 0.29, "density": 7850,
                             "restitution": {}}}}},
    "objects": [{{"name": "a", "shape": {{"kind": "sphere", "radius": 0.0075}}, "material": "ball",
                  "position": [{}, 0, 0], "velocity": [-0.5, 0, 0]}},
                {{"name": "b", "shape": {{"kind": "sphere", "radius": 0.0075}}, "material": "ball",
                  "position": [{}, 0, 0], "velocity": [0.5, 0, 0]}}],
    "motion": {{"gravity": [0, 0, 0]}},
    "sources": [{{"kind": "click"}}]}})",
      restitution, kRadius + gap / 2, -kRadius - gap / 2));
  const std::vector<float> sound{got.sounds[0].channels[0].begin(),
                                 got.sounds[0].channels[0].end()};
  const double time = gap / speed;
  const double contact = hertz_time(kMass / 2, kRadius / 2, kModulus / 2, speed);
  const double peak = kPi / (2 * contact) * (1 + restitution) * speed / 2;
  const ClickSphere ball{kRadius, kAir};
  const Vec3 mic{0.15, 0.02, 0.05};
  const auto one = [&](double side, double t) {  // centre at side * radius, pushed to that side
    const Vec3 ray = mic - Vec3{side * kRadius, 0, 0};
    return side * peak * ball.half_sine(norm(ray), ray.x / norm(ray), t - time, contact);
  };
  const std::vector<float> part(sound.begin() + 300, sound.begin() + 1200);
  const double off = test::band_error(
      part, 300, 48000, [&](double t) { return one(1, t) + one(-1, t); }, 20000, 2e-7);
  EXPECT_LT(off, 0.02);
}

TEST(Clicks, WhatIsHeldDoesNotClick) {
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.2,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
    "objects": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.0075},
                 "material": "steel", "position": [0, 0.1575, 0]},
                {"name": "anvil", "shape": {"kind": "box", "size": [0.1, 0.1, 0.1]},
                 "material": "steel", "position": [0, 0, 0], "static": true}],
    "sources": [{"kind": "click"}]})");
  EXPECT_GE(got.report.objects[0].count("clicks"), 1);
  EXPECT_EQ(got.report.objects[1].count("clicks"), 0);
}

TEST(Clicks, StemsOfClickingAndRingingAddUp) {
  const test::TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.pictures = false, options.quiet = true;
  render(test::scene_from(R"({"peal": 1, "duration": 0.25,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.1, 0.006, 0.012]},
                 "material": "steel", "position": [0, 0.1, 0], "quality": "draft",
                 "rotation": {"axis": [0, 0, 1], "angle": 10}}],
    "motion": {"floor": {"material": "steel"}},
    "sources": [{"kind": "impact"}, {"kind": "click"}],
    "output": {"stems": "mechanisms"}})"),
         options);
  const auto samples = [&](const char* file) {
    return test::read_sound(folder.path() / file).channels[0];
  };
  const auto whole = samples("mic.wav"), ring = samples("mic-impact.wav"),
             click = samples("mic-click.wav");
  double loudest = 0, clicks = 0;
  for (const double x : whole) loudest = std::max(loudest, std::abs(x));
  for (const double x : click) clicks = std::max(clicks, std::abs(x));
  EXPECT_GT(clicks, 0);
  for (std::size_t n = 0; n < whole.size(); ++n)
    ASSERT_NEAR(whole[n], ring[n] + click[n], 1e-6 * loudest) << n;
}

}  // namespace
}  // namespace peal
