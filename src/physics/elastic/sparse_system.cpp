#include "physics/elastic/sparse_system.h"

#include <algorithm>

#include "physics/elastic/finite_element.h"

namespace peal {
namespace {

/// For each free node, itself and its neighbours of higher number, ascending: one lower column
/// each.
std::vector<std::vector<int>> lower_columns(const SolidMesh& mesh, const std::vector<int>& number,
                                            std::size_t count) {
  std::vector<std::vector<int>> columns(count);
  mesh.for_each_element([&](const auto& element) {
    for (const int a : element)
      for (const int b : element)
        if (number[a] >= 0 && number[b] >= number[a]) columns[number[a]].push_back(number[b]);
  });
  for (auto& column : columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return columns;
}

struct Pattern {
  SparseSystem system;
  std::vector<int> number;                // unknown of each mesh node / 3, -1: fixed
  std::vector<std::vector<int>> columns;  // see lower_columns
};

Pattern make_pattern(const SolidMesh& mesh, const std::vector<bool>& fixed) {
  Pattern pattern;
  auto& [system, number, columns] = pattern;
  number.assign(mesh.nodes.size(), -1);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    if (!fixed[n]) {
      number[n] = static_cast<int>(system.free_nodes.size());
      system.free_nodes.push_back(static_cast<int>(n));
    }
  const int count = static_cast<int>(system.free_nodes.size());
  columns = lower_columns(mesh, number, count);

  // Column 3 a + i holds rows i..2 of node a, then three rows of every later neighbour.
  auto& k = system.stiffness;
  auto& m = system.mass;
  k.resize(3 * count, 3 * count);
  m.resize(count, count);
  std::size_t pairs = 0;
  for (const auto& column : columns) pairs += column.size();
  k.reserve(9 * pairs - 3 * count);
  m.reserve(pairs);
  for (int a = 0; a < count; ++a) {
    m.startVec(a);
    for (const int b : columns[a]) m.insertBack(b, a) = 0;
    for (int i = 0; i < 3; ++i) {
      k.startVec(3 * a + i);
      for (const int b : columns[a])
        for (int j = b == a ? i : 0; j < 3; ++j) k.insertBack(3 * b + j, 3 * a + i) = 0;
    }
  }
  k.finalize();
  m.finalize();
  return pattern;
}

}  // namespace

SparseSystem sparsity(const SolidMesh& mesh, const std::vector<bool>& fixed) {
  return make_pattern(mesh, fixed).system;
}

SparseSystem assemble(const SolidMesh& mesh, const Material& material,
                      const std::vector<bool>& fixed, const Vec3& grain) {
  Pattern pattern = make_pattern(mesh, fixed);
  const std::vector<int>& number = pattern.number;
  const auto& columns = pattern.columns;
  auto& k = pattern.system.stiffness;
  auto& m = pattern.system.mass;
  const Elasticity elastic = elasticity(material, grain);
  mesh.for_each_element([&]<std::size_t N>(const std::array<int, N>& element) {
    const ElementMatrices<N> matrices =
        element_matrices(mesh.positions(element), elastic.lame, material.density, elastic.grain);
    for (std::size_t p = 0; p < N; ++p)
      for (std::size_t q = 0; q < N; ++q) {
        const int row = number[element[p]], col = number[element[q]];
        if (col < 0 || row < col) continue;
        const bool stored = q <= p;  // block (p, q) or, transposed, (q, p)
        const Mat3& block = stored ? matrices.stiffness[p][q] : matrices.stiffness[q][p];
        const auto& column = columns[col];
        const auto at = std::lower_bound(column.begin(), column.end(), row) - column.begin();
        m.valuePtr()[m.outerIndexPtr()[col] + at] +=
            stored ? matrices.mass[p][q] : matrices.mass[q][p];
        for (int j = 0; j < 3; ++j) {
          double* values = k.valuePtr() + k.outerIndexPtr()[3 * col + j] - j + 3 * at;
          for (int i = row == col ? j : 0; i < 3; ++i)
            values[i] += stored ? block(i, j) : block(j, i);
        }
      }
  });
  return std::move(pattern.system);
}

void SparseSystem::times_stiffness(const double* x, double* y) const {
  const Eigen::Map<const Eigen::VectorXd> in(x, unknowns());
  Eigen::Map<Eigen::VectorXd> out(y, unknowns());
  out.noalias() = stiffness.selfadjointView<Eigen::Lower>() * in;
}

namespace {

/// Y += M X; the values of one node lie together: `Row` of them, or as many as X has columns
/// thrice.
template <int Row>
void add_mass_times(const Eigen::SparseMatrix<double>& mass, const double* x, double* y, int row) {
  using Node = Eigen::Array<double, Row, 1>;
  for (int a = 0; a < mass.cols(); ++a) {
    const Eigen::Map<const Node> x_a(x + a * row, row);
    Eigen::Map<Node> y_a(y + a * row, row);
    for (Eigen::SparseMatrix<double>::InnerIterator it(mass, a); it; ++it) {
      const auto b = it.row() * row;
      Eigen::Map<Node>(y + b, row) += it.value() * x_a;
      if (it.row() != a) y_a += it.value() * Eigen::Map<const Node>(x + b, row);
    }
  }
}

}  // namespace

void SparseSystem::times_mass(const double* x, double* y, int columns) const {
  using Interleaved = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Interleaved in = Eigen::Map<const Eigen::MatrixXd>(x, unknowns(), columns);
  Interleaved out = Interleaved::Zero(unknowns(), columns);
  constexpr int kBlock = 3 * 8;  // a block of the eigenvalue search
  if (3 * columns == kBlock)
    add_mass_times<kBlock>(mass, in.data(), out.data(), kBlock);
  else
    add_mass_times<Eigen::Dynamic>(mass, in.data(), out.data(), 3 * columns);
  Eigen::Map<Eigen::MatrixXd>(y, unknowns(), columns) = out;
}

std::vector<double> SparseSystem::shifted_values(double shift) const {
  std::vector<double> values(stiffness.valuePtr(), stiffness.valuePtr() + stiffness.nonZeros());
  for (int a = 0; a < mass.cols(); ++a) {
    const auto begin = mass.outerIndexPtr()[a], end = mass.outerIndexPtr()[a + 1];
    for (int i = 0; i < 3; ++i) {
      // Entry (3 b + i, 3 a + i) of the at-th neighbour b: see the column layout in assemble().
      double* column = values.data() + stiffness.outerIndexPtr()[3 * a + i] - i;
      for (auto at = begin; at < end; ++at)
        column[3 * (at - begin) + i] -= shift * mass.valuePtr()[at];
    }
  }
  return values;
}

}  // namespace peal
