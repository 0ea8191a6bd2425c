// A box that another program simulated about a point at its base, as Blender does with an origin
// there. Everything is known in closed form: it falls without turning on one corner; with equal
// moments of inertia m g^2 and without friction the impulse along the normal n at the arm r is
//   J = (1 + e) m v / (1 + |r x n|^2 / g^2),   v' = v + J n / m,   w' = (r x n) J / (m g^2),
// and after it the box turns steadily about that point, which flies on a parabola.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/constants.h"
#include "tools/import/body_list.h"
#include "tools/import/import_take.h"
#include "unit/tools/import/gltf_samples.h"

namespace peal {
namespace {

constexpr double kG = 9.81, kFall = 0.66, kE = 0.3, kMass = 0.3, kGyration = 0.05;
constexpr double kHigh = 0.1, kWide = 0.08;  // [m] the box stands on its origin
// One corner of the base points down, 10 degrees off the vertical.
const Quat kTilt = Quat::from_axis_angle({1, 0, 0}, 0.1) *
                   Quat::from_axis_angle({0, 0, 1}, -80 * kPi / 180) *
                   Quat::from_axis_angle({0, 1, 0}, kPi / 4);

std::vector<Vec3> corners() {
  std::vector<Vec3> out;
  for (int k = 0; k < 8; ++k)
    out.push_back(
        {k & 1 ? kWide / 2 : -kWide / 2, k & 2 ? kHigh : 0.0, k & 4 ? kWide / 2 : -kWide / 2});
  return out;
}

double lowest(const Quat& turn) {
  double low = 1;
  for (const Vec3& c : corners()) low = std::min(low, rotate(turn, c).y);
  return low;
}

struct Landing {
  double time = std::sqrt(2 * kFall / kG), speed = kG * time, impulse = 0;
  Vec3 corner, velocity, spin;  // own frame; after it
  double again = 0;             // [s] when a corner touches the next time

