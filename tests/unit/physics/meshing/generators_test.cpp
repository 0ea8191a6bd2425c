// Every generated shape: sound elements, a closed skin of the right topology, true dimensions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/constants.h"
#include "base/error.h"
#include "base/rng.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/shape_fields.h"
#include "physics/geometry/shape_rules.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

constexpr std::array kLevels{MeshLevel::draft, MeshLevel::normal, MeshLevel::fine};

struct Expected {
  Shape shape;
  double volume;   // [m^3], 0: no formula
  Vec3 low, high;  // [m] of the box around it
  int euler;       // of the skin: 2 like a ball, 0 like a ring
};

Vec3 box(double x, double y, double z) { return {x, y, z}; }

double cone_volume(double r0, double r1, double height) {
  return kPi / 3 * height * (r0 * r0 + r0 * r1 + r1 * r1);
}

double die_volume(const DieShape& d) {
  const double r = d.edge_radius, a = d.size - 2 * r;
  return a * a * a + 6 * a * a * r + 3 * kPi * a * r * r + 4 * kPi / 3 * r * r * r;
}

double coin_volume(const CoinShape& c) {
  const double inner = c.radius - c.rim_width;
  return kPi *
         (c.radius * c.radius * c.thickness - inner * inner * (c.thickness - c.field_thickness));
}

double undercut_volume(const UndercutBarShape& b) {
  return b.width * (b.length * b.height -
                    2 * b.half_cut * (b.height - b.middle_height) * (1 - 1 / (b.power + 1)));
}

double key_volume(const KeyShape& k) {
  const double root = std::asin(k.blade_height / 2 / k.bow_radius);
  const double bow = kPi * (k.bow_radius * k.bow_radius - k.hole_radius * k.hole_radius);
  // The blade begins at the arc, not at its chord: add what is between the arc and x = bow_radius.
  const double gap = k.blade_height * k.bow_radius -
                     k.bow_radius * k.bow_radius * (root + std::sin(root) * std::cos(root));
  const double blade =
      k.blade_length * k.blade_height + gap - 0.9 * k.blade_length * k.cut_depth / 2;
  return k.thickness * (bow + blade);
}

double funnel_volume(const FunnelShape& f) {
  const double slope = (f.radius - f.spout_radius) / f.cone_height;
  const double level = f.thickness * std::sqrt(1 + slope * slope),
               hole = f.spout_radius - f.thickness;
  const double bend = (level - f.thickness) / slope;
  return cone_volume(f.spout_radius, f.spout_radius, f.spout_height) +
         cone_volume(f.spout_radius, f.radius, f.cone_height) -
         cone_volume(hole, hole, f.spout_height + bend) -
         cone_volume(hole, f.radius - level, f.cone_height - bend);
}

double cup_volume(const CupShape& c) {
  const double slope = (c.radius - c.bottom_radius) / c.height;
  const double level = c.thickness * std::sqrt(1 + slope * slope);
  return cone_volume(c.bottom_radius, c.radius, c.height) -
         cone_volume(c.bottom_radius + slope * c.bottom_thickness - level, c.radius - level,
                     c.height - c.bottom_thickness);
}

double bowl_volume(const BowlShape& b) {
  const double centre =
      (b.radius * b.radius + b.height * b.height - b.foot_radius * b.foot_radius) / (2 * b.height);
  const double sphere = std::hypot(b.foot_radius, centre);
  const auto zone = [&](double r, double from, double to) {  // heights above the centre
    return kPi * (r * r * (to - from) - (to * to * to - from * from * from) / 3);
  };
  return zone(sphere, -centre, b.height - centre) -
         zone(sphere - b.thickness, b.thickness - centre, b.height - centre);
}

