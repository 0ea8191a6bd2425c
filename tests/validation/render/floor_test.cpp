// Sound above a floor, through all stages, against closed forms: image sources, tables of levels,
// energy; the carpet's factor; the sound of a floor that is a plate.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "physics/contact/plate_impact.h"
#include "physics/wave/exact/ball_on_floor.h"
#include "physics/wave/exact/ground_reflection.h"
#include "support/click_support.h"
#include "support/csv_rows.h"
#include "support/rendered.h"

namespace peal {
namespace {

using test::amplitude_at;
using test::decibel;
using test::render_text;

struct Tone {
  std::string sphere = "pulsating";
  Vec3 at{}, axis{0, 1, 0}, velocity{};
  double frequency = 1000, radius = 0.002;
};

std::string json(const Vec3& v) { return fmt::format("[{},{},{}]", v.x, v.y, v.z); }
std::string json(const Tone& t) {
  return fmt::format(
      R"({{"kind": "tone", "sphere": "{}", "radius": {}, "frequency": {}, "amplitude": 1,
           "position": {}, "axis": {}, "velocity": {}}})",
      t.sphere, t.radius, t.frequency, json(t.at), json(t.axis), json(t.velocity));
}

// Tones above a floor; a listener that may move.
struct Room {
  std::vector<Tone> tones;
  std::string floor = "false";
  Vec3 ear{1, 1.2, 0};
  std::string path = "[]", more = "";  // of the listener
  double duration = 0.25;
  std::string text() const {
    std::string sources;
    for (const Tone& tone : tones) sources += (sources.empty() ? "" : ",") + json(tone);
    return fmt::format(
        R"({{"peal": 1, "duration": {}, "listeners": [{{"name": "mic", "kind": "mono",
             "position": {}, "path": {} {}}}], "motion": {{"floor": {}}}, "sources": [{}]}})",
        duration, json(ear), path, more, floor, sources);
  }
  std::vector<double> sound(double block = 0.1) const {
    return render_text(text(), block).sounds[0].channels[0];
  }
};

double level_over_free(const Tone& tone, const std::string& floor, const Vec3& ear = {1, 1.2, 0}) {
  const auto level = [&](const std::string& f) {
    return decibel(amplitude_at(Room{{tone}, f, ear}.sound(), 48000, tone.frequency, 0.1, 0.24));
  };
  return level(floor) - level("false");
}

TEST(RigidFloor, LevelsAreThoseOfTheTable) {
  for (const CsvRow& row : csv_rows("impact/rigid_floor.csv"))
    for (const auto& [column, sphere, axis] :
         {std::tuple{"monopole", "pulsating", Vec3{0, 1, 0}},
          {"vertical_dipole", "oscillating", Vec3{0, 1, 0}},
          {"horizontal_dipole", "oscillating", Vec3{1, 0, 0}}}) {
      const Tone tone{sphere, {0, row["h"], 0}, axis, {}, row["f"]};
      EXPECT_NEAR(level_over_free(tone, "{}"), row[column], 0.1)
          << column << " " << row["h"] << " m, " << row["f"] << " Hz";
    }
}

TEST(RigidFloor, CombHasItsMinimaWhereTheWaysDifferByHalfAWave) {
  const double h = 0.3, near = std::hypot(1, 1.2 - h), far = std::hypot(1, 1.2 + h);
  for (const int n : {0, 1, 4}) {
    const double f = (n + 0.5) * 343.2 / (far - near);
    const auto level = [&](double at) {
      return level_over_free({"pulsating", {0, h, 0}, {0, 1, 0}, {}, at}, "{}");
    };
    EXPECT_NEAR(level(f), decibel(1 - near / far), 0.05) << f;
    EXPECT_GT(level(f * 1.03), level(f));
    EXPECT_GT(level(f / 1.03), level(f));
    EXPECT_NEAR(level((n + 1) * 343.2 / (far - near)), decibel(1 + near / far), 0.05);
  }
}

