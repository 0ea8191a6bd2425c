#include "physics/solids/brick_elements.h"

#include <Eigen/Dense>
#include <cmath>

#include "base/error.h"
#include "physics/solids/tet10_elements.h"

namespace peal {
namespace {

constexpr int kSigns[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                              {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

double hourglass(int alpha, int a) {
  const int* s = kSigns[a];
  return alpha == 0   ? s[1] * s[2]
         : alpha == 1 ? s[0] * s[2]
         : alpha == 2 ? s[0] * s[1]
                      : s[0] * s[1] * s[2];
}

/// Derivatives of the place by (xi, eta, zeta): column r = dX/dxi_r.
Eigen::Matrix3d brick_jacobian(const std::array<Vec3, 8>& x, const Eigen::Vector3d& at) {
  Eigen::Matrix3d j = Eigen::Matrix3d::Zero();
  for (int a = 0; a < 8; ++a)
    for (int r = 0; r < 3; ++r) {
      double slope = 0.125 * kSigns[a][r];
      for (int o = 0; o < 3; ++o)
        if (o != r) slope *= 1 + kSigns[a][o] * at[o];
      j.col(r) += slope * Eigen::Vector3d(x[a].x, x[a].y, x[a].z);
    }
  return j;
}

/// Strain (xx yy zz xy yz zx) of a displacement with the gradient g, times its three components.
Eigen::Matrix<double, 6, 3> strain_of(const Eigen::Vector3d& g) {
  Eigen::Matrix<double, 6, 3> b;
  b << g.x(), 0, 0, 0, g.y(), 0, 0, 0, g.z(), g.y(), g.x(), 0, 0, g.z(), g.y(), g.z(), 0, g.x();
  return b;
}

std::span<const int> corners_of(const std::vector<std::array<int, 8>>& bricks) {
  return {bricks.empty() ? nullptr : bricks[0].data(), 8 * bricks.size()};
}

}  // namespace

std::vector<double> incompatible_brick_stiffness(const std::array<Vec3, 8>& corners,
                                                 const SolidMaterial& material) {
  const double lambda = material.lame_lambda(), mu = material.lame_mu();
  Eigen::Matrix<double, 6, 6> law = Eigen::Matrix<double, 6, 6>::Zero();
  law.topLeftCorner<3, 3>().setConstant(lambda);
  for (int i = 0; i < 6; ++i) law(i, i) += i < 3 ? 2 * mu : mu;
  const Eigen::Matrix3d centre = brick_jacobian(corners, Eigen::Vector3d::Zero());
  const Eigen::Matrix3d centre_inverse = centre.inverse();
  const double centre_volume = centre.determinant(), gauss = 1 / std::sqrt(3.0);
  Eigen::Matrix<double, 24, 24> own = Eigen::Matrix<double, 24, 24>::Zero();
  Eigen::Matrix<double, 24, 9> mixed = Eigen::Matrix<double, 24, 9>::Zero();
  Eigen::Matrix<double, 9, 9> inner = Eigen::Matrix<double, 9, 9>::Zero();
  for (int point = 0; point < 8; ++point) {
    const Eigen::Vector3d at(gauss * kSigns[point][0], gauss * kSigns[point][1],
                             gauss * kSigns[point][2]);
    const Eigen::Matrix3d jacobian = brick_jacobian(corners, at), back = jacobian.inverse();
    const double volume = jacobian.determinant();
    Eigen::Matrix<double, 6, 24> b;
    for (int a = 0; a < 8; ++a) {
      Eigen::Vector3d local;
      for (int r = 0; r < 3; ++r) {
        local[r] = 0.125 * kSigns[a][r];
        for (int o = 0; o < 3; ++o)
          if (o != r) local[r] *= 1 + kSigns[a][o] * at[o];
      }
      b.middleCols<3>(3 * a) = strain_of(back.transpose() * local);
    }
    Eigen::Matrix<double, 6, 9> extra;  // modes 1 - xi_r^2, mapped by the centre (Taylor)
    for (int r = 0; r < 3; ++r) {
      Eigen::Vector3d local = Eigen::Vector3d::Zero();
      local[r] = -2 * at[r] * centre_volume / volume;
      extra.middleCols<3>(3 * r) = strain_of(centre_inverse.transpose() * local);
    }
    own += volume * b.transpose() * law * b;
    mixed += volume * b.transpose() * law * extra;
    inner += volume * extra.transpose() * law * extra;
  }
  const Eigen::Matrix<double, 24, 24> k =
      own - mixed * inner.ldlt().solve(mixed.transpose().eval());
  return {k.data(), k.data() + 24 * 24};
}

BrickDesign brick_grid(int nx, int ny, int nz, std::array<bool, 3> simpson) {
  const int cells[3] = {nx, ny, nz};
  for (int r = 0; r < 3; ++r) {
    if (cells[r] < 1) fail("solid: grid of bricks: expected at least one cell, got {}", cells[r]);
    if (simpson[r] && cells[r] % 2)
      fail("solid: grid of bricks: Simpson's masses need an even number of cells, got {}",
           cells[r]);
  }
  BrickDesign design;
  const auto at = [&](int i, int j, int k) { return i + (nx + 1) * (j + (ny + 1) * k); };
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        std::array<int, 8> brick;
        std::array<double, 8> share;
        for (int a = 0; a < 8; ++a) {
          int place[3] = {i, j, k};
          share[a] = 1;
          for (int r = 0; r < 3; ++r) {
            place[r] += kSigns[a][r] > 0;
            share[a] *= !simpson[r] ? 0.5 : place[r] % 2 ? 2. / 3 : 1. / 3;
          }
          brick[a] = at(place[0], place[1], place[2]);
        }
        design.bricks.push_back(brick);
        design.shares.push_back(share);
      }
  design.points.resize((nx + 1) * (ny + 1) * (nz + 1));
  return design;
}

BrickElements::BrickElements(const BrickDesign& design)
    : ElementSet("solid", corners_of(design.bricks), static_cast<int>(design.points.size()), 8, 4,
                 kBrickChannels) {
  check_solid_material("solid", design.material);
  set_law(view_, design.material);
  if (!design.shares.empty() && design.shares.size() != design.bricks.size())
    fail("solid: shares of mass: expected one set per brick ({}), got {}", design.bricks.size(),
         design.shares.size());
  Eigen::Matrix<double, 24, 12> patterns = Eigen::Matrix<double, 24, 12>::Zero();
  for (int a = 0; a < 8; ++a)
    for (int alpha = 0; alpha < 4; ++alpha)
      for (int j = 0; j < 3; ++j) patterns(3 * a + j, 3 * alpha + j) = hourglass(alpha, a) / 8;
  for (int e = 0; e < elements(); ++e) {
    std::array<Vec3, 8> x;
    for (int a = 0; a < 8; ++a) x[a] = design.points[node(e, a)];
    double volume = 0;
    for (int a = 0; a < 8; ++a) {
      const Eigen::Vector3d corner(kSigns[a][0], kSigns[a][1], kSigns[a][2]);
      if (!(brick_jacobian(x, corner).determinant() > 0))
        fail("solid: brick {} has no volume or is folded at its corner {}", e, a);
      volume += brick_jacobian(x, corner / std::sqrt(3.0)).determinant();
    }
    const Eigen::Matrix3d centre = brick_jacobian(x, Eigen::Vector3d::Zero()).inverse();
    for (int r = 0; r < 3; ++r)
      for (int j = 0; j < 3; ++j) set(e, 3 * r + j, centre(r, j) / 8);
    set(e, 9, volume);
    for (int alpha = 0; alpha < 4; ++alpha) {
      Vec3 c;
      for (int a = 0; a < 8; ++a) c += hourglass(alpha, a) * x[a];
      for (int j = 0; j < 3; ++j) set(e, 10 + 3 * alpha + j, c[j]);
    }
    const auto k = incompatible_brick_stiffness(x, design.material);
    const Eigen::Matrix<double, 12, 12> s =
        patterns.transpose() * Eigen::Map<const Eigen::Matrix<double, 24, 24>>(k.data()) * patterns;
    for (int i = 0, channel = 22; i < 12; ++i)
      for (int j = i; j < 12; ++j) set(e, channel++, s(i, j));
    for (int a = 0; a < 8; ++a)
      mass_at(e, a) =
          design.material.density * volume * (design.shares.empty() ? 0.125 : design.shares[e][a]);
  }
}

}  // namespace peal
