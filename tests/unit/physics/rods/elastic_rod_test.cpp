// Energies of elastic rods and their derivatives against differences.
#include "physics/rods/elastic_rod.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/rng.h"
#include "physics/rods/transport.h"
#include "rod_support.h"
#include "support/error_of.h"

namespace peal {
namespace {

using test::bent_rod;
using test::crumpled;

/// q + step in one unknown, frames carried along.
ElasticRod nudged(const ElasticRod& rod, int unknown, double step) {
  ElasticRod out = rod;
  std::vector<Vec3> points;
  for (int i = 0; i < rod.points(); ++i) points.push_back(rod.point(i));
  std::vector<double> twist(rod.edges(), 0.0);
  if (unknown % 4 < 3)
    points[unknown / 4][unknown % 4] += step;
  else
    twist[unknown / 4] += step;
  out.move(points, twist);
  return out;
}

std::vector<double> gradient_of(const ElasticRod& rod) {
  std::vector<double> out(4 * rod.points());
  rod.gradient(out);
  return out;
}

int unknowns_of(const ElasticRod& rod) { return 4 * rod.points() - (rod.closed() ? 0 : 1); }

/// Fourth order: differences of f at +-h, +-2h.
template <class F>
auto derivative(const F& f, double h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

double largest(const std::vector<double>& v) {
  double out = 0;
  for (const double x : v) out = std::max(out, std::fabs(x));
  return out;
}

class Shapes : public ::testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  ElasticRod rod() const {
    ElasticRod out = crumpled(bent_rod(11, std::get<0>(GetParam())), 7);
    out.use(std::get<1>(GetParam()) ? best_rod_kernel() : kRodKernelPortable);
    return out;
  }
};

TEST_P(Shapes, GradientIsTheDifferenceOfEnergies) {
  const ElasticRod rod = this->rod();
  const std::vector<double> g = gradient_of(rod);
  const double scale = largest(g);
  for (int k = 0; k < unknowns_of(rod); ++k) {
    const double expected =
        derivative([&](double h) { return nudged(rod, k, h).energy().elastic(); }, 2e-4);
    EXPECT_NEAR(g[k] / scale, expected / scale, 1e-8) << k;
  }
}

TEST_P(Shapes, StiffnessIsTheDifferenceOfGradients) {
  const ElasticRod rod = this->rod();
  const int n = 4 * rod.points(), unknowns = unknowns_of(rod);
  const std::vector<double> k = rod.linearise().dense();
  std::vector<double> jacobian(k.size(), 0.0);
  const double h = 2e-4;
  for (int c = 0; c < unknowns; ++c) {
    const auto p1 = gradient_of(nudged(rod, c, h)), m1 = gradient_of(nudged(rod, c, -h)),
               p2 = gradient_of(nudged(rod, c, 2 * h)), m2 = gradient_of(nudged(rod, c, -2 * h));
    for (int r = 0; r < unknowns; ++r)
      jacobian[r * n + c] = (8 * (p1[r] - m1[r]) - (p2[r] - m2[r])) / (12 * h);
  }
  const double scale = largest(k);
  for (int r = 0; r < unknowns; ++r)
    for (int c = 0; c <= r; ++c) {
      EXPECT_NEAR((jacobian[r * n + c] + jacobian[c * n + r]) / (2 * scale), k[r * n + c] / scale,
                  1e-8)
          << r << " " << c;
      EXPECT_EQ(k[r * n + c], k[c * n + r]);
    }
}

// What the matrix leaves out is known: 1/2 dE/dtheta_j [t_j] / |e_j|^2 on each edge.
TEST_P(Shapes, WhatIsNotSymmetricComesFromCarriedFrames) {
  const ElasticRod rod = this->rod();
  const std::vector<double> g = gradient_of(rod);
  const double h = 2e-4;
  double scale = 0, worst = 0;
  for (int j = 1; j + 2 < rod.points(); ++j) {
    // In edges: d/de_j moves all points behind it; here the block x_j+1, x_j+1 holds edges j, j
    // + 1.
    Mat3 block;
    for (int c = 0; c < 3; ++c) {
      const auto at = [&](double step) { return gradient_of(nudged(rod, 4 * (j + 1) + c, step)); };
      const auto p1 = at(h), m1 = at(-h), p2 = at(2 * h), m2 = at(-2 * h);
      for (int r = 0; r < 3; ++r) {
        const int k = 4 * (j + 1) + r;
        block(r, c) = (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h);
      }
    }
    Vec3 axis;  // of the antisymmetric part [axis]
    for (const int e : {j, j + 1}) {
      const double length = norm(rod.point(e + 1) - rod.point(e));
      axis += 0.5 * g[4 * e + 3] / (length * length) * rod.tangent(e);
    }
    const Vec3 got{(block(2, 1) - block(1, 2)) / 2, (block(0, 2) - block(2, 0)) / 2,
                   (block(1, 0) - block(0, 1)) / 2};
    scale = std::max(scale, norm(axis));
    worst = std::max(worst, norm(got - axis));
  }
  EXPECT_LT(worst, 1e-7 * scale);
}

TEST_P(Shapes, ForcesAndTorquesBalance) {
  const ElasticRod rod = this->rod();
  const std::vector<double> g = gradient_of(rod);
  Vec3 force, torque;
  for (int i = 0; i < rod.points(); ++i) {
    const Vec3 f{g[4 * i], g[4 * i + 1], g[4 * i + 2]};
    force += f;
    torque += cross(rod.point(i), f);
    if (i < rod.edges()) torque += g[4 * i + 3] * rod.tangent(i);
  }
  EXPECT_LT(norm(force), 1e-13 * largest(g));
  EXPECT_LT(norm(torque), 1e-12 * largest(g));
}

INSTANTIATE_TEST_SUITE_P(ElasticRod, Shapes,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool()));

TEST(ElasticRod, RestShapesHaveNoEnergy) {
  for (const bool closed : {false, true}) {
    const ElasticRod rod = bent_rod(13, closed);
    EXPECT_LT(rod.energy().elastic(), 1e-24);
    EXPECT_LT(largest(gradient_of(rod)), 1e-9);
  }
}

TEST(ElasticRod, MassIsThatOfItsMaterial) {
  for (const bool closed : {false, true}) {
    const ElasticRod rod = bent_rod(9, closed);
    double mass = 0, length = 0, share = 0;
    for (int i = 0; i < rod.points(); ++i) mass += rod.mass(i), share += rod.share(i);
    for (int j = 0; j < rod.edges(); ++j)
      length += norm(rod.point((j + 1) % rod.points()) - rod.point(j));
    EXPECT_NEAR(share, length, 1e-14);
    EXPECT_NEAR(mass, 2700 * 6e-4 * length, 1e-12 * mass);
    EXPECT_NEAR(rod.mass(0) / rod.mass(3), closed ? 1 : 0.5, 0.35);
  }
}

// A straight bar turned by `angle` at one end, again and again, past several whole turns.
TEST(ElasticRod, TwistGoesOnPastWholeTurns) {
  RodDesign design;
  for (int i = 0; i < 9; ++i) design.points.push_back({0.1 * i, 0, 0});
  design.sections = {rectangle_section(3e-3, 1e-3)};
  design.material = {70e9, 26e9, 2700};
  ElasticRod rod(design);
  std::vector<double> more(8);
  std::vector<Vec3> points(design.points);
  for (int n = 1; n <= 60; ++n) {
    for (int j = 0; j < 8; ++j) more[j] = 0.3 * j;
    rod.move(points, more);
    const double each = 0.3 * n;  // between edges
    const double expected = 0.5 * 7 * 26e9 * design.sections[0].torsion / 0.1 * each * each;
    EXPECT_NEAR(rod.energy().twist / expected, 1, 1e-12) << n;
    EXPECT_NEAR(gradient_of(rod)[3] / (-26e9 * design.sections[0].torsion / 0.1 * each), 1, 1e-12);
  }
}

// kappa1 bends towards d1: a rectangle is stiff towards its wide side.
TEST(ElasticRod, BendsAboutTheRightAxis) {
  RodDesign design;
  design.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  design.d1 = {{0, 1, 0}};
  design.sections = {rectangle_section(3e-3, 1e-3)};
  design.material = {70e9, 26e9, 2700};
  for (const bool stiff : {true, false}) {
    ElasticRod rod(design);
    const double a = 1e-3;
    rod.move(std::vector<Vec3>{
        {0, 0, 0}, {1, 0, 0}, {1 + std::cos(a), stiff ? std::sin(a) : 0, stiff ? 0 : std::sin(a)}});
    const double kappa = 2 * std::tan(a / 2);
    const double moment = stiff ? design.sections[0].moment1 : design.sections[0].moment2;
    EXPECT_NEAR(rod.energy().bend / (0.5 * 70e9 * moment * kappa * kappa), 1, 1e-9);
  }
}

// Two wires end to end: half an edge of each bends, under one moment.
TEST(ElasticRod, SectionsMayVary) {
  RodDesign design;
  design.points = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
  design.sections = {circle_section(1e-3), circle_section(2e-3)};
  design.material = {70e9, 26e9, 2700};
  ElasticRod rod(design);
  const double a = 1e-3, kappa = 2 * std::tan(a / 2);
  rod.move(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1 + 2 * std::cos(a), 2 * std::sin(a), 0}});
  const double soft = 70e9 * kPi * 1e-12 / 4, stiff = 16 * soft;
  const double together = 1 / (0.5 / soft + 1 / stiff);
  EXPECT_NEAR(rod.energy().bend / (0.5 * together * kappa * kappa), 1, 1e-9);
  EXPECT_NEAR(rod.mass(1) / (2700 * kPi * (0.5e-6 + 4e-6)), 1, 1e-12);
  EXPECT_NEAR(rod.twist_inertia(1) / (2700 * kPi * 16e-12 / 2 * 2), 1, 1e-12);
}