TEST(RigidFloor, PressureOnItIsTwiceThatOfFreeSpace) {
  const Tone tone{"pulsating", {0, 0.3, 0}, {0, 1, 0}, {}, 3000};
  EXPECT_NEAR(level_over_free(tone, "{}", {1, 0, 0}), decibel(2), 1e-3);
}

TEST(RigidFloor, ReflectionFactorScalesTheImage) {
  const double h = 0.3, near = std::hypot(1, 1.2 - h), far = std::hypot(1, 1.2 + h);
  const double f = 0.5 * 343.2 / (far - near);
  const Tone tone{"pulsating", {0, h, 0}, {0, 1, 0}, {}, f};
  EXPECT_NEAR(level_over_free(tone, R"({"reflection": 0.5})"), decibel(1 - 0.5 * near / far), 0.05);
  EXPECT_EQ(level_over_free(tone, R"({"reflection": 0})"), 0);
}

// A monopole at height h radiates 1 + sin(2kh)/(2kh) times what it does in free space.
TEST(RigidFloor, PowerOfAMonopoleIsThatOfTheClosedForm) {
  const double place[4] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                           0.93056815579702629},
               weight[4] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                            0.17392742256872693};
  for (const double kh : {0.4, 1.5, 3.0}) {
    const double f = 800, h = kh / (2 * kPi * f / 343.2);
    double power = 0;
    for (int i = 0; i < 4; ++i) {
      const double up = place[i], r = 20;
      const Vec3 ear{r * std::sqrt(1 - up * up), r * up, 0};
      const Tone tone{"pulsating", {0, h, 0}, {0, 1, 0}, {}, f};
      power += weight[i] * std::pow(10, level_over_free(tone, "{}", ear) / 10) / 2;
    }
    EXPECT_NEAR(power, 1 + std::sin(2 * kh) / (2 * kh), 0.01) << kh;
  }
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double off = 0, most = 0;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    off = std::max(off, std::abs(a[n] - b[n])), most = std::max(most, std::abs(b[n]));
  return off / most;
}

// An image source, mirrored by hand, is another way than an image of the ear: places, axes,
// velocities and Doppler shifts must all be the same.
TEST(RigidFloor, ImageOfTheEarIsTheImageOfTheSource) {
  Tone tone{"oscillating", {-2, 3.6, 0.4}, {0.6, 0.8, 0}, {15, -12, 3}, 1500, 0.02};
  Tone image = tone;
  for (Vec3* v : {&image.at, &image.axis, &image.velocity}) v->y = -v->y;
  image.at.y += 2 * 0.5;
  const std::string path = R"([{"time": 0.25, "position": [4, 2, 1]}])";
  const auto got = Room{{tone}, R"({"height": 0.5})", {1, 1.2, 0}, path}.sound();
  const auto expected = Room{{tone, image}, "false", {1, 1.2, 0}, path}.sound();
  EXPECT_LT(largest_difference(got, expected), 2e-5);
  const auto free = Room{{tone}, "false", {1, 1.2, 0}, path}.sound();
  EXPECT_GT(largest_difference(got, free), 0.1);
}

TEST(RigidFloor, WithoutTravelTimeTheReflectionIsLateByItsLongerWay) {
  const double h = 0.3, near = std::hypot(1, 1.2 - h), far = std::hypot(1, 1.2 + h);
  const Tone tone{"pulsating", {0, h, 0}, {0, 1, 0}, {}, 0.5 * 343.2 / (far - near)};
  const auto level = [&](const char* floor) {
    Room room{{tone}, floor};
    room.more = R"(, "travel_time": false)";
    return decibel(amplitude_at(room.sound(), 48000, tone.frequency, 0.1, 0.24));
  };
  EXPECT_NEAR(level("{}") - level("false"), decibel(1 - near / far), 0.05);
}

