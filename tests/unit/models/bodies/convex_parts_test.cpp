#include "models/bodies/convex_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <map>

#include "base/constants.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_rules.h"
#include "physics/geometry/triangle_tree.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

using Parts = std::vector<std::vector<Vec3>>;

/// Pieces as planes, for questions about points.
class Union {
 public:
  explicit Union(const Parts& parts) {
    for (const auto& part : parts) hulls_.push_back(convex_hull(part));
  }
  /// How far [m] p is outside of the nearest piece; negative inside.
  double distance(const Vec3& p) const {
    double nearest = INFINITY;
    for (const TriangleMesh& hull : hulls_) {
      double out = -INFINITY, near = INFINITY;
      for (std::size_t t = 0; t < hull.triangles.size(); ++t)
        out = std::max(out, dot(p - hull.corner(t, 0), normalized(hull.area_vector(t))));
      for (std::size_t t = 0; t < hull.triangles.size() && out > 0 && out < nearest; ++t)
        near = std::min(near, norm(p - nearest_on_triangle(p, hull.corner(t, 0), hull.corner(t, 1),
                                                           hull.corner(t, 2))));
      nearest = std::min(nearest, out > 0 ? near : out);
    }
    return nearest;
  }
  double volume() const {
    double sum = 0;
    for (const TriangleMesh& hull : hulls_) sum += mass_properties(hull, 1).volume;
    return sum;
  }
  const std::vector<TriangleMesh>& hulls() const { return hulls_; }

 private:
  std::vector<TriangleMesh> hulls_;
};

struct Fit {
  double volume;  // of all pieces / of the body
  double gap;     // farthest point of the surface from the pieces / size
  double bulge;   // farthest point of the pieces from the body / size
};

/// The body's surface in its own frame, as finely as it is known.
TriangleMesh true_surface(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh->body->surface;
  return linear_surface(boundary_surface(mesh_shape(shape, MeshLevel::fine)));
}

Fit fit(const Shape& shape, const BodyGeometry& body, const Parts& parts) {
  const Union all(parts);
  const double size = shape_size(shape);
  TriangleMesh surface = true_surface(shape);
  for (Vec3& x : surface.vertices) x = body.frame.to_body(x);
  Fit f{all.volume() / body.solid.volume, 0, 0};
  const std::size_t step = surface.vertices.size() / 3000 + 1;
  for (std::size_t i = 0; i < surface.vertices.size(); i += step)
    f.gap = std::max(f.gap, all.distance(surface.vertices[i]) / size);
  const TriangleTree tree(surface);
  for (const TriangleMesh& hull : all.hulls())
    for (std::size_t t = 0; t < hull.triangles.size(); ++t)
      for (const Vec3& p :
           {hull.corner(t, 0), hull.centroid(t), 0.5 * (hull.corner(t, 0) + hull.corner(t, 1)),
            0.5 * (hull.corner(t, 1) + hull.corner(t, 2))}) {
        const NearPoint near = tree.nearest(p);
        int turns = 0;
        const Vec3 way{0.5773, 0.6141, 0.5383};
        for (const RayHit& hit : tree.all_hits(p, way, 0, 10 * size))
          turns += dot(surface.area_vector(hit.triangle), way) > 0 ? 1 : -1;
        if (turns <= 0) f.bulge = std::max(f.bulge, near.distance / size);
      }
  return f;
}

MeshShape mesh_of_surface(TriangleMesh surface) {
  auto body = std::make_shared<ImportedBody>();
  body->surface = std::move(surface);
  body->closed = true;
  static int number = 0;
  body->content_hash = fmt::format("convex parts test {}", ++number);
  MeshShape shape;
  shape.file = "test.obj";
  shape.body = body;
  return shape;
}

MeshShape imported(const Shape& shape, MeshLevel level = MeshLevel::draft) {
  return mesh_of_surface(linear_surface(boundary_surface(mesh_shape(shape, level))));
}