TEST(ElasticRod, FramesAtPointsAreHalfwayBetween) {
  const ElasticRod rod = crumpled(bent_rod(11, false), 3);
  for (int i = 0; i < rod.points(); ++i) {
    const Mat3 f = rod.frame(i);
    EXPECT_NEAR(determinant(f), 1, 1e-12);
    const int e0 = std::max(i - 1, 0), e1 = std::min(i, rod.edges() - 1);
    EXPECT_NEAR(dot(f.column(2), rod.tangent(e0)), dot(f.column(2), rod.tangent(e1)), 1e-12);
    // As much twist from the edge before to the point as from the point to the edge behind.
    const Vec3 d = f.column(0), t = f.column(2);
    const Vec3 from = transported(rod.d1(e0), rod.tangent(e0), t);
    const Vec3 on = transported(d, t, rod.tangent(e1));
    const double before = std::atan2(dot(cross(from, d), t), dot(from, d));
    const double behind =
        std::atan2(dot(cross(on, rod.d1(e1)), rod.tangent(e1)), dot(on, rod.d1(e1)));
    EXPECT_NEAR(before, behind, 1e-12);
    EXPECT_TRUE(i > 0 || std::fabs(before) < 1e-12);
  }
}

TEST(ElasticRod, RefusesWhatIsNoRod) {
  RodDesign design;
  design.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  design.sections = {circle_section(1e-3)};
  design.material = {70e9, 26e9, 2700};
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("coincide"), std::string::npos);
  design.points[2].x = NAN;
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("not finite"), std::string::npos);
  design.points[2] = {2, 0, 0};
  design.sections.resize(3, design.sections[0]);
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("2 edges"), std::string::npos);
  design.sections.resize(1);
  design.closed = true;
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("a ring"), std::string::npos);
  design.closed = false;
  design.material.shear = 0;
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("shear"), std::string::npos);
  design.material.shear = 1;
  design.d1 = {{1, 0, 0}};
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("along the edge"), std::string::npos);
  design.d1.clear();
  design.points[2] = {0.5, 0, 0};
  EXPECT_NE(error_of([&] { ElasticRod rod(design); }).find("turns back"), std::string::npos);
}

TEST(ElasticRod, StateComesBackBitByBit) {
  const ElasticRod rod = crumpled(bent_rod(11, true), 5);
  std::vector<std::byte> bytes;
  rod.save(bytes);
  ElasticRod other = bent_rod(11, true);
  std::span<const std::byte> in(bytes);
  other.load(in);
  EXPECT_TRUE(in.empty());
  EXPECT_EQ(gradient_of(other), gradient_of(rod));
  in = bytes;
  ElasticRod smaller = bent_rod(10, true);
  EXPECT_NE(error_of([&] { smaller.load(in); }).find("not the state"), std::string::npos);
  in = std::span(bytes).first(100);
  EXPECT_NE(error_of([&] { other.load(in); }).find("ends early"), std::string::npos);
}

}  // namespace
}  // namespace peal