std::vector<Expected> shapes() {
  const auto turned = [](double r, double low, double high) {
    return std::pair{box(-r, low, -r), box(r, high, r)};
  };
  const auto about = [](const Vec3& half) { return std::pair{-half, half}; };
  std::vector<Expected> all;
  const auto add = [&](const Shape& shape, double volume, const std::pair<Vec3, Vec3>& extent,
                       int euler) {
    all.push_back({shape, volume, extent.first, extent.second, euler});
  };
  const double r = SphereShape{}.radius;
  add(SphereShape{}, 4 * kPi / 3 * r * r * r, about({r, r, r}), 2);
  const Vec3 e = EllipsoidShape{}.radii;
  add(EllipsoidShape{}, 4 * kPi / 3 * e.x * e.y * e.z, about(e), 2);
  const Vec3 bar = BarShape{}.size, cube = BoxShape{}.size;
  add(BarShape{}, bar.x * bar.y * bar.z, about(bar / 2), 2);
  add(BoxShape{}, cube.x * cube.y * cube.z, about(cube / 2), 2);
  const DieShape die;
  add(die, die_volume(die), about(Vec3{1, 1, 1} * (die.size / 2)), 2);
  const CoinShape coin;
  add(coin, coin_volume(coin), turned(coin.radius, -coin.thickness / 2, coin.thickness / 2), 2);
  const PlateShape p;
  add(p, p.length * p.width * p.thickness, about(Vec3{p.length, p.thickness, p.width} / 2), 2);
  const RingShape ring;
  add(ring, 2 * kPi * kPi * ring.radius * ring.wire_radius * ring.wire_radius,
      turned(ring.radius + ring.wire_radius, -ring.wire_radius, ring.wire_radius), 0);
  const UndercutBarShape u;
  add(u, undercut_volume(u), about(Vec3{u.length, u.height, u.width} / 2), 2);
  const TubeShape tube;
  const double hole = tube.radius - tube.thickness;
  add(tube, kPi * tube.length * (tube.radius * tube.radius - hole * hole),
      turned(tube.radius, -tube.length / 2, tube.length / 2), 0);
  const KeyShape key;
  add(key, key_volume(key),
      {{-key.bow_radius, -key.bow_radius, -key.thickness / 2},
       {key.bow_radius + key.blade_length, key.bow_radius, key.thickness / 2}},
      0);
  const TableTopShape top;
  add(top,
      top.thickness * (top.length * top.width - (4 - kPi) * top.corner_radius * top.corner_radius),
      about(Vec3{top.length, top.thickness, top.width} / 2), 2);
  const BowlShape bowl;
  add(bowl, bowl_volume(bowl), turned(bowl.radius, 0, bowl.height), 2);
  const CupShape cup;
  add(cup, cup_volume(cup), turned(cup.radius, 0, cup.height), 2);
  const MugShape mug;
  add(mug, 0,
      {{-mug.radius, 0, -mug.radius}, {mug.radius + mug.handle_reach, mug.height, mug.radius}}, 0);
  const WineglassShape glass;
  add(glass, 0,
      turned(glass.bowl_radius, 0, glass.foot_thickness + glass.stem_height + glass.bowl_height),
      2);
  const FunnelShape funnel;
  add(funnel, funnel_volume(funnel),
      turned(funnel.radius, 0, funnel.cone_height + funnel.spout_height), 0);
  const BellShape bell;
  add(bell, 0, turned(bell.mouth_radius, 0, bell.height), 2);
  return all;
}

std::string name_of(const Shape& shape, MeshLevel level) {
  return fmt::format("{} {}", shape_name(shape),
                     std::array{"draft", "normal", "fine"}[static_cast<int>(level)]);
}

/// Vertices - edges + faces of a closed skin.
int euler_number_of_skin(const TriangleMesh& skin) {
  std::set<std::pair<int, int>> edges;
  std::set<int> used;
  for (const auto& t : skin.triangles)
    for (int k = 0; k < 3; ++k) {
      edges.insert(std::minmax(t[k], t[(k + 1) % 3]));
      used.insert(t[k]);
    }
  return static_cast<int>(used.size()) - static_cast<int>(edges.size()) +
         static_cast<int>(skin.triangles.size());
}

class Generated : public testing::TestWithParam<std::size_t> {
 protected:
  Expected expected() const { return shapes()[GetParam()]; }
};