TEST(Floor, WhatIsUnderItHasNoReflection) {
  const Tone above{"pulsating", {0, 0.3, 0}}, under{"pulsating", {0, -0.3, 0}};
  const Vec3 ear{1, 1.2, 0}, cellar{1, -1.2, 0};
  EXPECT_EQ((Room{{under}, "{}", ear}.sound()), (Room{{under}, "false", ear}.sound()));
  EXPECT_EQ((Room{{above}, "{}", cellar}.sound()), (Room{{above}, "false", cellar}.sound()));
  // Falling through: nothing breaks, the reflection fades within a hundredth of a second.
  const Tone falls{"pulsating", {0, 0.3, 0}, {0, 1, 0}, {0, -3, 0}};
  const auto got = Room{{falls}, "{}", ear}.sound(), free = Room{{falls}, "false", ear}.sound();
  EXPECT_NEAR(got.back(), free.back(), 1e-6);
  EXPECT_GT(std::abs(amplitude_at(got, 48000, 1000, 0.02, 0.05) /
                         amplitude_at(free, 48000, 1000, 0.02, 0.05) -
                     1),
            0.05);
}

TEST(Carpet, LevelIsThatOfTheFactorOfAPointSource) {
  const double h = 0.4;
  const double near = std::hypot(1, 1.2 - h), far = std::hypot(1, 1.2 + h);
  const PorousLayer layer{0.010, 3e4};
  for (const double f : {250.0, 1000.0, 4000.0, 8000.0, 16000.0}) {
    const double k = 2 * kPi * f / 343.2;
    const auto q = point_reflection(admittance(layer, f, 343.2), (1.2 + h) / far, k * far);
    const double expected =
        decibel(std::abs(1.0 + q * near / far * std::polar(1.0, k * (far - near))));
    EXPECT_NEAR(level_over_free({"pulsating", {0, h, 0}, {0, 1, 0}, {}, f},
                                R"({"covering": {"thickness": 0.01, "flow_resistivity": 3e4}})"),
                expected, 0.2)
        << f;
  }
}

TEST(Carpet, SamplesDoNotDependOnHowTimeIsCut) {
  const Tone tone{"oscillating", {-2, 3.6, 0.4}, {0.6, 0.8, 0}, {15, -12, 3}, 1500, 0.02};
  const Room room{{tone},
                  R"({"height": 0.5, "covering": {}})",
                  {1, 1.2, 0},
                  R"([{"time": 0.25, "position": [4, 2, 1]}])"};
  const auto whole = room.sound(0.25);
  EXPECT_EQ(whole, room.sound(0.0013));
  EXPECT_EQ(whole, room.sound(0.017));
}

TEST(Floor, ReportSaysWhatItDoes) {
  const Tone tone{"pulsating", {0, 0.3, 0}};
  EXPECT_FALSE(render_text(Room{{tone}}.text()).report.floor);
  const auto bare = render_text(Room{{tone}, "{}"}.text()).report;
  ASSERT_TRUE(bare.floor);
  EXPECT_EQ(bare.floor->reflection, 1);
  EXPECT_TRUE(bare.floor->reflection_is.starts_with("by default"));
  EXPECT_NE(to_json(bare).find("\"reflection_is\": \"by default"), std::string::npos);
  const auto said = render_text(Room{{tone}, R"({"reflection": 0.96})"}.text()).report;
  EXPECT_EQ(said.floor->reflection, 0.96);
  EXPECT_EQ(said.floor->reflection_is, "as the scene says");
}

// A steel ball of 7.5 mm drops on a steel floor.
constexpr double kBall = 0.0075, kFall = 0.1, kBounce = 0.4;

