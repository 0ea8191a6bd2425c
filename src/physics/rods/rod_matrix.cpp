#include "physics/rods/rod_matrix.h"

#include <algorithm>
#include <cmath>

#include "physics/rods/rod_bytes.h"

namespace peal {
namespace {

constexpr int kKept = 2;  // points of a ring that are kept aside

/// Gauss and Jordan without pivots, for a positive definite matrix.
void invert_kept(std::array<std::array<double, 8>, 8>& a) noexcept {
  for (int k = 0; k < 8; ++k) {
    const double pivot = 1 / a[k][k];
    a[k][k] = 1;
    for (double& value : a[k]) value *= pivot;
    for (int i = 0; i < 8; ++i) {
      if (i == k) continue;
      const double by = a[i][k];
      a[i][k] = 0;
      for (int j = 0; j < 8; ++j) a[i][j] -= by * a[k][j];
    }
  }
}

}  // namespace

RodMatrix::RodMatrix(const ElasticRod& rod)
    : kernel_(&rod.kernel()),
      points_(rod.points()),
      band_(rod.closed() ? points_ - kKept : points_),
      middle_((band_ - 2) / 2),
      panels_(static_cast<std::size_t>(kRodPanel) * (points_ + 4), 0.0) {
  if (band_ == points_) return;
  seam_.assign(kRodPanel * 4, 0.0);
  for (int c = 0; c < 8; ++c) {
    edge_[c].assign(4 * static_cast<std::size_t>(band_), 0.0);
    solved_[c] = edge_[c];
  }
}

void RodMatrix::assemble(const ElasticRod& rod, const RodRates& rates, const double* load,
                         double* r) noexcept {
  const int half = std::min(middle_ + 2, points_);
  kernel_->stiffness(rod.view(), rates, 0, half, 1, load, r, panel(0));
  if (half < points_)
    kernel_->stiffness(rod.view(), rates, half, points_ - half, -1, load, r, panel(half));
  if (band_ < points_)
    kernel_->stiffness(rod.view(), rates, band_, kKept, 1, load, r, seam_.data());
}

void RodMatrix::add(int point, int row, int column, double value) noexcept {
  panel(point)[12 * column + row] += value;
}

void RodMatrix::add_before(int point, int column, double value) noexcept {
  if (looks_back(point))
    panel(point)[12 * column + 4 + 3] += value;
  else
    panel(point - 1)[12 * 3 + 4 + column] += value;
}

void RodMatrix::add_block(int point, int part, const Mat3& block) noexcept {
  const auto add_to = [&](double* p, bool transposed) {
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        p[12 * c + 4 * part + r] += transposed ? block(c, r) : block(r, c);
  };
  if (part == 0) return add_to(panel(point), false);
  if (point + part >= points_) return add_to(seam_.data() + kRodPanel * (point - band_), false);
  if (!looks_back(point)) add_to(panel(point), false);
  if (looks_back(point + part)) add_to(panel(point + part), true);
}

void RodMatrix::fix(int point, int unknown) noexcept {
  const auto clear_column = [&](double* p) { std::fill_n(p + 12 * unknown, 12, 0.0); };
  const auto clear_row = [&](double* p, int part) {
    for (int c = 0; c < 4; ++c) p[12 * c + 4 * part + unknown] = 0;
  };
  clear_column(panel(point));
  clear_row(panel(point), 0);
  panel(point)[13 * unknown] = 1;
  for (int part = 1; part <= 2; ++part) {
    if (const int j = point - part; j >= 0 && !looks_back(j)) clear_row(panel(j), part);
    if (const int j = point + part; j < points_ && looks_back(j)) clear_row(panel(j), part);
  }
  if (band_ == points_) return;
  for (int k = 0; k < kKept; ++k) {
    double* seam = seam_.data() + kRodPanel * k;
    if (point == band_ + k) clear_column(seam);
    for (int part = 1; part <= 2; ++part)
      if ((band_ + k + part) % points_ == point) clear_row(seam, part);
  }
}

void RodMatrix::factor() noexcept {
  kernel_->factor(band_, middle_, panels_.data());
  if (band_ < points_) tie();
}

/// Schur complement of the kept points: S = K_kk - E^T (K_bb^-1 E).
void RodMatrix::tie() noexcept {
  for (int k = 0; k < kKept; ++k)
    for (int c = 0; c < 4; ++c) {
      AlignedVector<double>& edge = edge_[4 * k + c];
      // Only these blocks are ever touched; the others stay 0.
      for (const int block : {0, 1, band_ - 2, band_ - 1}) std::fill_n(&edge[4 * block], 4, 0.0);
      for (int part = 1; part <= 2; ++part) {
        const int before = band_ + k - part, behind = band_ + k + part - points_;
        for (int row = 0; row < 4; ++row) {
          const int at = 12 * c + 4 * part + row;
          if (before < band_) edge[4 * before + row] += panel(band_ + k)[at];
          if (behind >= 0) edge[4 * behind + row] += seam_[kRodPanel * k + at];
        }
      }
      solved_[4 * k + c] = edge;
      kernel_->solve(band_, middle_, panels_.data(), solved_[4 * k + c].data());
    }
  const double *first = panel(band_), *second = panel(band_ + 1);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) {
      kept_[r][c] = first[12 * c + r];
      kept_[4 + r][4 + c] = second[12 * c + r];
      kept_[r][4 + c] = kept_[4 + c][r] = second[12 * c + 4 + r];  // K(first, second)
    }
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c)
      for (const int block : {0, 1, band_ - 2, band_ - 1})
        for (int i = 4 * block; i < 4 * block + 4; ++i) kept_[r][c] -= edge_[r][i] * solved_[c][i];
  invert_kept(kept_);
}

