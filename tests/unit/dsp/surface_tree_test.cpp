// The tree finds what looking at every triangle finds.
#include "dsp/surface_tree.h"

#include <gtest/gtest.h>

#include <random>

#include "support/torus.h"

namespace peal {
namespace {

using test::Torus;

void expect_same(const PlaySurface& all, const PlaySurface& boxed, const Vec3& point) {
  SurfacePlace slow, fast;
  ASSERT_EQ(nearest_place(all, point, slow), nearest_place(boxed, point, fast));
  ASSERT_EQ(slow.triangle, fast.triangle);
  for (int k = 0; k < 6; ++k) ASSERT_EQ(slow.weights[k], fast.weights[k]);
  ASSERT_EQ(norm(slow.position - fast.position), 0);
}

TEST(SurfaceTree, FindsWhatALookAtEveryTriangleFinds) {
  const Torus torus(40, 40);  // 3200 triangles
  const PlaySurface all = torus.surface();
  PlaySurface boxed = all;
  const SurfaceTree tree(boxed);
  tree.attach(boxed);
  ASSERT_FALSE(boxed.boxes.empty());
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int n = 0; n < 10000; ++n) {
    // On the surface, near it, and far away; some on nodes, where triangles are equally near.
    const Vec3 node = torus.nodes[random() % torus.nodes.size()];
    const Vec3 off{unit(random), unit(random), unit(random)};
    const double sizes[] = {0, 1e-9, 1e-4, 3e-3, 0.05, 1, 100};
    expect_same(all, boxed, node + sizes[n % 7] * off);
  }
  for (const Vec3& point : {Vec3{}, Vec3{1e200, 0, 0}, Vec3{NAN, 0, 0}, Vec3{3e4, 1e5, 1e4}})
    expect_same(all, boxed, point);
  // Far away on its axis all of its top is as near: any place there will do.
  SurfacePlace place;
  ASSERT_TRUE(nearest_place(boxed, {0, 1e9, 0}, place));
  double top = 0;
  for (const Vec3& node : torus.nodes) top = std::max(top, node.y);
  EXPECT_NEAR(place.position.y, top, 1e-5);
}

TEST(SurfaceTree, HoldsSurfacesOfAnySize) {
  for (const std::size_t count : {1, 2, 4, 5, 9, 50}) {
    Torus torus(5, 5);
    torus.triangles.resize(6 * count), torus.balls.resize(count);
    const PlaySurface all = torus.surface();
    PlaySurface boxed = all;
    const SurfaceTree tree(boxed);
    tree.attach(boxed);
    for (int n = 0; n < 50; ++n)
      expect_same(all, boxed, {0.1 * std::sin(n), 0.05 * std::cos(3 * n), 0.1 * std::cos(n)});
  }
  PlaySurface none;
  SurfaceTree(none).attach(none);
  SurfacePlace place;
  EXPECT_FALSE(nearest_place(none, {}, place));
  // All triangles in one place: no plane divides them.
  Torus many(5, 5);
  many.triangles.resize(6), many.balls.resize(1);
  const auto nodes = many.nodes;
  for (int n = 0; n < 200; ++n) {
    for (std::size_t k = 0; k < 6; ++k) {
      many.triangles.push_back(static_cast<int>(many.nodes.size()));
      many.nodes.push_back(nodes[k]);
    }
    many.balls.push_back(many.balls[0]);
  }
  PlaySurface boxed = many.surface();
  const SurfaceTree tree(boxed);
  tree.attach(boxed);
  expect_same(many.surface(), boxed, {0.01, 0.02, 0.03});
}

}  // namespace
}  // namespace peal
