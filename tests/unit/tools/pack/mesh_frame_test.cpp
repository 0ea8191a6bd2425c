// A game places bodies by the origin and axes of their mesh files. A body drawn with its origin at
// its base, in other units and with another axis up, posed and struck by its file's coordinates,
// sounds as the same body drawn about its middle does where it belongs.
#include "models/bodies/mesh_frame.h"

#include <gtest/gtest.h>
#include <peal/engine.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/bank/bank_writer.h"
#include "models/bodies/import_mesh.h"
#include "tools/pack/pack_body.h"

namespace peal {
namespace {

constexpr int kAlong = 6, kAcross = 2;
constexpr double kUnit = 1.0 / 1024;        // [m] of the file with the pivot
constexpr Vec3 kShift{0.5, 0.0625, -0.25};  // [m] the pivot lies there, seen from the other file

/// A tapered block of 6 x 2 x 2 hexahedra, its thick end up: neither its middle nor its axes are
/// those of its mass.
std::string block(bool pivot) {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n";
  text += fmt::format("{}\n", (kAlong + 1) * (kAcross + 1) * (kAcross + 1));
  int id = 0;
  for (int i = 0; i <= kAlong; ++i)
    for (int j = 0; j <= kAcross; ++j)
      for (int k = 0; k <= kAcross; ++k) {
        Vec3 x{i / 64.0, j * (8.0 + i) / 1024, k * 3.0 / 128};
        if (pivot) x = (x - kShift) / kUnit;
        if (pivot) x = {x.x, -x.z, x.y};  // z up
        text += fmt::format("{} {:.17g} {:.17g} {:.17g}\n", ++id, x.x, x.y, x.z);
      }
  text += fmt::format("$EndNodes\n$Elements\n{}\n", kAlong * kAcross * kAcross);
  const auto node = [](int i, int j, int k) {
    return (i * (kAcross + 1) + j) * (kAcross + 1) + k + 1;
  };
  id = 0;
  for (int i = 0; i < kAlong; ++i)
    for (int j = 0; j < kAcross; ++j)
      for (int k = 0; k < kAcross; ++k)
        text += fmt::format("{} 5 2 0 0 {} {} {} {} {} {} {} {}\n", ++id, node(i, j, k),
                            node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
                            node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1),
                            node(i, j + 1, k + 1));
  return text + "$EndElements\n";
}

struct Block {
  Scene scene;
  ObjectSpec object;
  std::unique_ptr<BodySound> sound;
  std::unique_ptr<PackedBody> packed;
  std::vector<std::byte> bank;

