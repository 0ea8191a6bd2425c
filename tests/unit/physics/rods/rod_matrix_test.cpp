// Systems of implicit steps against dense algebra.
#include "physics/rods/rod_matrix.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "rod_support.h"

namespace peal {
namespace {

Eigen::MatrixXd dense_system(const ElasticRod& rod, double gain, double mass) {
  const int n = 4 * rod.points();
  const RodLinear linear = rod.linearise();
  const std::vector<double> k = linear.dense();
  Eigen::MatrixXd out = gain * Eigen::Map<const Eigen::MatrixXd>(k.data(), n, n);
  for (int i = 0; i < n; ++i) out(i, i) += mass * linear.mass[i];
  return out;
}

void expect_solves(int points, bool closed, const RodKernel& kernel, bool held) {
  SCOPED_TRACE(testing::Message() << points << (closed ? " closed " : " open ") << kernel.name
                                  << (held ? " held" : ""));
  ElasticRod rod = test::crumpled(test::bent_rod(points, closed), 11);
  rod.use(kernel);
  const int n = 4 * points;
  const double gain = 1e-4, mass = 1.3;
  Eigen::MatrixXd dense = dense_system(rod, gain, mass);
  RodMatrix matrix(rod);
  std::vector<double> r(n + 16), none(n + 16);
  matrix.assemble(rod, {0, 0, gain, gain, mass}, none.data(), r.data());
  std::vector<double> gradient(n);
  rod.gradient(gradient);
  for (int k = 0; k < n; ++k) EXPECT_NEAR(r[k], -gradient[k], 1e-9 * std::fabs(gradient[k]) + 1e-9);
  matrix.add(points / 2, 1, 1, 0.7);
  dense(4 * (points / 2) + 1, 4 * (points / 2) + 1) += 0.7;
  if (held)
    for (const int unknown : {0, 3, 4 * (points / 2) + 2, n - 6, n - 4, n - 3}) {
      if (unknown < 0) continue;
      matrix.fix(unknown / 4, unknown % 4);
      dense.row(unknown).setZero();
      dense.col(unknown).setZero();
      dense(unknown, unknown) = 1;
    }
  Eigen::VectorXd right(n);
  for (int k = 0; k < n; ++k) right(k) = r[k] = std::sin(3.7 * k + 1);
  matrix.factor();
  matrix.solve(r.data());
  const Eigen::VectorXd expected = dense.partialPivLu().solve(right);
  for (int k = 0; k < n; ++k)
    EXPECT_NEAR(r[k], expected(k), 1e-10 * expected.cwiseAbs().maxCoeff()) << k;
  const Eigen::MatrixXd inverse = dense.inverse();
  const double largest = inverse.cwiseAbs().maxCoeff();
  std::vector<double> own(16 * points), beside(16 * points);
  matrix.inverse(own.data(), beside.data());
  for (int i = 0; i < points; ++i)
    for (int k = 0; k < 16; ++k) {
      const int row = k % 4, column = 4 * i + k / 4, next = 4 * ((i + 1) % points);
      EXPECT_NEAR(own[16 * i + k], inverse(4 * i + row, column), 1e-10 * largest) << i;
      if (closed || i + 1 < points) {
        EXPECT_NEAR(beside[16 * i + k], inverse(next + row, column), 1e-10 * largest) << i;
      }
    }
}

TEST(RodMatrix, SolvesAsDenseAlgebraDoes) {
  for (const RodKernel* kernel : {&kRodKernelPortable, &best_rod_kernel()})
    for (const bool held : {false, true}) {
      for (int points = 4; points <= 13; ++points) expect_solves(points, false, *kernel, held);
      for (const int points : {40, 61, 64}) expect_solves(points, false, *kernel, held);
      for (const int points : {6, 7, 8, 9, 10, 11, 33, 60})
        expect_solves(points, true, *kernel, held);
    }
}

TEST(RodMatrix, SolvesTheSmallestRods) {
  for (const int points : {2, 3}) {
    RodDesign design = test::bent_design(points, false);
    ElasticRod rod(design);
    RodMatrix matrix(rod);
    std::vector<double> r(4 * points + 16), none(r.size());
    matrix.assemble(rod, {0, 0, 1e-4, 1e-4, 1}, none.data(), r.data());
    const Eigen::MatrixXd dense = dense_system(rod, 1e-4, 1);
    Eigen::VectorXd right(4 * points);
    for (int k = 0; k < 4 * points; ++k) right(k) = r[k] = 1 + k;
    matrix.factor();
    matrix.solve(r.data());
    const Eigen::VectorXd expected = dense.partialPivLu().solve(right);
    for (int k = 0; k < 4 * points; ++k) EXPECT_NEAR(r[k] / expected(k), 1, 1e-10) << k;
  }
}

}  // namespace
}  // namespace peal