/// Every triangle as four.
TriangleMesh finer(const TriangleMesh& m) {
  TriangleMesh out{m.vertices, {}};
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [place, fresh] = middles.try_emplace(std::minmax(a, b), int(out.vertices.size()));
    if (fresh) out.vertices.push_back(0.5 * (m.vertices[a] + m.vertices[b]));
    return place->second;
  };
  for (const auto& [a, b, c] : m.triangles) {
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    out.triangles.insert(out.triangles.end(),
                         {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return out;
}

const std::vector<Shape> kShapes{
    SphereShape{},    BarShape{},      EllipsoidShape{}, BoxShape{},         DieShape{},
    CoinShape{},      PlateShape{},    RingShape{},      UndercutBarShape{}, TubeShape{},
    KeyShape{},       TableTopShape{}, BowlShape{},      CupShape{},         MugShape{},
    WineglassShape{}, FunnelShape{},   BellShape{}};

Parts parts_of(const Shape& shape) { return convex_parts(shape, *body_geometry(shape)); }

/// Distance [m] of a point of the own frame from the pieces.
double clearance(const Shape& shape, const Parts& parts, const Vec3& own) {
  return Union(parts).distance(body_geometry(shape)->frame.to_body(own));
}

bool is_convex(const Shape& shape) {
  const std::string_view name = shape_name(shape);
  for (const char* one : {"sphere", "bar", "ellipsoid", "box", "die", "coin", "plate", "table_top"})
    if (name == one) return true;
  return false;
}

class GeneratedParts : public testing::TestWithParam<Shape> {};

TEST_P(GeneratedParts, FillTheBodyAndNothingElse) {
  const Shape& shape = GetParam();
  const auto body = body_geometry(shape);
  const Parts parts = convex_parts(shape, *body);
  EXPECT_EQ(parts.size() == 1, is_convex(shape));
  EXPECT_LE(parts.size(), 64u);
  for (const auto& part : parts) {
    EXPECT_LE(part.size(), parts.size() == 1 ? 96u : 32u);
    EXPECT_EQ(convex_hull(part).vertices.size(), part.size());  // corners, all of them
  }
  const Fit f = fit(shape, *body, parts);
  EXPECT_LT(f.gap, 0.01);
  EXPECT_LT(f.bulge, 0.013);
  // The field of the coin is filled up to its rim; the wall of the wineglass is so thin that flat
  // faces inside cannot be moved outwards far enough.
  const bool filled = std::holds_alternative<CoinShape>(shape);
  const bool thin = std::holds_alternative<WineglassShape>(shape);
  EXPECT_NEAR(f.volume, 1, filled ? 0.18 : thin ? 0.24 : 0.05);
}

INSTANTIATE_TEST_SUITE_P(AllShapes, GeneratedParts, testing::ValuesIn(kShapes),
                         [](const auto& test) { return std::string(shape_name(test.param)); });

CoinShape deep_coin() {
  CoinShape coin;
  coin.thickness = 0.004, coin.rim_width = 0.002;
  return coin;
}
KeyShape plain_key() {
  KeyShape key;
  key.cuts = 0;
  return key;
}
UndercutBarShape notched_bar() {
  UndercutBarShape bar;
  bar.power = 1;
  return bar;
}
const std::vector<std::pair<const char*, Shape>> kProportions{
    {"thick_ring", RingShape{0.02, 0.012}},
    {"thin_ring", RingShape{0.1, 0.0005}},
    {"short_tube", TubeShape{0.03, 0.01, 0.01}},
    {"thin_tube", TubeShape{0.05, 0.001, 0.1}},
    {"deep_coin", deep_coin()},
    {"plain_key", plain_key()},
    {"notched_bar", notched_bar()},
    {"flat_bowl", BowlShape{0.12, 0.04, 0.006, 0.05}},
    {"narrow_cup", CupShape{0.03, 0.045, 0.06, 0.004, 0.006}},
    {"small_mug", MugShape{0.03, 0.06, 0.003, 0.004, 0.025, 0.035, 0.008, 0.005}},
    {"thick_glass", WineglassShape{0.03, 0.006, 0.008, 0.03, 0.03, 0.028, 0.06, 0.003, 0.006}},
    {"steep_funnel", FunnelShape{0.04, 0.012, 0.08, 0.03, 0.003}},
    {"thick_bell", BellShape{0.05, 0.06, 0.009, 0.008, 0.008}}};

class OtherProportions : public testing::TestWithParam<std::pair<const char*, Shape>> {};

TEST_P(OtherProportions, AreFilledAsWell) {
  const Shape& shape = GetParam().second;
  ASSERT_TRUE(shape_problems(shape).empty()) << shape_problems(shape)[0].message;
  const auto body = body_geometry(shape);
  const Parts parts = convex_parts(shape, *body);
  const Fit f = fit(shape, *body, parts);
  EXPECT_LE(parts.size(), 96u);
  EXPECT_LT(f.gap, 0.013);
  EXPECT_LT(f.bulge, 0.016);
  EXPECT_NEAR(f.volume, 1, 0.15);
}

INSTANTIATE_TEST_SUITE_P(Several, OtherProportions, testing::ValuesIn(kProportions),
                         [](const auto& test) { return test.param.first; });

/// Vessels: a point of the axis well inside, the least room around it, and the height of the floor.
struct Hollow {
  const char* name;
  Shape shape;
  Vec3 middle;  // own frame
  double room;  // [m]
  double floor = NAN;
};
const std::vector<Hollow> kHollows{{"mug", MugShape{}, {0, 0.05, 0}, 0.0365, 0.005},
                                   {"cup", CupShape{}, {0, 0.05, 0}, 0.030, 0.003},
                                   {"bowl", BowlShape{}, {0, 0.055, 0}, 0.050, 0.0025},
                                   {"wineglass", WineglassShape{}, {0, 0.125, 0}, 0.036, 0.087},
                                   {"bell", BellShape{}, {0, 0.08, 0}, 0.044},
                                   {"funnel", FunnelShape{}, {0, 0.025, 0}, 0.0060},
                                   {"tube", TubeShape{}, {0, 0, 0}, 0.0177},
                                   {"ring", RingShape{}, {0, 0, 0}, 0.0278},
                                   {"key", KeyShape{}, {0, 0, 0}, 0.0039},
                                   {"handle", MugShape{}, {0.053, 0.0475, 0}, 0.0085},
                                   {"undercut", UndercutBarShape{}, {0, -0.00635, 0}, 0.0075},
                                   {"deep_coin", deep_coin(), {0, 0.002, 0}, 0.0012}};

class Hollows : public testing::TestWithParam<Hollow> {
 protected:
  static void expect_open(const Shape& shape, const Parts& parts, double share) {
    const Hollow& h = GetParam();
    EXPECT_GT(clearance(shape, parts, h.middle), share * h.room);
    if (std::isnan(h.floor)) return;
    const double size = shape_size(h.shape);
    EXPECT_GT(clearance(shape, parts, {0, h.floor + 0.01 * size, 0}), 0);
    EXPECT_LT(clearance(shape, parts, {0, h.floor - 1e-4, 0}), 0);
  }
};

TEST_P(Hollows, OfGeneratedShapesStayOpen) {
  expect_open(GetParam().shape, parts_of(GetParam().shape), 1);
}

TEST_P(Hollows, OfImportedSurfacesStayOpen) {
  const MeshShape mesh = imported(GetParam().shape);
  expect_open(mesh, parts_of(mesh), 0.93);
}

INSTANTIATE_TEST_SUITE_P(All, Hollows, testing::ValuesIn(kHollows),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ConvexParts, OfAnImportedMugFitWhicheverWayItsFileIsTurned) {
  TriangleMesh surface = linear_surface(boundary_surface(mesh_shape(MugShape{}, MeshLevel::draft)));
  for (const double angle : {0.0, 0.7}) {
    TriangleMesh turned = surface;
    for (Vec3& x : turned.vertices) x = rotate(Quat::from_axis_angle({1, 2, 3}, angle), x);
    const MeshShape shape = mesh_of_surface(turned);
    const auto body = body_geometry(shape);
    const Parts parts = convex_parts(shape, *body);
    EXPECT_EQ(parts, convex_parts(shape, *body));
    const Fit f = fit(shape, *body, parts);
    EXPECT_LE(parts.size(), 64u);
    EXPECT_LT(f.gap, 0.003);
    EXPECT_LT(f.bulge, 0.01);
    EXPECT_NEAR(f.volume, 1, 0.1);
  }
}

TEST(ConvexParts, OfANearlyConvexMeshAreOne) {
  for (const Shape& shape : kShapes)
    if (is_convex(shape)) {
      EXPECT_EQ(parts_of(imported(shape)).size(), 1u) << shape_name(shape);
    }
}

TEST(ConvexParts, OfAnOpenSurfaceAreItsHull) {
  MeshShape shape = imported(BowlShape{});
  auto open = std::make_shared<ImportedBody>(*shape.body);
  open->closed = false;
  open->surface.triangles.resize(open->surface.triangles.size() / 2);
  open->content_hash += "open";
  shape.body = open;
  const auto body = body_geometry(shape);
  ASSERT_FALSE(body->has_volume());
  EXPECT_EQ(convex_parts(shape, *body), Parts{body->hull});
}

/// Prints the table of docs/theory/collision-shapes.md.
TEST(ConvexPartsSlow, Table) {
  const auto row = [](const std::string& name, const Shape& shape) {
    const auto body = body_geometry(shape);
    const std::clock_t start = std::clock();
    const Parts parts = convex_parts(shape, *body);
    const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const Fit f = fit(shape, *body, parts);
    fmt::print("| {} | {} | {:+.1f} % | {:.2f} % | {:.2f} % | {:.0f} ms | {}\n", name, parts.size(),
               100 * (f.volume - 1), 100 * f.gap, 100 * f.bulge, 1e3 * time,
               body->surface.triangles.size());
  };
  for (const Shape& shape : kShapes) {
    row(std::string(shape_name(shape)), shape);
    row("  imported", imported(shape, MeshLevel::normal));
  }
  row("bowl, many triangles",
      mesh_of_surface(finer(finer(imported(BowlShape{}, MeshLevel::normal).body->surface))));
}

}  // namespace
}  // namespace peal