  Landing() {
    for (const Vec3& c : corners())
      if (rotate(kTilt, c).y == lowest(kTilt)) corner = c;
    const Vec3 n{0, 1, 0}, moment = cross(rotate(kTilt, corner), n);
    impulse = (1 + kE) * kMass * speed / (1 + norm_squared(moment) / (kGyration * kGyration));
    velocity = {0, -speed + impulse / kMass, 0};
    spin = moment * (impulse / (kMass * kGyration * kGyration));
    for (again = time + 2e-3; lowest(pose(again).rotation) + pose(again).position.y > 0;)
      again += 1e-4;
  }
  Pose pose(double t) const {
    const double start = kFall - lowest(kTilt);
    if (t < time) return {{0, start - 0.5 * kG * t * t, 0}, kTilt};
    const double s = t - time;
    return {Vec3{0, -lowest(kTilt), 0} + s * velocity + Vec3{0, -0.5 * kG * s * s, 0},
            Quat::from_axis_angle(spin, norm(spin) * s) * kTilt};
  }
};

class OffCentre : public testing::Test {
 protected:
  // Poses until just before the second touch; `margin` of air around everything.
  ImportedTake import(const std::string& columns, const std::string& values,
                      const std::string& contacts = "", double margin = 0,
                      const std::string& floor_margin = "") {
    std::string mesh;
    for (const Vec3& c : corners()) mesh += fmt::format("v {} {} {}\n", c.x, c.y, c.z);
    for (const char* f : {"1 3 4", "1 4 2", "5 6 8", "5 8 7", "1 2 6", "1 6 5", "3 7 8", "3 8 4",
                          "1 5 7", "1 7 3", "2 4 8", "2 8 6"})
      mesh += fmt::format("f {}\n", f);
    write("box.obj", mesh);
    const auto empty = std::count(columns.begin(), columns.end(), ',');
    write("bodies.csv",
          fmt::format("name,mesh,material,mass{}\nbox,box.obj,oak,{}{}\nfloor,,concrete,{}{}\n",
                      columns, kMass, values, std::string(static_cast<std::size_t>(empty), ','),
                      floor_margin));
    std::string poses = "time,body,px,py,pz,qw,qx,qy,qz\n";
    for (int k = 0; k / 240.0 < landing_.again - 1.0 / 240; ++k) {
      const Pose p = landing_.pose(k / 240.0);
      const Quat& q = p.rotation;
      poses +=
          fmt::format("{:.9f},box,{:.6f},{:.6f},{:.6f},{:.7f},{:.7f},{:.7f},{:.7f}\n", k / 240.0,
                      p.position.x, p.position.y + margin, p.position.z, q.w, q.x, q.y, q.z);
    }
    write("poses.csv", poses);
    TakeImportSettings settings;
    if (!contacts.empty()) {
      write("contacts.csv", contacts);
      settings.contacts = folder_.path() / "contacts.csv";
    }
    PoseTable table = read_pose_table(folder_.path() / "poses.csv", {});
    const BodyListScene made = scene_from_body_list(
        {folder_.path() / "bodies.csv", folder_.path(), "shot", {}, {}, {}}, table, {});
    write("scene.json", made.text);
    settings.simulated = made.simulated;
    return import_take(load_scene(folder_.path() / "scene.json", gltf_kinds()), std::move(table),
                       settings);
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  void expect_landing(const ImportedTake& got, double part) {
    ASSERT_EQ(got.take.impacts.size(), 1u);
    EXPECT_TRUE(got.take.summaries.empty());
    EXPECT_EQ(got.dropped, 0);
    const Impact& i = got.take.impacts[0];
    EXPECT_NEAR(i.time, landing_.time, 5e-5);
    EXPECT_NEAR(i.closing_speed, landing_.speed, 0.01 * landing_.speed);
    EXPECT_NEAR(i.impulse.y, landing_.impulse, part * landing_.impulse);
    EXPECT_LT(std::hypot(i.impulse.x, i.impulse.z), part * landing_.impulse);
    const Vec3 middle{0, kHigh / 2, 0};  // points are told from the centre of the mesh
    EXPECT_LT(std::abs(norm(i.point_a) - norm(landing_.corner - middle)), 1e-4);
  }

  const Landing landing_;
  const TestFolder folder_;
};

TEST_F(OffCentre, WithTheCentreToldTheLandingIsExact) {
  const ImportedTake got = import(",cx,cy,cz,gx,gy,gz", ",0,0,0,0.05,0.05,0.05");
  expect_landing(got, 0.01);
  // The track is that of the mesh's centre.
  const double middle = 0.5 * (landing_.time + landing_.again);
  EXPECT_LT(norm(got.take.tracks[0].position_at(middle) -
                 to_world(landing_.pose(middle), {0, kHigh / 2, 0})),
            5e-5);
}

TEST_F(OffCentre, WithoutItIsFoundInThePosesAndTold) {
  const ImportedTake got = import("", "");
  expect_landing(got, 0.05);
  ASSERT_EQ(got.notes.size(), 1u);
  EXPECT_NE(got.notes[0].find("'box' flies"), std::string::npos) << got.notes[0];
}

// Even a centre that is wrong must not lose the loudest event of the shot.
TEST_F(OffCentre, AWrongCentreKeepsTheMomentum) {
  const ImportedTake got = import(",cx,cy,cz", ",0,0.05,0");
  double impulse = 0;
  for (const Impact& i : got.take.impacts)
    if (std::abs(i.time - landing_.time) < 0.01) impulse += i.impulse.y;
  // About the mesh's centre the velocity after the impact differs by w x d.
  const double doubt = kMass * norm(landing_.spin) * kHigh / 2;
  EXPECT_NEAR(impulse, landing_.impulse, doubt);
  for (const ImpactSummary& s : got.take.summaries)
    EXPECT_LT(s.impulse, 1.5 * landing_.impulse) << s.begin;
}

TEST_F(OffCentre, ContactsThatTheMotionContradictsAreTold) {
  const std::string header = "time,body_a,body_b,px,py,pz,nx,ny,nz,impulse\n";
  const auto row = [&](double impulse) {
    return header + fmt::format("{:.6f},box,floor,0,0,0,0,1,0,{}\n", landing_.time, impulse);
  };
  EXPECT_TRUE(import(",cx,cy,cz", ",0,0,0", row(landing_.impulse)).warnings.empty());
  const ImportedTake bad = import(",cx,cy,cz", ",0,0,0", row(60000));
  ASSERT_EQ(bad.warnings.size(), 1u);
  for (const char* part : {"'box'", "0.367 s", "6e+04 N s", "change of"})
    EXPECT_NE(bad.warnings[0].find(part), std::string::npos) << bad.warnings[0];
}

// Blender stops a mesh by its margins before it touches: 3 cm of the box, 1 cm of the floor.
TEST_F(OffCentre, MarginsAreAirThatCountsAsTouching) {
  const ImportedTake got =
      import(",cx,cy,cz,gx,gy,gz,margin", ",0,0,0,0.05,0.05,0.05,0.03", "", 0.04, "0.01");
  expect_landing(got, 0.01);
  EXPECT_NEAR(got.take.impacts[0].point_b.y, 0, 1e-6);
}

}  // namespace
}  // namespace peal
