// What runs while sound plays: surface places, projections, radii, weights.
#include "dsp/play_body.h"

#include <gtest/gtest.h>

#include "support/play_fixtures.h"

namespace peal {
namespace {

using test::FixtureBody;

constexpr double kRadius = 0.05;

std::vector<Vec3> directions() {
  std::vector<Vec3> out;
  for (int i = 0; i < 60; ++i) {
    const double z = 1 - 2 * (i + 0.5) / 60, s = std::sqrt(1 - z * z), a = 2.399963 * i;
    out.push_back({s * std::cos(a), s * std::sin(a), z});
  }
  return out;
}

}  // namespace

// Eight curved triangles bulge as quadratics do: the nearest place found is compared with the best
// of a fine sampling of all of them.
TEST(PlaySurface, NoPlaceIsNearerThanTheOneFound) {
  const FixtureBody body("ball", 3, kRadius);
  const PlaySurface& surface = body.play.surface;
  for (const Vec3& n : directions())
    for (const double distance : {0.3, 1.0, 4.0}) {
      const Vec3 point = distance * kRadius * n;
      SurfacePlace place;
      ASSERT_TRUE(nearest_place(surface, point, place));
      double least = 1e9, sum = 0;
      Vec3 blended;
      for (int k = 0; k < 6; ++k) {
        sum += place.weights[k];
        blended += place.weights[k] * surface.nodes[surface.triangles[6 * place.triangle + k]];
      }
      for (std::size_t t = 0; t < surface.triangle_count(); ++t)
        for (double u = 0; u <= 1.0001; u += 0.02)
          for (double v = 0; u + v <= 1.0001; v += 0.02) {
            const double w = 1 - u - v,
                         shape[6] = {w * (2 * w - 1), u * (2 * u - 1), v * (2 * v - 1),
                                     4 * w * u,       4 * u * v,       4 * v * w};
            Vec3 x;
            for (int k = 0; k < 6; ++k) x += shape[k] * surface.nodes[surface.triangles[6 * t + k]];
            least = std::min(least, norm(x - point));
          }
      EXPECT_NEAR(sum, 1, 1e-12);
      EXPECT_LT(norm(blended - place.position), 1e-15);
      EXPECT_LT(norm(place.position - point), least + 1e-12);
    }
}

TEST(PlaySurface, NothingIsFoundFromNowhere) {
  const FixtureBody body("ball");
  SurfacePlace place;
  EXPECT_FALSE(nearest_place(body.play.surface, {NAN, 0, 0}, place));
  EXPECT_FALSE(nearest_place(body.play.surface, {0, INFINITY, 0}, place));
  EXPECT_FALSE(nearest_place(PlaySurface{}, {0, 0, 0}, place));
  EXPECT_FALSE(nearest_place(body.play.surface, {1e200, 0, 0}, place));
}

TEST(PlayBody, ProjectsOnTheShapesOfTheNodes) {
  const FixtureBody body("ball", 5, kRadius);
  std::vector<double> out(5);
  const Vec3 impulse{0.3, -0.7, 0.2};
  for (std::size_t node = 0; node < body.nodes.size(); ++node) {
    project(body.play, 1.2 * body.nodes[node], impulse, out.data());
    for (std::size_t i = 0; i < 5; ++i) {
      double wanted = 0;
      for (int axis = 0; axis < 3; ++axis)
        wanted += impulse[axis] * static_cast<double>(body.shapes[(3 * node + axis) * 5 + i]);
      EXPECT_NEAR(out[i], wanted, 1e-6) << node;
    }
  }
  project(body.play, Vec3{NAN, 0, 0}, impulse, out.data());
  for (const double x : out) EXPECT_EQ(x, 0);
}

TEST(PlayBody, RadiusOfABallIsItsRadius) {
  FixtureBody body("ball", 1, kRadius);
  for (const Vec3& n : directions()) {
    SurfacePlace place;
    ASSERT_TRUE(nearest_place(body.play.surface, n, place));
    EXPECT_NEAR(contact_radius(body.play, place), kRadius, 1e-8);
  }
  body.play.curvature = {};
  EXPECT_TRUE(std::isinf(contact_radius(body.play, SurfacePlace{})));
}

TEST(PlayBody, WeightsAreTransfersTurnedTheOtherWay) {
  const FixtureBody body("ball", 12, kRadius);
  std::vector<std::complex<double>> transfer(12), weights(12);
  const Vec3 ear{0.4, -0.2, 0.9};
  transfer_weights(body.play.transfer, ear, transfer.data());
  mode_weights(body.play, ear, weights.data());
  for (std::size_t i = 0; i < 12; ++i) {
    const double ratio = -body.poles[i].re / body.poles[i].im;
    const std::complex<double> wanted = std::conj(transfer[i]) * std::complex<double>(1, ratio);
    EXPECT_GT(std::abs(transfer[i]), 0);
    EXPECT_EQ(weights[i], wanted);
  }
  mode_weights(body.play, {NAN, 0, 0}, weights.data());
  for (const auto& w : weights) EXPECT_EQ(w, std::complex<double>());
}

TEST(PlayClick, LateBasisWeightsAreMixturesOfTheRows) {
  const FixtureBody body("bell", 1, kRadius, true);
  const PulseZone& zone = body.click.pulse.zone[0];
  const auto rows = static_cast<std::size_t>(zone.rows - zone.basis_size());
  std::vector<float> weights(static_cast<std::size_t>(body.click.most_rows));
  const ClickView view =
      click_weights(body.click, {0.1, 0.1, 0}, {{1, 2, 3}, {4, 5, 6}}, weights.data());
  ASSERT_EQ(view.first_row, 0);
  ASSERT_EQ(view.rows, zone.rows);
  for (int k = 0; k < kLateBasis; ++k) {
    double wanted = 0, size = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      const double part = static_cast<double>(weights[kLateBasis + r]) *
                          static_cast<double>(body.mix[r * kLateBasis + k]);
      wanted += part, size += std::abs(part);
    }
    EXPECT_NEAR(static_cast<double>(weights[k]), wanted, 1e-6 * size);
  }
}

TEST(PlayClick, TheKernelsMixAlike) {
  const FixtureBody body("bell", 1, kRadius, true);
  const auto count = static_cast<int>(body.members.size());
  std::vector<float> rows(body.members.size()), a(kLateBasis), b(kLateBasis);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = std::sin(static_cast<float>(i));
  kClickKernelPortable.mix(body.mix.data(), body.members.data(), count, rows.data(), a.data());
  best_click_kernel().mix(body.mix.data(), body.members.data(), count, rows.data(), b.data());
  for (int k = 0; k < kLateBasis; ++k) EXPECT_NEAR(a[k], b[k], 1e-5);
}

}  // namespace peal
