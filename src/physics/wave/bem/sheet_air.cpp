#include "physics/wave/bem/sheet_air.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/wave/bem/sheet_bem.h"

namespace peal {

SheetAir::SheetAir(const TriangleMesh& sheet, const Air& air, double rate, int rank)
    : triangles_(sheet.triangles.size()), scale_(air.density * air.speed_of_sound), rate_(rate) {
  const std::size_t n = triangles_;
  std::vector<double> root(n), unit(n * n, 0.0);
  for (std::size_t t = 0; t < n; ++t) {
    root[t] = std::sqrt(norm(sheet.area_vector(t)));
    unit[t * n + t] = 1;
  }
  std::vector<double> matrix = SheetBem(sheet).solve(unit);  // L, column-major
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) matrix[j * n + i] *= root[i] / root[j];
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i)
      matrix[i * n + j] = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
  std::vector<double> values(n);
  const int size = static_cast<int>(n);
  if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', size, matrix.data(), size, values.data()) != 0)
    fail("radiation: the added mass of the sheet has no modes; check its mesh");
  for (std::size_t m = 0; m < n && m < static_cast<std::size_t>(std::max(1, rank)); ++m) {
    const std::size_t column = n - 1 - m;
    if (!(values[column] > 1e-6 * values[n - 1])) break;
    lengths_.push_back(values[column]);
    for (std::size_t t = 0; t < n; ++t) {
      gather_.push_back(matrix[column * n + t] * root[t]);
      scatter_.push_back(scale_ * matrix[column * n + t] / root[t]);
    }
    // p = rho c (s^2 + W s) / (s^2 + W s + W^2) v, by the bilinear rule.
    const double w = air.speed_of_sound / values[column], s = 2 * rate;
    const double d = s * s + w * s + w * w;
    filters_.push_back({(s * s + w * s) / d, -2 * s * s / d, (s * s - w * s) / d,
                        2 * (w * w - s * s) / d, (s * s - w * s + w * w) / d});
  }
  memory_.resize(lengths_.size());
}

void SheetAir::pressures(std::span<const double> accelerations, int count,
                         std::vector<double>& out) {
  const int n = static_cast<int>(triangles_), m = static_cast<int>(lengths_.size());
  out.resize(triangles_ * static_cast<std::size_t>(count));
  if (count == 0) return;
  modal_.resize(lengths_.size() * static_cast<std::size_t>(count));
  // Rows of samples are columns to BLAS: (count x n)(n x m).
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, count, m, n, 1.0, accelerations.data(),
              count, gather_.data(), n, 0.0, modal_.data(), count);
  for (int k = 0; k < m; ++k) {
    const Filter& f = filters_[k];
    Memory& z = memory_[k];
    double* row = &modal_[static_cast<std::size_t>(k) * count];
    for (int i = 0; i < count; ++i) {
      z.velocity += row[i] / rate_;
      const double x = z.velocity, y = f.b0 * x + z.first;
      z.first = f.b1 * x - f.a1 * y + z.second;
      z.second = f.b2 * x - f.a2 * y;
      row[i] = y;
    }
  }
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, count, n, m, 1.0, modal_.data(), count,
              scatter_.data(), n, 0.0, out.data(), count);
}

}  // namespace peal
