// One analysis serves scaled copies and other stiffnesses; stored analyses give the same numbers.
#include "models/bodies/body_modes.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/constants.h"
#include "base/error.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/modes_cost.h"
#include "models/bodies/modes_file.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_rules.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

class ModesFolder {
 public:
  ModesFolder() {
    std::string name = (fs::temp_directory_path() / "peal-modes-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ModesFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Material material(double young, double poisson, double density) {
  Material m;
  m.name = "test", m.young = young, m.poisson = poisson, m.density = density;
  return m;
}

BodyModesRequest bar(double size, const Material& m) {
  BodyModesRequest request;
  request.shape = BarShape{{0.2 * size, 0.01 * size, 0.02 * size}, 0.0005 * size};
  request.level = MeshLevel::draft;
  request.material = m;
  request.max_frequency = 10000 / size;
  return request;
}

const Material kSteel = material(200e9, 0.3, 7850);

// f ~ sqrt(E / rho) / L and phi ~ 1 / sqrt(rho L^3), and the copies cost nothing.
TEST(ModesLibrary, ScaledCopiesShareOneAnalysis) {
  ModesLibrary library;
  const ModalModel one = library.modes(bar(1, kSteel));
  const ModalModel third = library.modes(bar(1.0 / 3, kSteel));
  const Material stiff = material(800e9, 0.3, 7850);
  const ModalModel stiffer = library.modes(bar(1, stiff));
  ASSERT_GE(one.omega.size(), 4u);
  EXPECT_EQ(library.computed(), 1);
  ASSERT_EQ(third.omega.size(), one.omega.size());
  for (std::size_t i = 0; i < one.omega.size(); ++i) {
    EXPECT_NEAR(third.omega[i] / one.omega[i], 3, 1e-9);
    EXPECT_NEAR(norm(third.shape(i)[0]) / norm(one.shape(i)[0]), std::pow(3, 1.5), 1e-6);
  }
  EXPECT_NEAR(stiffer.omega[0] / one.omega[0], 2, 1e-9);
  EXPECT_NEAR(third.mass.mass / one.mass.mass, 1.0 / 27, 1e-12);
  EXPECT_NEAR(third.mass.inertia(1, 1) / one.mass.inertia(1, 1), std::pow(3, -5), 1e-12);
}

// Bodies are analysed side by side: whichever comes first, every bit is the same.
TEST(ModesLibrary, WhoAsksFirstDoesNotShow) {
  const double sizes[] = {0.7, 1, 1.0 / 3};
  const auto all = [&](int first) {
    ModesLibrary library;
    for (const double size : sizes)
      library.plan(bar(size, material(200e9, 0.3 + 1e-13 * size, 7850)));
    for (int i = 0; i < 3; ++i) library.modes(bar(sizes[(first + i) % 3], kSteel));
    EXPECT_EQ(library.computed(), 1);
    return library.modes(bar(1, kSteel));
  };
  const ModalModel a = all(0);
  for (const int first : {1, 2}) {
    const ModalModel b = all(first);
    EXPECT_EQ(a.omega, b.omega);
    ASSERT_EQ(a.shapes.size(), b.shapes.size());
    for (std::size_t i = 0; i < a.shapes.size(); ++i)
      for (int axis = 0; axis < 3; ++axis) ASSERT_EQ(a.shapes[i][axis], b.shapes[i][axis]);
  }
}

// ... and whatever else was planned for: the numbers are those of the form.
TEST(ModesLibrary, NumbersOfAFormDoNotDependOnItsCopies) {
  ModesLibrary alone, many;
  many.plan(bar(0.3, kSteel));  // same dimensionless limit
  const ModalModel a = alone.modes(bar(1, kSteel)), b = many.modes(bar(1, kSteel));
  EXPECT_EQ(a.omega, b.omega);
}

// Asked beforehand, one analysis reaches far enough for all.
TEST(ModesLibrary, PlansForTheLargestRequest) {
  ModesLibrary library;
  BodyModesRequest low = bar(1, kSteel), high = bar(0.5, kSteel);
  low.max_frequency = 2000, high.max_frequency = 19000;
  library.plan(low);
  library.plan(high);
  const ModalModel a = library.modes(low), b = library.modes(high);
  EXPECT_EQ(library.computed(), 1);
  EXPECT_LT(a.omega.back(), 2 * kPi * 2000);
  EXPECT_EQ(static_cast<int>(a.omega.size()), a.modes_below_limit);
  EXPECT_GT(b.omega.size(), a.omega.size());
}

// Another Poisson's ratio is another body.
TEST(ModesLibrary, PoissonsRatioIsPartOfTheKey) {
  ModesLibrary library;
  library.modes(bar(1, kSteel));
  library.modes(bar(1, material(200e9, 0.2, 7850)));
  EXPECT_EQ(library.computed(), 2);
}

/// An egg of elements from a file, as the reader leaves it: coordinates that no scale leaves as
/// they are.
BodyModesRequest imported_egg(double scale) {
  auto body = std::make_shared<ImportedBody>();
  body->solid = mesh_shape(EllipsoidShape{}, MeshLevel::draft);
  for (Vec3& x : body->solid.nodes) x = scale * x;
  body->closed = true;
  body->content_hash = "egg";
  MeshShape shape;
  shape.file = "egg.msh", shape.scale = scale, shape.body = body;
  BodyModesRequest request = bar(scale, kSteel);
  request.shape = shape;
  request.max_frequency = 120000 / scale;
  return request;
}

// A scene that was rendered before, with the same file at another scale, does not show either.
TEST(ModesLibrary, ACacheFilledAtAnotherScaleGivesTheSameBits) {
  const ModesFolder folder;
  ModesLibrary before{ModesCache(folder.path())};
  for (const double scale : {0.3, 0.7, 1.1}) before.modes(imported_egg(scale));
  ModesLibrary cold, warm{ModesCache(folder.path())};
  const ModalModel expected = cold.modes(imported_egg(0.9));
  ASSERT_GT(expected.mode_count(), 0u);
  EXPECT_EQ(expected.omega, warm.modes(imported_egg(0.9)).omega);
}

TEST(ModesLibrary, StoredModesAreTheSameBits) {
  const ModesFolder folder;
  ModesLibrary fresh{ModesCache(folder.path())};
  const ModalModel computed = fresh.modes(bar(1, kSteel));
  ModesLibrary later{ModesCache(folder.path())};
  const ModalModel stored = later.modes(bar(1, kSteel));
  EXPECT_EQ(later.found(), 1);
  EXPECT_EQ(later.computed(), 0);
  EXPECT_EQ(computed.omega, stored.omega);
  EXPECT_EQ(computed.shapes, stored.shapes);
  EXPECT_EQ(computed.surface.nodes, stored.surface.nodes);
  EXPECT_EQ(computed.surface.triangles, stored.surface.triangles);
}

// A damaged entry is found out, removed and computed anew.
TEST(ModesLibrary, DamagedCacheEntriesAreNotBelieved) {
  const ModesFolder folder;
  ModesLibrary{ModesCache(folder.path())}.modes(bar(1, kSteel));
  fs::path entry;
  for (const auto& file : fs::directory_iterator(folder.path())) entry = file.path();
  ASSERT_FALSE(entry.empty());
  const auto size = static_cast<std::streamoff>(fs::file_size(entry));
  for (const std::streamoff at : {size / 4, size / 2, size - 5000}) {
    {
      std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(at);
      std::array<char, 64> bytes{};
      file.read(bytes.data(), bytes.size());
      for (char& byte : bytes) byte = static_cast<char>(~byte);
      file.seekp(at);
      file.write(bytes.data(), bytes.size());
    }
    ModesLibrary library{ModesCache(folder.path())};
    EXPECT_GT(library.modes(bar(1, kSteel)).omega.size(), 0u);
    EXPECT_EQ(library.computed(), 1) << at;
  }
  fs::resize_file(entry, 1000);
  ModesLibrary library{ModesCache(folder.path())};
  library.modes(bar(1, kSteel));
  EXPECT_EQ(library.computed(), 1);
}

TEST(ModesLibrary, AnUnwritableCacheIsNoReasonToStop) {
  ModesLibrary library{ModesCache("/proc/no/such/place")};
  EXPECT_GT(library.modes(bar(1, kSteel)).omega.size(), 0u);
}

// They share one analysis. The mug at its true size would have an eighth of the cells.
TEST(ModesCost, IsThatOfTheAnalysisWhateverTheSize) {
  BodyModesRequest small, large;
  small.shape = MugShape{};
  large.shape = scaled(small.shape, 10);
  small.material = large.material = kSteel;
  large.max_frequency = small.max_frequency / 10;
  EXPECT_NEAR(modes_cost(large) / modes_cost(small), 1, 0.01);
  const auto nodes = static_cast<double>(unit_mesh(small.shape, small.level).nodes.size());
  EXPECT_GT(modes_cost(small), 2.5 * 8 * 9 * nodes * nodes / 20e9) << "[s] of its factors alone";
}

TEST(ModesFile, GivesBackWhatWasWritten) {
  const ModesFolder folder;
  ModesLibrary library;
  const ModalModel model = library.modes(bar(1, kSteel));
  const fs::path path = folder.path() / "bar.modes";
  write_modes_file(path, model, kSteel, "a bar");
  const ModesFile file = read_modes_file(path);
  EXPECT_EQ(file.about, "a bar");
  EXPECT_EQ(file.material.density, 7850);
  EXPECT_EQ(file.model.omega, model.omega);
  EXPECT_EQ(file.model.mass.mass, model.mass.mass);
  ASSERT_EQ(file.model.shapes.size(), model.shapes.size());
  EXPECT_LT(norm(file.model.shapes[7] - model.shapes[7]), 1e-6 * norm(model.shapes[7]));
  std::ofstream(folder.path() / "text.modes") << "not HDF5";
  EXPECT_THROW(read_modes_file(folder.path() / "text.modes"), Error);
  EXPECT_THROW(read_modes_file(folder.path() / "missing.modes"), Error);
}

}  // namespace
}  // namespace peal
