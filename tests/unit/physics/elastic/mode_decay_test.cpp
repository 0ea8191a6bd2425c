// Heat flow in bent sheet, mode by mode.
#include "physics/elastic/mode_decay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

/// One side of a square sheet of 2 x 2 squares around the origin, moved as given by hand. [m]
template <class Moved>
ModalModel sheet(const Moved& moved, double omega = 2 * kPi * 1000) {
  ModalModel model;
  model.omega = {omega};
  const int count = 17;  // nodes per side: 8 triangles of six nodes
  for (int j = 0; j < count; ++j)
    for (int i = 0; i < count; ++i) {
      const double x = i / 8.0 - 1, z = j / 8.0 - 1;
      model.surface.nodes.push_back({x, 0, z});
      model.shapes.push_back(moved(x, z));
    }
  const auto node = [&](int i, int j) { return j * count + i; };
  for (int j = 0; j + 2 < count; j += 2)
    for (int i = 0; i + 2 < count; i += 2) {
      model.surface.triangles.push_back({node(i, j), node(i + 2, j), node(i + 2, j + 2),
                                         node(i + 1, j), node(i + 2, j + 1), node(i + 1, j + 1)});
      model.surface.triangles.push_back({node(i, j), node(i + 2, j + 2), node(i, j + 2),
                                         node(i + 1, j + 1), node(i + 1, j + 2), node(i, j + 1)});
    }
  model.mass.volume = 4e-3;  // of 1 mm: the area is that of one side, hence twice the wall
  return model;
}

/// The surface of a plate bent with curvatures k moves by -z grad w in its plane.
double factor(double xx, double zz, double xz) {
  const ModalModel model = sheet([&](double x, double z) {
    return Vec3{xx * x + xz * z, (xx * x * x + zz * z * z) / 2 + xz * x * z, xz * x + zz * z};
  });
  return ModeDecay(model, *find_material("aluminium")).bending_factor(0);
}

TEST(ModeDecay, KnowsHowSheetIsBent) {
  const double nu = find_material("aluminium")->poisson;
  EXPECT_NEAR(factor(1, -nu, 0), 1, 1e-12);                       // a beam
  EXPECT_NEAR(factor(1, 0, 0), (1 + nu) / (1 - nu), 1e-12);       // a wave in a plate
  EXPECT_NEAR(factor(1, 1, 0), 2 / (1 - nu), 1e-12);              // a dish
  EXPECT_NEAR(factor(1, -1, 0), 0, 1e-12);                        // a saddle
  EXPECT_NEAR(factor(0, 0, 1), 0, 1e-12);                         // the same, turned
  EXPECT_NEAR(factor(2, 0.7, 0.4), factor(0.7, 2, -0.4), 1e-12);  // turned by 90 degrees
}

TEST(ModeDecay, AddsHeatToTheLossFactor) {
  const Material& m = *find_material("aluminium");
  const ModalModel wave = sheet([](double x, double) { return Vec3{x, x * x / 2, 0}; });
  EXPECT_NEAR(wave.wall(), 2e-3, 1e-15);
  const double expected = kPi * 1000 * (1e-4 + thermoelastic_loss(m, 2e-3, 1000));
  EXPECT_NEAR(ModeDecay(wave, m).rate(0) / expected, 1, 1e-12);
  Material terms = m;
  terms.damping.rayleigh = {6, 0, 0};
  EXPECT_EQ(ModeDecay(wave, terms).rate(0), 3);
  Material wood = *find_material("oak");
  EXPECT_NEAR(ModeDecay(wave, wood).rate(0), kPi * 1000 * 1.2e-2, 1e-9);
}

}  // namespace
}  // namespace peal