  explicit Block(bool pivot) {
    const auto path =
        std::filesystem::path(testing::TempDir()) /
        fmt::format("peal_block_{}_{}.msh", pivot, testing::UnitTest::GetInstance()->random_seed());
    std::ofstream(path) << block(pivot);
    MeshShape shape;
    shape.file = path.string(), shape.scale = pivot ? kUnit : 1;
    shape.up = pivot ? UpAxis::z : UpAxis::y;
    shape.body = import_mesh(shape.file, shape.scale, shape.up, SurfaceUse::solid);
    std::filesystem::remove(path);
    Material material;
    material.name = "steel";
    scene.materials["steel"] = material;
    object.name = "block", object.material = "steel";
    object.shape = shape;
    object.geometry = body_geometry(object.shape);
    BodySoundRequest request;
    request.shape = object.shape, request.level = MeshLevel::draft, request.material = material;
    request.max_modes = 6;
    sound = std::make_unique<BodySound>(request);
    packed = std::make_unique<PackedBody>(scene, object, sound.get(), nullptr, PackOptions{});
    BankContents contents;
    contents.ground = play_material(material, "steel");
    contents.bodies = {packed->play()};
    BankError error;
    EXPECT_TRUE(write_bank(contents, bank, error)) << error.text;
  }
  std::unique_ptr<Engine> engine() const {
    std::string error;
    auto made = Engine::create(bank, {}, error);
    EXPECT_TRUE(made) << error;
    made->set_listener({-0.1, 1, 0.5}, {0.1, 1, 0.5});
    return made;
  }
};

EngineVector vector(const Vec3& v) { return {v.x, v.y, v.z}; }
EngineRotation rotation(const Quat& q) { return {q.w, q.x, q.y, q.z}; }

std::vector<float> heard(Engine& engine) {
  constexpr int kFrames = 12000;
  std::vector<float> left(kFrames), right(kFrames);
  float* const ears[] = {left.data(), right.data()};
  engine.render(ears, kFrames);
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

double largest(const std::vector<float>& x) {
  double most = 0;
  for (const float v : x) most = std::max(most, std::abs(static_cast<double>(v)));
  return most;
}

}  // namespace

TEST(MeshFrame, ABodyIsWhereItsPivotIsPut) {
  const Block centred(false), pivoted(true);
  const auto by_body = centred.engine(), by_mesh = pivoted.engine();
  // The file's axes in the world; those of the shape's own frame are turned back by its up axis.
  const Quat turn = normalized(Quat{0.8, 0.1, -0.5, 0.3});
  const Quat up = Quat::from_axis_angle({1, 0, 0}, -kPi / 2);
  const Quat own = normalized(turn * conjugate(up));
  const Vec3 pivot{0.3, 0.4, -0.2}, spin{2, -3, 1}, velocity{0.1, -4, 0.2};

  EnginePose mesh{vector(pivot), rotation(turn), vector(velocity), vector(spin)};
  const int b = by_mesh->spawn(0, mesh, false, EngineFrame::mesh);
  const Pose body = centred.object.body_pose(pivot - rotate(own, kShift), own);
  const Vec3 at_centre = velocity + cross(spin, body.position - pivot);
  EnginePose pose{vector(body.position), rotation(body.rotation), vector(at_centre), vector(spin)};
  const int a = by_body->spawn(0, pose);
  ASSERT_GE(a, 0);
  ASSERT_GE(b, 0);

  // A corner of the block, in the units and axes of the file with the pivot.
  const Vec3 corner{kAlong / 64.0, kAcross * (8.0 + kAlong) / 1024, 0};
  const Vec3 in_file = (corner - kShift) / kUnit, file_point{in_file.x, -in_file.z, in_file.y};
  const Vec3 world = pivot + rotate(turn, kUnit * file_point);
  EngineVector told{};
  ASSERT_TRUE(by_mesh->to_world(b, vector(file_point), told));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(told[i], world[static_cast<int>(i)], 1e-12);

  // One strike of the ground in world coordinates, its speed known from the poses alone; one by
  // the file's coordinates; one after both were told to move.
  EngineImpact from_below;
  from_below.point = vector(world);
  from_below.a = a;
  ASSERT_TRUE(by_body->impact(from_below));
  from_below.a = b;
  ASSERT_TRUE(by_mesh->impact(from_below));
  std::vector<float> of_body = heard(*by_body), of_mesh = heard(*by_mesh);

  const auto still = [](EnginePose& p) { p.velocity = p.spin = {}, p.position[1] += 0.05; };
  still(mesh), still(pose);
  ASSERT_TRUE(by_mesh->set_pose(b, mesh));
  ASSERT_TRUE(by_body->set_pose(a, pose));
  EngineImpact local;
  local.local = true, local.closing_speed = 0.5;
  local.a = b, local.point = vector(file_point), local.normal = {0, 0, 1};  // up, in the file
  ASSERT_TRUE(by_mesh->impact(local));
  EngineImpact there = local;
  there.local = false, there.a = a;
  there.point = vector(world + Vec3{0, 0.05, 0}), there.normal = vector(rotate(turn, {0, 0, 1}));
  ASSERT_TRUE(by_body->impact(there));
  for (auto* pair : {&of_body, &of_mesh}) {
    const std::vector<float> more = heard(pair == &of_body ? *by_body : *by_mesh);
    pair->insert(pair->end(), more.begin(), more.end());
  }

  ASSERT_GT(largest(of_body), 1e-3);
  std::vector<float> off(of_body.size());
  for (std::size_t i = 0; i < off.size(); ++i) off[i] = of_mesh[i] - of_body[i];
  EXPECT_LT(largest(off) / largest(of_body), 1e-6);  // -120 dB
  // Without its frame the body would be somewhere else.
  EXPECT_EQ(by_mesh->stats().impacts, 2);
}

TEST(MeshFrame, TheMatrixTakesTheFilesVerticesToTheBody) {
  const Block pivoted(true);
  const auto engine = pivoted.engine();
  const EngineMatrix m = engine->mesh_to_body(0);
  const ObjectSpec& object = pivoted.object;
  // The file's own vertex, by hand: scale, z up to y up, then the frame of the mass.
  const Vec3 file{-400, 31, 77}, own = kUnit * Vec3{file.x, file.z, -file.y};
  const Vec3 body = object.geometry->frame.to_body(own);
  for (int row = 0; row < 3; ++row) {
    const std::size_t r = 4 * static_cast<std::size_t>(row);
    EXPECT_NEAR(m[r] * file.x + m[r + 1] * file.y + m[r + 2] * file.z + m[r + 3], body[row], 1e-12);
  }
  EXPECT_EQ(engine->mesh_to_body(7), (EngineMatrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
}

}  // namespace peal
