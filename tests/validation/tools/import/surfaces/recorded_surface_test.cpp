// Surfaces that another simulator moved: what is written is heard as the closed form says; what is
// not fit to be heard is refused, with the reason.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error.h"
#include "io/data/hdf5_file.h"
#include "support/closed_meshes.h"
#include "support/rendered.h"
#include "tools/import/surfaces/import_surface.h"
#include "tools/import/surfaces/surface_checks.h"

namespace peal {
namespace {

/// A sphere of 0.1 m that shakes along y: v = a Hann burst around a tone.
constexpr double kRadius = 0.1, kTone = 900, kBegin = 0.02, kLength = 0.04, kSpeedOf = 0.05;
double speed(double t) {
  const double u = (t - kBegin) / kLength;
  return u <= 0 || u >= 1 ? 0
                          : kSpeedOf * (0.5 - 0.5 * std::cos(2 * kPi * u)) *
                                std::sin(2 * kPi * kTone * (t - kBegin));
}

struct Written {
  double rate = 48000, seconds = 0.08, velocity_scale = 1;
  bool velocities = true, hole = false;
  int turned = -1;           // triangle that turns inside out
  double not_a_number = -1;  // [s]
  double key_step = 1e-3;    // [s]
  std::string kind = "closed";
};

void write(const std::filesystem::path& path, const Written& w) {
  const TriangleMesh sphere = test::icosphere(kRadius, 2);
  const std::size_t points = sphere.vertices.size();
  std::vector<double> rest, keys, times;
  for (const Vec3& x : sphere.vertices)
    for (int k = 0; k < 3; ++k) rest.push_back(x[k]);
  std::vector<std::int32_t> triangles;
  for (const auto& t : sphere.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  if (w.hole) triangles.resize(triangles.size() - 3);
  std::vector<float> velocity;
  const auto frames = static_cast<std::size_t>(w.seconds * w.rate);
  for (std::size_t k = 0; k < frames; ++k) {
    const double t = static_cast<double>(k) / w.rate;
    const double v =
        w.not_a_number >= 0 && t > w.not_a_number ? std::nan("") : w.velocity_scale * speed(t);
    for (std::size_t p = 0; p < points; ++p)
      for (int axis = 0; axis < 3; ++axis)
        velocity.push_back(static_cast<float>(axis == 1 ? v : 0));
  }
  double moved = 0, since = 0;
  for (int k = 0; k * w.key_step < w.seconds + w.key_step; ++k) {
    const double t = k * w.key_step;
    for (; since < t; since += 1e-6) moved += 1e-6 * speed(since);
    times.push_back(t);
    for (std::size_t p = 0; p < points; ++p)
      for (int axis = 0; axis < 3; ++axis)
        keys.push_back(rest[3 * p + static_cast<std::size_t>(axis)] + (axis == 1 ? moved : 0));
    if (w.turned >= 0 && k == 30) {  // one corner goes through the other side
      const auto corner =
          static_cast<std::size_t>(triangles[3 * static_cast<std::size_t>(w.turned)]);
      for (int axis = 0; axis < 3; ++axis)
        keys[keys.size() - 3 * points + 3 * corner + static_cast<std::size_t>(axis)] *= -1;
    }
  }
  Hdf5Writer file(path);
  file.attribute("format", std::string("peal surface"));
  file.attribute("version", std::int64_t{1});
  file.attribute("rate", w.rate);
  file.attribute("kind", w.kind);
  file.attribute("thickness", 1e-3);
  file.array("triangles", std::span<const std::int32_t>(triangles), {triangles.size() / 3, 3}, "1");
  file.array("rest", std::span<const double>(rest), {points, 3}, "m");
  if (w.velocities)
    file.array("velocity", std::span<const float>(velocity), {frames, points, 3}, "m/s");
  file.array("position_time", std::span<const double>(times), {times.size()}, "s");
  file.array("position", std::span<const double>(keys), {times.size(), points, 3}, "m");
  file.close();
}

std::string refusal(const Written& w) {
  test::TemporaryFolder folder;
  const auto path = folder.path() / "nodes.h5";
  write(path, w);
  try {
    import_surface(path, folder.path() / "out", [](const std::string&) {});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RecordedSurface, AShakenSphereSoundsAsTheClosedForm) {
  test::TemporaryFolder folder;
  write(folder.path() / "nodes.h5", {});
  const std::string said = import_surface(folder.path() / "nodes.h5", folder.path() / "out",
                                          [](const std::string& text) { ADD_FAILURE() << text; });
  EXPECT_NE(said.find("closed, 162 points, 320 triangles, 48000 Hz"), std::string::npos) << said;
  std::ifstream in(folder.path() / "out" / "scene.json");
  std::stringstream text;
  text << in.rdbuf();
  // A microphone straight above, at 1 m.
  std::string scene = text.str();
  const auto place = scene.find("\"position\"");
  scene.replace(place, scene.find(']', place) + 1 - place, "\"position\": [0, 1, 0]");
  std::ofstream(folder.path() / "out" / "scene.json") << scene;
  const Scene loaded = load_scene(folder.path() / "out" / "scene.json", source_declarations());
  RenderOptions options;
  options.folder = folder.path() / "sound";
  options.quiet = true, options.pictures = false;
  render(loaded, options);
  const auto sound = test::read_sound(folder.path() / "sound" / "mic.wav");
  // The exact dipole: p(r, t) = rho c a^3/r^2 ... by its transfer at the tone, slowly modulated.
  const Air air;
  const double k = 2 * kPi * kTone / air.speed_of_sound, a = kRadius, r = 1;
  const std::complex<double> ika(0, k * a), ikr(0, k * r);
  const std::complex<double> h1r = (1.0 - ikr), h1a = (2.0 - 2.0 * ika - k * k * a * a);
  const double exact = air.density * air.speed_of_sound * k * a * a * a / (r * r) * std::abs(h1r) /
                       std::abs(h1a) * kSpeedOf;
  double peak = 0;
  for (const double x : sound.channels[0]) peak = std::max(peak, std::abs(x));
  const double level = 20 * std::log10(peak / exact);
  std::printf("  peak %.4f Pa, exact %.4f Pa: %+.2f dB\n", peak, exact, level);
  EXPECT_NEAR(level, 0, 0.3);
}

TEST(RecordedSurface, WhatIsNotFitToBeHeardIsRefusedWithTheReason) {
  Written w;
  w.rate = 60, w.seconds = 2;
  EXPECT_NE(refusal(w).find("Cloth and meshes of animation"), std::string::npos) << refusal(w);
  w = {};
  w.velocities = false;
  EXPECT_NE(refusal(w).find("Positions alone are not enough"), std::string::npos) << refusal(w);
  w = {};
  w.velocity_scale = 1.1;
  EXPECT_NE(refusal(w).find("disagree by"), std::string::npos) << refusal(w);
  w = {};
  w.hole = true;
  EXPECT_NE(refusal(w).find("has a hole"), std::string::npos) << refusal(w);
  w = {};
  w.kind = "sheet";
  EXPECT_NE(refusal(w).find("the surface is closed"), std::string::npos) << refusal(w);
  w = {};
  w.turned = 7;
  EXPECT_NE(refusal(w).find("turns inside out"), std::string::npos) << refusal(w);
  w = {};
  w.not_a_number = 0.05;
  EXPECT_NE(refusal(w).find("array 'velocity': frame 24"), std::string::npos) << refusal(w);
  w = {};
  w.key_step = 5e-3;
  EXPECT_NE(refusal(w).find("expected at most 1 ms"), std::string::npos) << refusal(w);
  w = {};
  EXPECT_EQ(refusal(w), "");
}

TEST(RecordedSurface, TheExampleSimulatorIsHeard) {
  if (std::system("/usr/bin/python3 -c 'import h5py, numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "python3-h5py is not installed";
  test::TemporaryFolder folder;
  const auto file = folder.path() / "drum.h5";
  const std::string command =
      "/usr/bin/python3 " PEAL_SOURCE_DIR "/examples/surface/mass_spring.py " + file.string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  const SurfaceFindings found = check_surface(SurfaceFile(file));
  std::printf("  disagreement %.3g, top of the band %.0f dB\n", found.disagreement, found.top);
  EXPECT_LT(found.disagreement, 0.02);
  EXPECT_TRUE(found.warnings.empty());
  EXPECT_GT(found.heard, 0.01);
}

}  // namespace
}  // namespace peal