void RodMatrix::solve(double* r) const noexcept {
  kernel_->solve(band_, middle_, panels_.data(), r);
  if (band_ == points_) return;
  double left[8], kept[8] = {};
  for (int c = 0; c < 8; ++c) {
    left[c] = r[4 * band_ + c];
    for (const int block : {0, 1, band_ - 2, band_ - 1})
      for (int i = 4 * block; i < 4 * block + 4; ++i) left[c] -= edge_[c][i] * r[i];
  }
  for (int c = 0; c < 8; ++c)
    for (int k = 0; k < 8; ++k) kept[c] += kept_[c][k] * left[k];
  for (int c = 0; c < 8; ++c)
    for (int i = 0; i < 4 * band_; ++i) r[i] -= kept[c] * solved_[c][i];
  std::copy_n(kept, 8, r + 4 * band_);
}

void RodMatrix::save(std::vector<std::byte>& out) const {
  for (const auto* panels : {&panels_, &seam_}) put_bytes(out, std::span(*panels));
  for (const auto* columns : {&edge_, &solved_})
    for (const auto& column : *columns) put_bytes(out, std::span(column));
  for (const auto& row : kept_) put_bytes(out, std::span<const double>(row));
}

void RodMatrix::load(std::span<const std::byte>& in) {
  for (auto* panels : {&panels_, &seam_}) take_bytes(in, std::span(*panels));
  for (auto* columns : {&edge_, &solved_})
    for (auto& column : *columns) take_bytes(in, std::span(column));
  for (auto& row : kept_) take_bytes(in, std::span<double>(row));
}

void RodMatrix::inverse(double* own, double* beside) const noexcept {
  kernel_->inverse(band_, middle_, panels_.data(), own, beside);
  if (band_ == points_) return;
  // With Y = K_bb^-1 E: Z_bb = K_bb^-1 + Y S^-1 Y^T, Z_bk = -Y S^-1, Z_kk = S^-1.
  for (int i = 0; i < points_; ++i) {
    const int next = (i + 1) % points_;
    for (int k = 0; k < 4; ++k) {
      const int column = 4 * i + k, kept_column = column - 4 * band_;
      double tie[8];  // S^-1 Y^T of the column, or -S^-1 of a kept one
      for (int a = 0; a < 8; ++a) {
        tie[a] = kept_column >= 0 ? -kept_[a][kept_column] : 0;
        for (int b = 0; b < 8 && kept_column < 0; ++b) tie[a] += kept_[a][b] * solved_[b][column];
      }
      const auto entry = [&](int row) {
        if (row >= 4 * band_) return -tie[row - 4 * band_];
        double sum = 0;
        for (int a = 0; a < 8; ++a) sum += solved_[a][row] * tie[a];
        return sum;
      };
      for (int row = 0; row < 4; ++row) {
        double &diagonal = own[16 * i + 4 * k + row], &below = beside[16 * i + 4 * k + row];
        diagonal = entry(4 * i + row) + (i < band_ ? diagonal : 0);
        below = entry(4 * next + row) + (i + 1 < band_ ? below : 0);
      }
    }
  }
}

}  // namespace peal
