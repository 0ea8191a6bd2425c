// The scenes of O'Brien, Cook and Essl as motions: which modes a blow brings out, how often a bowl
// bounces, partials of a vibraphone bar.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/constants.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/scene_motion.h"
#include "motion/solids/solid_world.h"
#include "scene/load.h"

namespace peal {
namespace {

nlohmann::json paper_scene(const std::string& name) {
  return nlohmann::json::parse(
      std::ifstream(PEAL_SOURCE_DIR "/scenes/obrien2001/" + name + ".json"));
}

struct SceneRun {
  explicit SceneRun(const nlohmann::json& text)
      : scene(parse_scene(silent(text), "test", {}, {})),
        rigid(rigid_setup(scene)),
        solids(scene, which()) {}
  static std::string silent(nlohmann::json text) {
    text.erase("sources");
    return text.dump();
  }
  std::vector<int> which() const {
    std::vector<int> out;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
      if (scene.objects[i].body == BodyKind::solid) out.push_back(int(i));
    return out;
  }
  /// Calls look() after every rigid step.
  template <class Look>
  void until(double time, const Look& look) {
    while (rigid.world().time() < time - 1e-9) {
      const double t1 = rigid.coming();
      happened.shapes.clear();
      solids.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
      rigid.step(t1);
      look();
    }
  }
  const Scene scene;
  RigidMotion rigid;
  SolidWorld solids;
  MotionBlock happened;
};

/// Of a signal at `rate`, through a Hann window.
double level_at(const std::vector<double>& x, double rate, double frequency) {
  std::complex<double> sum;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double w = 0.5 - 0.5 * std::cos(2 * kPi * (double(n) + 0.5) / double(x.size()));
    sum += w * x[n] * std::polar(1.0, -2 * kPi * frequency * double(n) / rate);
  }
  return std::abs(sum);
}

double peak_between(const std::vector<double>& x, double rate, double low, double high) {
  double best = low, most = 0;
  for (double f = low; f < high; f += 1)
    if (const double level = level_at(x, rate, f); level > most) most = level, best = f;
  return best;
}

/// Acceleration along an axis of the point nearest to `at`, from a time on.
std::vector<double> heard_at(const nlohmann::json& text, const Vec3& at, int axis, double from,
                             double to, double& rate) {
  SceneRun run(text);
  rate = run.scene.motion.rod_rate;
  std::vector<double> out;
  const SolidSurface surface = scene_solid_surface(run.scene, run.scene.objects[0]);
  int point = 0;
  for (std::size_t p = 0; p < surface.rest.size(); ++p)
    if (norm(surface.rest[p] - at) < norm(surface.rest[point] - at)) point = int(p);
  run.until(to, [&] {
    if (run.rigid.world().time() < from) return;
    for (const ShapeSamples& s : run.happened.shapes)
      if (s.object == 0 && s.points > 0)
        for (int n = 0; n < s.count; ++n) out.push_back(s.acceleration_of(point, axis)[n]);
  });
  return out;
}

TEST(SolidScenes, BlowInTheMiddleLeavesOutModesWithANodeThere) {
  nlohmann::json centre = paper_scene("struck_plate_centre"), off = paper_scene("struck_plate_off");
  for (auto* scene : {&centre, &off}) (*scene)["objects"][0]["solid"]["cells"] = 14;
  // Where modes (1, 2), (2, 1) and (2, 2) move: a quarter beside the middle both ways.
  double rate = 0;
  const Vec3 place{0.0625, 0, 0.0625};
  const auto a = heard_at(centre, place, 1, 0.012, 0.16, rate);
  const auto b = heard_at(off, place, 1, 0.012, 0.16, rate);
  // Clamped squares: lambda 35.99, 73.41, 108.3, 131.6 (1,3), 165.2 (2,3). [Leissa 1969]
  const double first = peak_between(b, rate, 240, 320);
  EXPECT_NEAR(
      first,
      35.99 / (2 * kPi) * std::sqrt(200e9 * 4e-6 / (12 * (1 - 0.29 * 0.29) * 7850)) / (0.25 * 0.25),
      0.025 * first);
  const auto down = [&](double lambda) {
    const double f =
        peak_between(b, rate, 0.96 * first * lambda / 35.99, 1.02 * first * lambda / 35.99);
    const double d = 20 * std::log10(level_at(a, rate, f) / level_at(b, rate, f));
    std::printf("  %.0f Hz: %.1f dB\n", f, d);
    return d;
  };
  EXPECT_LT(down(73.41), -30);
  EXPECT_LT(down(165.2), -30);
  // And modes without one are there either way.
  EXPECT_NEAR(20 * std::log10(level_at(a, rate, first) / level_at(b, rate, first)), 0, 10);
}

TEST(SolidScenesSlow, BowlBouncesFiveTimesAndEachTimeInAnotherWay) {
  nlohmann::json scene = paper_scene("solid_bowl");
  scene["objects"][0]["solid"]["cells"] = 8;
  SceneRun run(scene);
  const double rate = run.scene.motion.rod_rate, begin = -run.scene.motion.preroll;
  std::vector<double> impacts, heard;  // heard: by a point of the rim, along the axis at the start
  double last = -1;
  std::size_t seen = 0;
  run.until(0.7, [&] {
    for (; seen < run.happened.pushes.size(); ++seen) {
      const double t = run.happened.pushes[seen].time;
      if (t - last > 0.01) impacts.push_back(t);
      last = t;
    }
    for (const ShapeSamples& s : run.happened.shapes)
      if (s.points > 0)
        for (int n = 0; n < s.count; ++n) heard.push_back(s.acceleration_of(s.points - 1, 1)[n]);
  });
  std::printf("  %zu impacts\n", impacts.size());
  ASSERT_GE(impacts.size(), 5u);
  // Two partials between one impact and the next: which is louder, and by how much.
  const auto after = [&](std::size_t impact) {
    const auto from = static_cast<std::size_t>((impacts[impact] + 0.012 - begin) * rate),
               to = static_cast<std::size_t>((impacts[impact + 1] - 0.004 - begin) * rate);
    return std::vector<double>(heard.begin() + from, heard.begin() + std::min(to, heard.size()));
  };
  const auto first = after(0);
  const double lowest = peak_between(first, rate, 300, 700);
  double widest = 0;  // [dB] how differently a partial is brought out against the lowest
  for (const auto& [from, to] : {std::pair{900, 1700}, {1800, 2700}, {3000, 4200}, {5000, 6000}}) {
    const double f = peak_between(first, rate, from, to);
    double least = 1e9, most = -1e9;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto x = after(k);
      const double level = 20 * std::log10(level_at(x, rate, f) / level_at(x, rate, lowest));
      least = std::min(least, level), most = std::max(most, level);
    }
    std::printf("  %.0f Hz over %.0f Hz: from %.1f to %.1f dB\n", f, lowest, least, most);
    widest = std::max(widest, most - least);
  }
  EXPECT_GT(widest, 3);  // what anyone hears
}

TEST(SolidScenes, VibraphoneBarHasItsPartials) {
  nlohmann::json scene = paper_scene("vibraphone_fine");
  scene["objects"] = nlohmann::json::array({scene["objects"][0]});
  scene["motion"] = {{"gravity", {0, 0, 0}}};
  scene["objects"][0]["solid"]["strikes"][0]["time"] = 0.001;
  scene["objects"][0]["solid"]["strikes"][0]["duration"] = 0.0003;
  double rate = 0;
  const auto x = heard_at(scene, {0.185, 0, 0.0285}, 1, 0.002, 0.12, rate);
  const double f1 = peak_between(x, rate, 150, 220), f2 = peak_between(x, rate, 600, 900),
               f3 = peak_between(x, rate, 1500, 2300);
  std::printf("  %.1f, %.1f, %.1f Hz: 1 : %.3f : %.3f\n", f1, f2, f3, f2 / f1, f3 / f1);
  EXPECT_NEAR(f2 / f1, 4, 0.08);
  EXPECT_NEAR(f3 / f1, 10, 0.2);
}

}  // namespace
}  // namespace peal
