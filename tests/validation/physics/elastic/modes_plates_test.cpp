// First ten frequencies of square steel plates, 200 mm, 4 mm and 1 mm thick: clamped, simply
// supported and free. The references are three-dimensional Ritz solutions (Mindlin's closed form
// for simple supports); for the thin clamped plate Kirchhoff's value where it is lower, because a
// Ritz solution approaches the truth from above and shear can only lower Kirchhoff's frequency.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "reference.h"

namespace peal::reference {
namespace {

enum class Edge { clamped, simple, free };

struct Case {
  Edge edge;
  double thickness;
  const char* table;
};
constexpr std::array kCases{Case{Edge::clamped, 0.004, "CCCC"}, Case{Edge::simple, 0.004, "SSSS"},
                            Case{Edge::free, 0.004, "FFFF"},    Case{Edge::clamped, 0.001, "CCCC"},
                            Case{Edge::simple, 0.001, "SSSS"},  Case{Edge::free, 0.001, "FFFF"}};

std::vector<double> plate_frequencies(const Case& c) {
  std::vector<double> f;
  for (const Row& row : table("plate_square_steel_0.2m.csv"))
    if (row[0] == c.table && std::stod(row[1]) == c.thickness)
      f.push_back(std::min(std::stod(row[3]), std::stod(row[4])));
  return f;
}

/// Simple supports, "hard": along an edge the plate moves neither up nor along the edge, but may
/// turn about it.
ModalOptions supports(const SolidMesh& mesh, Edge edge, double highest) {
  ModalOptions options;
  options.max_frequency = highest;
  if (edge == Edge::free) return options;
  for (const int axis : {0, 2})
    for (const double side : {-0.1, 0.1}) {
      Vec3 low{-1, -1, -1}, high{1, 1, 1};
      low[axis] = high[axis] = side;
      for (const int node : nodes_in_box(mesh, low, high)) {
        if (edge == Edge::clamped) options.fixed_nodes.push_back(node);
        if (edge == Edge::simple) {
          options.held_nodes.push_back({node, 1});
          options.held_nodes.push_back({node, 2 - axis});
        }
      }
    }
  return options;
}

double worst_error(const Case& c, MeshLevel level) {
  const std::vector<double> exact = plate_frequencies(c);
  const SolidMesh mesh = mesh_shape(Shape(PlateShape{0.2, 0.2, c.thickness}), level);
  const Analysis a = timed(mesh, steel(), supports(mesh, c.edge, 1.2 * exact[9]));
  EXPECT_GE(a.model.omega.size(), 10u);
  if (exact.size() < 10 || a.model.omega.size() < 10) return 1;
  double worst = 0;
  std::string errors;
  for (int i = 0; i < 10; ++i) {
    const double error = frequency(a.model, i) / exact[i] - 1;
    worst = std::max(worst, std::abs(error));
    errors += fmt::format(" {:+.3f}", 100 * error);
  }
  fmt::print("{} {} mm: {} nodes, {:.2f} s, errors [%]{}\n", c.table, 1e3 * c.thickness,
             mesh.nodes.size(), a.seconds, errors);
  return worst;
}

TEST(ModesOfPlates, AreWithinEightPerCentAtDraft) {
  for (const Case& c : kCases) EXPECT_LT(worst_error(c, MeshLevel::draft), 0.08);
}
TEST(ModesOfPlates, AreWithinTwoPerCentAtNormal) {
  for (const Case& c : kCases) EXPECT_LT(worst_error(c, MeshLevel::normal), 0.02);
}
TEST(ModesOfPlates, AreWithinHalfAPerCentAtFine) {
  for (const Case& c : kCases) EXPECT_LT(worst_error(c, MeshLevel::fine), 0.005);
}

/// Structured plate of n x n cells, one layer.
SolidMesh plate_cells(double thickness, int n) {
  return mesh_shape(BarShape{{0.2, thickness, 0.2}}, BarCells{n, 1, n});
}

// Quadratic elements: the error of a frequency falls with the fourth power of the cell size.
TEST(ModesOfPlates, ConvergeWithFourthOrder) {
  ModalOptions options;
  options.max_frequency = 6000;
  std::vector<double> f;
  for (const int n : {4, 8, 16, 32})
    f.push_back(frequency(timed(plate_cells(0.02, n), steel(), options).model, 2));
  const double order = std::log2((f[0] - f[3]) / (f[1] - f[3]));
  const double next = std::log2((f[1] - f[3]) / (f[2] - f[3]));
  fmt::print("20 mm plate, third mode: orders {:.2f} and {:.2f}\n", order, next);
  EXPECT_GT(order, 3.2);
  EXPECT_GT(next, 3.2);
}

// Fixing all three components through springs or by elimination is the same.
TEST(ModesOfPlates, HeldComponentsAreAsGoodAsFixedNodes) {
  const SolidMesh mesh = plate_cells(0.004, 10);
  ModalOptions fixed = supports(mesh, Edge::clamped, 4000), held;
  held.max_frequency = 4000;
  for (const int node : fixed.fixed_nodes)
    for (int axis = 0; axis < 3; ++axis) held.held_nodes.push_back({node, axis});
  const auto a = timed(mesh, steel(), fixed), b = timed(mesh, steel(), held);
  ASSERT_EQ(a.model.omega.size(), b.model.omega.size());
  for (std::size_t i = 0; i < a.model.omega.size(); ++i)
    EXPECT_NEAR(b.model.omega[i] / a.model.omega[i], 1, 1e-6);
}

}  // namespace
}  // namespace peal::reference
