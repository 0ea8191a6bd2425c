// Clicks from computed fields: a ball that is not known to be one, against the closed form; a coin
// and its proxy.
#include <gtest/gtest.h>

#include "emission/click_body.h"
#include "support/click_support.h"

namespace peal {
namespace {

const Air kAir;

std::shared_ptr<const ClickField> field_of(const Shape& shape, ClickMethod method) {
  static PulseLibrary library;
  ClickRequest request;
  request.shape = shape;
  request.geometry = body_geometry(shape);
  request.air = kAir;
  request.method = method;
  return make_click_field(request, library);
}

TEST(BakedBall, ClicksAsTheClosedFormSays) {
  const double radius = 0.0075, duration = 6e-5;
  const auto field = field_of(EllipsoidShape{{radius, radius, radius}}, ClickMethod::field);
  const Click click{0.01, force_times(ForceProfile::half_sine, duration, 1), {{0.3, 1, -0.5}, {}}};
  const ClickSphere ball{radius, kAir};
  for (const double distance : {2.0, 8.0, 100.0})
    for (const Vec3& towards : {Vec3{0, 1, 0}, Vec3{1, 2, -1}}) {
      const Vec3 at = distance * radius * normalized(towards);
      const test::Heard heard = test::hear(field, at, click);
      const double r = norm(at), peak = kPi / (2 * duration);
      const double off = test::band_error(
          heard.samples, heard.first, field->rate(),
          [&](double t) {
            return peak * dot(click.velocity_jump.velocity, at) / r *
                   ball.half_sine(r, 1, t - click.time + r / kAir.speed_of_sound, duration);
          },
          20000, 2e-7);
      EXPECT_LT(off, 0.02) << distance;
    }
}

TEST(BakedBall, TurningIsAsGoodAsSilent) {
  const double radius = 0.0075;
  const auto field = field_of(EllipsoidShape{{radius, radius, radius}}, ClickMethod::field);
  const auto loudness = [&](const VelocityJump& velocity_jump) {
    const Click click{0.01, force_times(ForceProfile::half_sine, 6e-5, 1), velocity_jump};
    double loudest = 0;
    for (const float p : test::hear(field, {0.1, 0.2, 0.3}, click).samples)
      loudest = std::max(loudest, static_cast<double>(std::abs(p)));
    return loudest;
  };
  // A surface that moves as fast as the translation.
  EXPECT_LT(loudness({{}, {1 / radius, 0, 0}}), 0.01 * loudness({{1, 0, 0}, {}}));
}

}  // namespace
}  // namespace peal