TEST_P(Generated, IsSoundInItsOwnFrame) {
  constexpr std::array<std::size_t, 3> most_nodes{3500, 12000, 25000};

  const Expected expect = expected();
  for (const MeshLevel level : kLevels) {
    SCOPED_TRACE(name_of(expect.shape, level));
    const SolidMesh mesh = mesh_shape(expect.shape, level);
    check_mesh(mesh);
    EXPECT_LE(mesh.nodes.size(), most_nodes[static_cast<int>(level)]);
    EXPECT_EQ(connected_parts(mesh).count, 1);
    const QuadraticSurface skin = boundary_surface(mesh);
    const TriangleMesh flat = linear_surface(skin);
    EXPECT_EQ(euler_number_of_skin(flat), expect.euler);
    const double volume = mass_properties(mesh, 1).volume;
    EXPECT_NEAR(mass_properties(flat, 1).volume / volume, 1,
                level == MeshLevel::draft ? 0.1 : 0.03);
    if (expect.volume > 0) {
      EXPECT_NEAR(volume / expect.volume, 1, level == MeshLevel::draft ? 0.02 : 0.005);
    }
    Vec3 low = mesh.nodes[0], high = low;
    for (const Vec3& x : mesh.nodes)
      for (int i = 0; i < 3; ++i)
        low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(low[i], expect.low[i], 1e-6) << "xyz"[i];
      EXPECT_NEAR(high[i], expect.high[i], 1e-6) << "xyz"[i];
    }
  }
}

// Other proportions: every field between a third and three times its default.
TEST_P(Generated, OfRandomProportionsIsSoundOrRefused) {
  const Expected expect = expected();
  int legal = 0, meshed = 0;
  for (std::uint64_t trial = 0; legal < 40 && trial < 4000; ++trial) {
    KeyedRng rng(7, GetParam(), trial);
    Shape shape = expect.shape;
    const auto stretch = [&] { return std::exp(rng.uniform(-1.1, 1.1)); };
    std::visit(
        [&](auto& s) {
          for_each_field(s, [&](const char*, auto& member, FieldKind) {
            using M = std::decay_t<decltype(member)>;
            if constexpr (std::is_same_v<M, Vec3>)
              for (int i = 0; i < 3; ++i) member[i] *= stretch();
            else
              member = static_cast<M>(member * stretch());
          });
        },
        shape);
    if (!shape_problems(shape).empty()) continue;
    ++legal;
    SCOPED_TRACE(fmt::format("{} trial {}", shape_name(shape), trial));
    try {
      const SolidMesh mesh = mesh_shape(shape, MeshLevel::draft);
      EXPECT_EQ(euler_number_of_skin(linear_surface(boundary_surface(mesh))), expect.euler);
      ++meshed;
    } catch (const Error& error) {
      fmt::print("{} trial {}: {}\n", shape_name(shape), trial, error.what());
    }
  }
  EXPECT_EQ(legal, 40);
  EXPECT_GE(meshed, 36);
}

TEST_P(Generated, GrowsWithItsShape) {
  const Shape shape = expected().shape;
  const SolidMesh small = mesh_shape(shape, MeshLevel::draft);
  const SolidMesh large = mesh_shape(scaled(shape, 2), MeshLevel::draft);
  ASSERT_EQ(small.nodes.size(), large.nodes.size());
  EXPECT_EQ(small.hexes, large.hexes);
  double worst = 0;
  for (std::size_t i = 0; i < small.nodes.size(); ++i)
    worst = std::max(worst, norm(large.nodes[i] - 2 * small.nodes[i]));
  EXPECT_LT(worst, 1e-12 * shape_size(shape) * 100);
}

INSTANTIATE_TEST_SUITE_P(Shape, Generated, testing::Range<std::size_t>(0, shapes().size()),
                         [](const auto& tested) {
                           return std::string(shape_name(shapes()[tested.param].shape));
                         });

}  // namespace
}  // namespace peal