std::vector<double> dropped(const Vec3& ear, const std::string& floor, const std::string& source) {
  return render_text(fmt::format(
                         R"({{"peal": 1, "duration": 0.2,
    "listeners": [{{"name": "mic", "kind": "mono", "position": {}}}],
    "materials": {{"ball": {{"young": 200e9, "poisson": 0.29, "density": 7850}}}},
    "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": {}}}, "material": "ball",
                  "position": [0, {}, 0]}}],
    "motion": {{"rebound": "materials", "floor": {{"material": "ball", "restitution": {} {}}}}},
    "sources": [{{"kind": "{}"}}]}})",
                         json(ear), kBall, kFall + kBall, kBounce, floor, source))
      .sounds[0]
      .channels[0];
}

struct BallImpact {
  double speed = std::sqrt(2 * 9.81 * kFall), time = std::sqrt(2 * kFall / 9.81);
  double mass = 4 * kPi / 3 * kBall * kBall * kBall * 7850;
  double contact =
      2.8682656991953314 *
      std::pow(mass * mass / (kBall * std::pow(200e9 / (1 - 0.29 * 0.29) / 2, 2) * speed), 0.2);
  double impulse = (1 + kBounce) * mass * speed;
};

// The ball and its image, which is accelerated the other way, each with the exact field of a
// sphere: by third octaves at 30 degrees.
TEST(BallOnTheFloor, ClicksAsTwoSpheresThatAreThrownApart) {
  const BallImpact impact;
  const ClickSphere sphere{kBall, Air{}};
  const double elevation = kPi / 6;
  const Vec3 ear{std::cos(elevation), std::sin(elevation), 0};
  const auto sound = dropped(ear, "", "click");
  const double rate = 48000, first = std::floor((impact.time + 1 / 343.2) * rate) - 200;
  const std::vector<double> got(sound.begin() + static_cast<std::ptrdiff_t>(first),
                                sound.begin() + static_cast<std::ptrdiff_t>(first) + 600);
  const double fine = 1e-7;
  std::vector<double> known;
  const Vec3 from = ear - Vec3{0, kBall, 0}, mirrored = Vec3{ear.x, -ear.y, 0} - Vec3{0, kBall, 0};
  for (double t = first / rate; t < (first + 600) / rate; t += fine) {
    double p = 0;
    for (const Vec3& ray : {from, mirrored})
      p += sphere.half_sine(norm(ray), ray.y / norm(ray), t - impact.time, impact.contact);
    known.push_back(kPi * impact.impulse / impact.mass / (2 * impact.contact) * p);
  }
  for (double f = 200; f < 20000; f *= std::cbrt(2)) {
    double a = 0, b = 0;
    for (int i = 0; i < 8; ++i) {
      const double at = std::min(f * std::pow(2, (i - 3.5) / 24), 20000.0);
      a += std::norm(test::spectrum_at(got, first, 1 / rate, at));
      b += std::norm(test::spectrum_at(known, first / rate / fine, fine, at));
    }
    EXPECT_NEAR(decibel(std::sqrt(a / b)), 0, 0.3) << f;
  }
}

// The same against the exact field of both together, which feel each other.
TEST(BallOnTheFloor, ClicksExactlyWhenCoupled) {
  const BallImpact impact;
  const double rate = 48000;
  for (const double degrees : {10.0, 30.0, 60.0}) {
    const double elevation = degrees * kPi / 180;
    const Vec3 ear{std::cos(elevation), std::sin(elevation), 0};
    const auto sound = dropped(ear, "", R"(click", "floor_balls": "coupled)");
    const double first = std::floor((impact.time + 1 / 343.2) * rate) - 300;
    const std::vector<double> got(sound.begin() + static_cast<std::ptrdiff_t>(first),
                                  sound.begin() + static_cast<std::ptrdiff_t>(first) + 900);
    for (double f = 200; f < 20000; f *= std::cbrt(2)) {
      double a = 0, b = 0;
      for (int i = 0; i < 8; ++i) {
        const double at = std::min(f * std::pow(2, (i - 3.5) / 24), 20000.0);
        a += std::norm(test::spectrum_at(got, first, 1 / rate, at));
        const BallOnFloor ball(kBall, kBall, 0, 2 * kPi * at / 343.2, Air{}, 24);
        const double y = at * impact.contact;  // spectrum of a half-sine of integral 1
        const double force = std::cos(kPi * y) / (1 - 4 * y * y);
        b += std::norm(ball.pressure(ear.x, ear.y) * impact.impulse / impact.mass * force);
      }
      // Of the little that is left below 700 Hz the tables' own rest is a part.
      EXPECT_NEAR(decibel(std::sqrt(a / b)), 0, f > 700 ? 0.3 : 2)
          << degrees << " degrees, " << f << " Hz";
    }
  }
}

