// Shapes of a scene as solids: mass and volume against the shape's own, skins that close, walls
// whose middles have the right area.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/constants.h"
#include "base/error.h"
#include "motion/solids/scene_solid.h"
#include "scene/load.h"

namespace peal {
namespace {

Scene shape_scene(const std::string& shape, const std::string& settings) {
  return parse_scene(
      R"({"peal": 1, "duration": 1, "listeners": [{"name": "e", "position": [0, 1, 1]}],
    "materials": {"m": {"young": 2e11, "poisson": 0.3, "density": 1000}},
    "objects": [{"name": "body", "body": "solid", "material": "m", "position": [0.1, 2, 0.3],
                 "rotation": {"axis": [1, 2, 3], "angle": 40}, "shape": )" +
          shape + R"(, "solid": )" + settings + "}]}",
      "test", {}, {});
}

struct Measured {
  double mass = 0, volume = 0, area = 0;  // volume and area of the surface
  bool closed = false;
};

Measured measured(const std::string& shape, const std::string& settings) {
  const Scene scene = shape_scene(shape, settings);
  const SceneSolid solid = scene_solid(scene, scene.objects[0]);
  Measured out;
  for (int n = 0; n < solid.body->nodes(); ++n) out.mass += solid.body->mass(n);
  Vec3 sum;
  for (const auto& t : solid.surface.triangles) {
    const Vec3 a = solid.surface.rest[t[0]], b = solid.surface.rest[t[1]],
               c = solid.surface.rest[t[2]], area = 0.5 * cross(b - a, c - a);
    out.volume += dot(a, area) / 3, out.area += norm(area), sum += area;
  }
  std::set<std::pair<int, int>> sides;
  for (const auto& t : solid.surface.triangles)
    for (int k = 0; k < 3; ++k) sides.insert({t[k], t[(k + 1) % 3]});
  out.closed = norm(sum) < 1e-9 * out.area;
  for (const auto& [from, to] : sides) out.closed = out.closed && sides.contains({to, from});
  EXPECT_EQ(out.closed || !solid.surface.closed, true);
  for (std::size_t p = 0; p < solid.nodes.size(); ++p)
    EXPECT_LT(norm(solid.surface.rest[p] - solid.body->position(solid.nodes[p])), 1e-12);
  return out;
}

TEST(SolidShapes, BricksFillTheirShapes) {
  const Measured bar =
      measured(R"({"kind": "bar", "size": [0.2, 0.01, 0.02]})", R"({"cells": 20})");
  EXPECT_TRUE(bar.closed);
  EXPECT_NEAR(bar.volume, 4e-5, 1e-15);
  EXPECT_NEAR(bar.mass, 0.04, 1e-12);
  EXPECT_NEAR(bar.area, 2 * (0.002 + 0.004 + 0.0002), 1e-12);
  // A ball of flat facets is smaller than the ball; finer ones less so.
  const double ball = 4 * kPi / 3 * std::pow(0.03, 3);
  const std::string sphere = R"({"kind": "sphere", "radius": 0.03})";
  const Measured coarse = measured(sphere, R"({"cells": 8})"),
                 fine = measured(sphere, R"({"cells": 30})");
  EXPECT_TRUE(coarse.closed && fine.closed);
  EXPECT_GT(coarse.volume, 0.9 * ball);
  EXPECT_LT(1 - fine.volume / ball, 0.5 * (1 - coarse.volume / ball));
  EXPECT_NEAR(fine.mass, 1000 * fine.volume, 1e-9);
  const Measured bell = measured(R"({"kind": "bell"})", R"({"cells": 8})");
  EXPECT_TRUE(bell.closed);
  EXPECT_NEAR(bell.mass, 1000 * bell.volume, 1e-3 * bell.mass);  // twisted faces are not flat
}

TEST(SolidShapes, UndercutBarsLoseWhatIsCutAway) {
  const Measured bar = measured(R"({"kind": "undercut_bar"})", R"({"cells": 64})");
  // Int (1 - u^p) du from 0 to 1 = p / (p + 1)
  const UndercutBarShape s;
  const double cut = 2 * s.half_cut * (s.height - s.middle_height) * s.power / (s.power + 1);
  EXPECT_TRUE(bar.closed);
  EXPECT_NEAR(bar.volume, s.width * (s.length * s.height - cut), 2e-3 * bar.volume);
}

TEST(SolidShapes, SheetsHaveTheAreaOfTheirMiddles) {
  const Measured tube = measured(
      R"({"kind": "tube", "radius": 0.03, "thickness": 0.001, "length": 0.2})", R"({"cells": 40})");
  EXPECT_FALSE(tube.closed);
  EXPECT_NEAR(tube.area, 2 * kPi * 0.0295 * 0.2, 3e-3 * tube.area);
  EXPECT_NEAR(tube.mass, 1000 * 0.001 * tube.area, 1e-9);
  // A cap of a sphere of radius R: 2 pi R h; foot flat.
  const Measured bowl =
      measured(R"({"kind": "bowl", "radius": 0.07, "height": 0.06, "thickness": 0.001,
                   "foot_radius": 0.02})",
               R"({"cells": 40})");
  const double centre = (0.07 * 0.07 + 0.06 * 0.06 - 0.02 * 0.02) / 0.12;
  const double middle = std::hypot(0.02, centre) - 0.0005;
  const double foot = middle * std::sin(std::acos((centre - 0.0005) / middle));
  const double exact = 2 * kPi * middle * (0.06 - 0.0005) + kPi * foot * foot;
  EXPECT_NEAR(bowl.area, exact, 5e-3 * exact);
}

TEST(SolidShapes, FilesAreFilledWithTetrahedra) {
  const std::string duck =
      R"({"kind": "mesh", "file": ")" PEAL_SOURCE_DIR R"(/scenes/rubber_duck.obj"})";
  const Measured filled = measured(duck, R"({"cells": 10})");
  EXPECT_TRUE(filled.closed);
  EXPECT_NEAR(filled.mass, 1000 * filled.volume, 1e-9 * filled.mass);
  const Scene scene = shape_scene(duck, "{}");
  // Straight sides cut corners, shorter ones less.
  const double whole = scene.objects[0].geometry->solid.volume;
  const Measured finer = measured(duck, R"({"cells": 30})");
  EXPECT_NEAR(filled.volume, whole, 0.08 * whole);
  EXPECT_LT(std::abs(whole - finer.volume), 0.8 * std::abs(whole - filled.volume));
}

TEST(SolidShapes, SayWhatTheyCannotBe) {
  const auto error_of = [](const std::string& shape, const std::string& settings) -> std::string {
    try {
      measured(shape, settings);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error_of(R"({"kind": "bell"})", R"({"elements": "sheet"})").find("object 'body'"),
            std::string::npos);
  EXPECT_NE(
      error_of(R"({"kind": "plate", "thickness": 0.02})", R"({"elements": "sheet", "cells": 20})")
          .find("solid.cells"),
      std::string::npos);
  EXPECT_NE(error_of(R"({"kind": "plate"})", R"({"law": "rubber"})").find("solid.law"),
            std::string::npos);
  EXPECT_NE(
      error_of(R"({"kind": "bar", "size": [0.1, 0.01, 0.01]})", R"({"elements": "tetrahedra"})")
          .find("bricks"),
      std::string::npos);
}

}  // namespace
}  // namespace peal
