// Pressure at probes beside a stepped ball against the exact sphere
// (physics/wave/exact/click_sphere.h).
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/pulses/field_slices.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"

namespace peal {
namespace {

double relative_l2(const FieldPlan& plan, const std::vector<double>& got, const Vec3& place,
                   double radius) {
  const ClickSphere exact{radius, plan.request.air};
  const double r = norm(place), cosine = place.y / r;
  double difference = 0, whole = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double t = plan.begin + static_cast<double>(n) * plan.step;
    const double p = plan.request.profile == AccelerationProfile::pulse
                         ? exact.pulse(r, cosine, t, plan.duration / 4)
                         : exact.half_sine(r, cosine, t, plan.duration);
    difference += (got[n] - p) * (got[n] - p), whole += p * p;
  }
  return std::sqrt(difference / whole);
}

// 14 cells per radius, which is what normal quality gives a ball of 1 cm.
TEST(FieldOfABall, ProbesAreWithinTwoPercentOfTheExactSphere) {
  const double radius = 0.01;
  const TriangleMesh ball = test::icosphere(radius, 4);
  for (const auto profile : {AccelerationProfile::pulse, AccelerationProfile::half_sine}) {
    FieldRequest request;
    request.dof = 1;
    request.profile = profile;
    request.cell = radius / 14;
    request.extent = 2.2;
    request.probes = {{0, 0.018, 0}, {0, -0.015, 0}, {0.012, 0.011, 0.003}, {0.006, 0.02, -0.01}};
    const FieldPlan plan = plan_field(ball, request);
    const FieldRecord record = compute_field(ball, plan, {0, plan.end()});
    for (std::size_t i = 0; i < request.probes.size(); ++i) {
      const double error = relative_l2(plan, record.probes[i], request.probes[i], radius);
      RecordProperty((profile == AccelerationProfile::pulse ? "pulse" : "sine") + std::to_string(i),
                     std::to_string(error));
      EXPECT_LT(error, 0.02) << "probe " << i
                             << (profile == AccelerationProfile::pulse ? " pulse" : " half-sine");
    }
  }
}

// The dipole in the slice: odd in y, silent at the equator, the section a disc.
TEST(FieldOfABall, SliceIsADipoleAroundADisc) {
  const double radius = 0.01;
  const TriangleMesh ball = test::icosphere(radius, 4);
  FieldRequest request;
  request.dof = 1;
  request.cell = radius / 8;
  request.extent = 2;
  const FieldPlan plan = plan_field(ball, request);
  const FieldSlices slices = compute_field(ball, plan, {4e-5}).slices;
  ASSERT_EQ(slices.columns, slices.rows);
  double air = 0, most = 0, even = 0;
  for (int r = 0; r < slices.rows; ++r)
    for (int c = 0; c < slices.columns; ++c) {
      const auto here = static_cast<std::size_t>(r * slices.columns + c);
      const auto mirror = static_cast<std::size_t>((slices.rows - 1 - r) * slices.columns + c);
      air += slices.air[here];
      most = std::max<double>(most, std::abs(slices.pressure[0][here]));
      even =
          std::max<double>(even, std::abs(slices.pressure[0][here] + slices.pressure[0][mirror]));
    }
  const double solid = (slices.rows * slices.columns - air) * slices.cell * slices.cell;
  EXPECT_NEAR(solid / (3.14159265 * radius * radius), 1, 0.05);
  EXPECT_GT(most, 0);
  EXPECT_LT(even, 1e-2 * most);
  double length = 0;
  for (const auto& [x0, y0, x1, y1] : slices.outline) length += std::hypot(x1 - x0, y1 - y0);
  EXPECT_NEAR(length / (2 * 3.14159265 * radius), 1, 0.01);
}

// Int psi dt = h = duration / 4. What the steps meet of it is the velocity that the body gets.
TEST(FieldOfABall, TheShortestAccelerationAllowedHasItsWholeImpulse) {
  const TriangleMesh ball = test::icosphere(0.01, 4);
  FieldRequest request;
  request.cell = 0.01 / 8;
  request.duration = 4.001 * stable_step(request.cell, request.air.speed_of_sound);
  const FieldPlan plan = plan_field(ball, request);
  double impulse = 0;
  for (int n = 0; n < plan.steps; ++n)
    impulse += plan.step * field_acceleration(plan, plan.begin + n * plan.step);
  EXPECT_NEAR(impulse / (plan.duration / 4), 1, 2e-3);
  ASSERT_EQ(plan.warnings.size(), 1u);
  EXPECT_NE(plan.warnings[0].find("do not resolve"), std::string::npos) << plan.warnings[0];
  for (const double part : {0.99, 0.5, 1e-6}) {
    FieldRequest shorter = request;
    shorter.duration *= part;
    const std::string text = error_of([&] { plan_field(ball, shorter); });
    EXPECT_NE(text.find("expected at least 7.61 us"), std::string::npos) << text;
  }
}

TEST(FieldOfABall, ProbesInTheBodyAreRefused) {
  const double radius = 0.01;
  const TriangleMesh ball = test::icosphere(radius, 4);
  FieldRequest request;
  request.cell = radius / 8;
  request.probes = {{0, 0.0101, 0}};
  EXPECT_THROW(compute_field(ball, plan_field(ball, request), {0}), Error);
}

}  // namespace
}  // namespace peal