// p = rho0 F(t - R/c) / (2 pi R rho h): below the band's end the peak is that of the half-sine.
TEST(PlateFloor, SoundsWithTheForceThatHitsIt) {
  const BallImpact impact;
  const Vec3 ear{0.6, 0.8, 0};
  const std::string plate = R"(, "kind": "plate", "thickness": 0.02)";
  auto got = dropped(ear, plate, "impact");
  const auto ball = dropped(ear, "", "impact");
  double sum = 0, peak = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double p = got[n] - ball[n];
    sum += p / 48000;
    if (std::abs(p) > std::abs(peak)) peak = p;
  }
  const double strength = 1.2041 / (2 * kPi * 7850 * 0.02);
  // The impulse of the pressure is that of the force: no image doubles it. Pushed down, the plate
  // draws the air above after it.
  EXPECT_NEAR(sum / (-strength * impact.impulse), 1, 0.002);
  // Contact of 39 us: band-limited, the peak of the half-sine is flattened a little.
  const double force = kPi * impact.impulse / (2 * impact.contact);
  EXPECT_LT(-peak, strength * force * 1.05);
  EXPECT_GT(-peak, strength * force * 0.55);
}

TEST(PlateFloor, SlowForcesAreHeardAsTheyAre) {
  // Rubber: a contact of a millisecond, far below the band's end.
  const auto sound = [&](const std::string& more) {
    return render_text(fmt::format(
                           R"({{"peal": 1, "duration": 0.2,
      "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 1, 0]}}],
      "materials": {{"soft": {{"young": 5e6, "poisson": 0.29, "density": 1100}}}},
      "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": 0.02}},
                    "material": "soft", "position": [0, 0.12, 0], "sound": "none"}}],
      "motion": {{"rebound": "materials",
                  "floor": {{"material": "oak", "restitution": 0.5 {}}}}},
      "sources": [{{"kind": "impact"}}]}})",
                           more))
        .sounds[0]
        .channels[0];
  };
  double peak = 0;
  for (const double p : sound(R"(, "kind": "plate", "thickness": 0.02)"))
    peak = std::max(peak, std::abs(p));
  const Scene scene = test::scene_from(R"({"peal": 1, "duration": 1,
      "listeners": [{"name": "mic", "position": [0, 1, 0]}], "motion": {"floor": {"material":
      "oak"}}, "sources": []})");
  const Material& oak = scene.material("oak");
  const double mass = 4 * kPi / 3 * 8e-6 * 1100, speed = std::sqrt(2 * 9.81 * 0.1);
  const double modulus = 1 / ((1 - 0.29 * 0.29) / 5e6 + 1 / plane_strain_modulus(oak));
  const double contact =
      2.8682656991953314 * std::pow(mass * mass / (0.02 * modulus * modulus * speed), 0.2);
  // Hunt and Crossley's force of restitution 0.5 peaks at 1.063 m v/T, contact = 3.218 T; the plate
  // takes a little of it, and what is heard is a pulse of the same impulse, centroid, width and
  // skewness, which has no thin tail: its peak is 1.4 dB lower.
  const double force = 1.063 * mass * speed / (contact / 3.218223);
  EXPECT_NEAR(peak / (1.2041 * force / (2 * kPi * oak.density * 0.02)), 0.85, 0.02);
  for (const double p : sound("")) EXPECT_EQ(p, 0);
}

}  // namespace
}  // namespace peal
