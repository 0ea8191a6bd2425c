// Takes that other programs made: bodies that bounce harder than they can, impacts without speed,
// bodies that do not give way, more blows at once than are followed. Each is told once, in a
// sentence, and what is heard stays finite.
#include <gtest/gtest.h>

#include <algorithm>

#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "support/rendered.h"

namespace peal {
namespace {

const std::string kDisc = R"({"peal": 1, "duration": 0.3, "quality": "draft",
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0.5]}],
  "objects": [{"name": "disc", "shape": {"kind": "coin", "radius": 0.1, "thickness": 0.001,
    "rim_width": 0, "field_thickness": 0.001}, "material": "steel", "position": [0, 0.05, 0],
    "rotation": {"axis": [1, 0, 0], "angle": 20}}],
  "motion": {"floor": {"material": "concrete"}, "rebound": "materials"},
  "sources": [{"kind": "impact"}, {"kind": "click"}]})";

/// The scene's motion by the restitution of its materials, as if somebody else had made it.
Take elsewhere(const Scene& scene) {
  Take take = simulate_take(scene);
  take.motion_key.clear();
  take.origin = "test";
  return take;
}

test::Rendered render_take(const std::string& text, const Take& take) {
  const test::TemporaryFolder folder;
  write_take_file(folder.path() / "x.take", take);
  RenderOptions options;
  options.folder = folder.path() / "out";
  options.take = folder.path() / "x.take";
  options.pictures = false, options.quiet = true, options.motion_files = false;
  test::Rendered out{render(test::scene_from(text), options), {}, {}};
  out.sounds.push_back(test::read_sound(out.report.listeners[0].file));
  return out;
}

std::vector<std::string> lines_with(const RenderReport& report, const std::string& words) {
  std::vector<std::string> found;
  for (const std::string& line : report.warnings)
    if (line.find(words) != std::string::npos) found.push_back(line);
  return found;
}

std::int64_t count(const RenderReport& report, const std::string& name) {
  for (const Fact& fact : report.facts)
    if (fact.name == name) return std::get<std::int64_t>(fact.value);
  return 0;
}

double peak_of(const test::Rendered& rendered) {
  double peak = 0;
  for (const double x : rendered.sounds[0].channels[0]) {
    EXPECT_TRUE(std::isfinite(x));
    peak = std::max(peak, std::abs(x));
  }
  return peak;
}

// A rim of 1 mm steel hardly rebounds at first and leaves with what its lowest mode gives back; no
// blow returns 0.99 of the speed everywhere (tests/data/impact/thin_body_drop.csv: 0.78).
TEST(ForeignTake, BouncedHarderThanTheBodiesCanIsToldOnce) {
  const Scene scene = test::scene_from(kDisc);
  Take take = elsewhere(scene);
  ASSERT_GE(take.impacts.size(), 2u);
  const double usual = scene.material("steel").restitution;
  Take hard = take;
  for (Impact& impact : hard.impacts) impact.impulse *= 2.2 / (1 + usual);
  const test::Rendered got = render_take(kDisc, hard);
  const auto told = lines_with(got.report, "bounced harder than the bodies can");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("'disc' from 'floor' at "), std::string::npos) << told[0];
  const std::int64_t too_hard = count(got.report, "take.bounced_too_hard");
  EXPECT_GT(too_hard, 0);
  EXPECT_LE(too_hard, static_cast<std::int64_t>(hard.impacts.size()));
  EXPECT_TRUE(told[0].starts_with(std::to_string(too_hard) + " of ")) << told[0];
  EXPECT_GT(peak_of(got), 0);

  // The same motion of a program that let them bounce less, and our own: nothing to say.
  for (Impact& impact : take.impacts) impact.impulse *= 1.05 / (1 + usual);
  EXPECT_TRUE(lines_with(render_take(kDisc, take).report, "bounced harder").empty());
  EXPECT_TRUE(lines_with(test::render_text(kDisc).report, "bounced harder").empty());
}

TEST(ForeignTake, WithoutSpeedsIsHeardByItsImpulses) {
  const Scene scene = test::scene_from(kDisc);
  const Take take = elsewhere(scene);
  Take bare = take;
  for (Impact& impact : bare.impacts) impact.closing_speed = 0;
  const test::Rendered got = render_take(kDisc, bare);
  const auto told = lines_with(got.report, "do not say how fast the bodies closed");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("'disc' and 'floor'"), std::string::npos) << told[0];
  EXPECT_EQ(count(got.report, "take.without_speed"),
            static_cast<std::int64_t>(bare.impacts.size()));
  // J = (1 + e) m v with the e of the materials, which made the take: the same speed.
  EXPECT_NEAR(test::decibel(peak_of(got) / peak_of(render_take(kDisc, take))), 0, 0.5);
}

// A take may leave masses out (0): bodies then weigh what the scene says.
TEST(ForeignTake, WithoutMassesSoundsTheSame) {
  Take take = elsewhere(test::scene_from(kDisc));
  const double usual = peak_of(render_take(kDisc, take));
  for (TakeBody& body : take.bodies) body.mass = 0, body.inertia = {};
  EXPECT_EQ(peak_of(render_take(kDisc, take)), usual);
}

// Neither body gives way as a whole: the recorded impulse pushes both, within the energy told.
TEST(ForeignTake, BodiesThatDoNotGiveWayRingByTheRecordedImpulse) {
  std::string text = kDisc;
  const std::string from = R"("position": [0, 0.05, 0],)";
  text.replace(text.find(from), from.size(), R"("position": [0, 0.5, 0], "static": true,)");
  Take take = elsewhere(test::scene_from(text));
  Impact impact;
  impact.time = 0.02;
  impact.point_a = {0.05, 0, 0};
  impact.normal = {0, 1, 0}, impact.impulse = {0, 0.01, 0};
  impact.closing_speed = 0.5, impact.lost_energy = 1e-4;
  take.impacts = {impact};
  const test::Rendered got = render_take(text, take);
  EXPECT_GT(peak_of(got), 1e-4);
  EXPECT_LT(peak_of(got), 10);
}

/// The disc is struck so often at one instant, at places beside each other.
test::Rendered storm(int blows) {
  const Scene scene = test::scene_from(kDisc);
  Take take = elsewhere(scene);
  const Impact first = take.impacts.front();
  take.impacts.clear();
  for (int k = 0; k < blows; ++k) {
    Impact impact = first;
    impact.time = 0.05;
    impact.point_a.x += 1e-4 * (k % 300);
    take.impacts.push_back(impact);
  }
  return render_take(kDisc, take);
}

TEST(ForeignTake, AStormOfBlowsIsHeardWhole) {
  const test::Rendered got = storm(300);
  EXPECT_EQ(count(got.report, "blows.left_out"), 0);
  EXPECT_EQ(count(got.report, "blows.count"), 300);
  EXPECT_TRUE(lines_with(got.report, "blows were not heard").empty());
  EXPECT_GT(peak_of(got), 0);
}

// As many are followed as find room, the others are counted and told.
TEST(ForeignTakeSlow, MoreBlowsAtOnceThanAreFollowedAreCounted) {
  constexpr int kRoom = 1024;
  const test::Rendered got = storm(kRoom + 76);
  EXPECT_EQ(count(got.report, "blows.left_out"), 76);
  EXPECT_EQ(count(got.report, "blows.count"), kRoom);
  EXPECT_EQ(lines_with(got.report, "blows were not heard").size(), 1u);
}

}  // namespace
}  // namespace peal
