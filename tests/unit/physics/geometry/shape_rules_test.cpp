#include "physics/geometry/shape_rules.h"

#include <gtest/gtest.h>

#include <set>

#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_fields.h"

namespace peal {
namespace {

std::vector<Shape> all_shapes() {
  MeshShape mesh;
  mesh.file = "spoon.obj";
  return {SphereShape{},
          BarShape{},
          EllipsoidShape{},
          BoxShape{},
          DieShape{},
          CoinShape{},
          PlateShape{},
          RingShape{},
          UndercutBarShape{},
          TubeShape{},
          KeyShape{},
          TableTopShape{},
          BowlShape{},
          CupShape{},
          MugShape{},
          WineglassShape{},
          FunnelShape{},
          BellShape{},
          mesh,
          RodShape{}};
}

std::string hash_of(const Shape& shape) {
  Hasher hasher;
  add_to_hash(hasher, shape);
  return hasher.result().hex();
}

TEST(ShapeRules, DefaultsMakeSense) {
  const auto shapes = all_shapes();
  ASSERT_EQ(shapes.size(), std::variant_size_v<Shape>);
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    EXPECT_EQ(shapes[k].index(), k);
    for (const auto& problem : shape_problems(shapes[k]))
      ADD_FAILURE() << shape_name(shapes[k]) << "." << problem.field << ": " << problem.message;
  }
  EXPECT_EQ(shape_name(WineglassShape{}), "wineglass");
  EXPECT_EQ(shape_name(TableTopShape{}), "table_top");
  EXPECT_EQ(shape_name(MeshShape{}), "mesh");
}

TEST(ShapeRules, SizeGrowsWithTheShape) {
  for (const Shape& shape : all_shapes()) {
    EXPECT_GT(shape_size(shape), 0);
    EXPECT_NEAR(shape_size(scaled(shape, 3)) / shape_size(shape), 3, 1e-12) << shape_name(shape);
    EXPECT_TRUE(shape_problems(scaled(shape, 3)).empty()) << shape_name(shape);
    EXPECT_EQ(hash_of(scaled(scaled(shape, 2), 0.5)), hash_of(shape)) << shape_name(shape);
  }
  EXPECT_EQ(std::get<KeyShape>(scaled(KeyShape{}, 2)).cuts, KeyShape{}.cuts);
  EXPECT_EQ(std::get<UndercutBarShape>(scaled(UndercutBarShape{}, 2)).power,
            UndercutBarShape{}.power);
}

TEST(ShapeRules, MeshesAreScaledWithTheirNodes) {
  auto body = std::make_shared<ImportedBody>();
  body->surface.vertices = {{0, 0, 0}, {3, 4, 0}};
  MeshShape mesh;
  mesh.file = "a.obj", mesh.body = body, mesh.shell_thickness = 0.1;
  EXPECT_EQ(shape_size(mesh), 5);
  const auto large = std::get<MeshShape>(scaled(mesh, 2));
  EXPECT_EQ(shape_size(large), 10);
  EXPECT_EQ(large.scale, 2);
  EXPECT_EQ(large.shell_thickness, 0.2);
  EXPECT_EQ(body->surface.vertices[1].x, 3);
}

// Every field of every shape changes the hash, and a number that is not one is noticed.
TEST(ShapeRules, EveryFieldCounts) {
  std::set<std::string> hashes;
  std::size_t added = 0;
  for (const Shape& shape : all_shapes()) {
    hashes.insert(hash_of(shape)), ++added;
    std::size_t fields = 0;
    std::visit([&](auto s) { for_each_field(s, [&](auto...) { ++fields; }); }, shape);
    for (std::size_t change = 0; change < fields; ++change) {
      Shape other = shape, broken = shape;
      std::string name;
      const auto edit = [&](Shape& target, const auto& how) {
        std::visit(
            [&](auto& s) {
              std::size_t at = 0;
              for_each_field(s, [&](const char* field, auto& member, FieldKind) {
                if (at++ == change) how(member), name = field;
              });
            },
            target);
      };
      edit(other, [](auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Vec3>)
          member.z *= 1.5;
        else
          member = member * 2 + 1;
      });
      edit(broken, [](auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Vec3>)
          member.y = NAN;
        else
          member = -1;
      });
      hashes.insert(hash_of(other)), ++added;
      const auto problems = shape_problems(broken);
      ASSERT_EQ(problems.size(), 1u) << shape_name(shape) << "." << name;
      EXPECT_EQ(problems[0].field, name);
    }
  }
  EXPECT_EQ(hashes.size(), added);
}

TEST(ShapeRules, FieldsMustFitEachOther) {
  const auto expect = [](const Shape& shape, const std::string& field, const std::string& text) {
    const auto problems = shape_problems(shape);
    ASSERT_FALSE(problems.empty()) << shape_name(shape) << " " << field;
    EXPECT_EQ(problems[0].field, field);
    EXPECT_NE(problems[0].message.find(text), std::string::npos) << problems[0].message;
  };
  expect(BarShape{{0.1, 0.01, 0.02}, 0.006}, "edge_radius", "expected < 0.005 m");
  expect(TubeShape{0.02, 0.03, 0.1}, "thickness", "expected <= 0.018 m");
  expect(RingShape{0.01, 0.02}, "wire_radius", "0.9 of the radius");
  WineglassShape glass;
  glass.rim_radius = 0.05;
  expect(glass, "rim_radius", "got 0.05");
  MugShape mug;
  mug.handle_height = 0.2;
  expect(mug, "handle_height", "roots");
  BowlShape bowl;
  bowl.height = 0.08;
  expect(bowl, "height", "widest at its rim");
  expect(MeshShape{}, "file", "mesh file");
}

}  // namespace
}  // namespace peal
