// Bodies as files would give them, and the comparison of their modes. [m].
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/constants.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/geometry/surface_repair.h"
#include "physics/meshing/shape_mesh.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal::imported {

inline Material glass(double poisson = 0.22) {
  Material m;
  m.name = "glass", m.young = 70e9, m.poisson = poisson, m.density = 2500;
  return m;
}

/// The skin of a generated body: every six-node triangle cut into parts^2 flat ones.
inline TriangleMesh skin(const SolidMesh& mesh, int parts) {
  const QuadraticSurface surface = boundary_surface(mesh);
  TriangleMesh out;
  for (const auto& t : surface.triangles) {
    const auto at = [&](int i, int j) {
      const double a = static_cast<double>(i) / parts, b = static_cast<double>(j) / parts;
      const double c = 1 - a - b;
      const std::array weights{a * (2 * a - 1), b * (2 * b - 1), c * (2 * c - 1),
                               4 * a * b,       4 * b * c,       4 * c * a};
      Vec3 x;
      for (int k = 0; k < 6; ++k) x += weights[k] * surface.nodes[t[k]];
      out.vertices.push_back(x);
      return static_cast<int>(out.vertices.size()) - 1;
    };
    for (int i = 0; i < parts; ++i)
      for (int j = 0; i + j < parts; ++j) {
        out.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        if (i + j + 1 < parts)
          out.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
  }
  return repair_surface(out).mesh;  // welds
}

/// The lowest `count` frequencies [Hz].
inline std::vector<double> frequencies(const SolidMesh& mesh, const Material& material, int count,
                                       double limit) {
  ModalOptions options;
  options.max_modes = count;
  for (options.max_frequency = limit;; options.max_frequency *= 1.5) {
    const ModalModel model = analyse(mesh, material, options);
    if (static_cast<int>(model.omega.size()) < count) continue;
    std::vector<double> f;
    for (const double omega : model.omega) f.push_back(omega / (2 * kPi));
    return f;
  }
}

inline void expect_within(double percent, const std::vector<double>& found,
                          const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(100 * (found[i] / wanted[i] - 1), 0, percent)
        << "mode " << i << ": " << found[i] << " Hz, expected " << wanted[i];
}

/// Free square plate after Kirchhoff, Poisson's ratio 0.3 (Leissa, "Vibration of plates", 1969).
inline std::vector<double> square_plate(double side, double thickness, std::size_t count) {
  const Material m = glass(0.3);
  const double stiffness = m.young * std::pow(thickness, 3) / 12 / (1 - 0.09);
  std::vector<double> f;
  for (const double lambda :
       {13.468, 19.596, 24.270, 34.801, 34.801, 61.093, 61.093, 63.686, 69.265, 77.172})
    f.push_back(lambda / (2 * kPi * side * side) * std::sqrt(stiffness / (m.density * thickness)));
  f.resize(count);
  return f;
}

}  // namespace peal::imported
