// Decay of the modes of a body: its loss factor, heat flow through its walls, and the air once.
// Copies share all but their poles.
#include <gtest/gtest.h>

#include <cmath>

#include "emission/varied_body.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

/// Without the air: it asks for a transfer and is not given one.
BodySoundRequest plate_of(const char* material, double thickness = 0.002) {
  BodySoundRequest request;
  request.shape = PlateShape{0.12, 0.1, thickness};
  request.level = MeshLevel::draft;
  request.material = *find_material(material);
  request.max_frequency = 6000;
  request.radiation = Radiation::transfer;
  return request;
}

TEST(BodyDecay, IsThatOfTheLossFactor) {
  const BodySound body(plate_of("porcelain"));
  ASSERT_GT(body.modes(), 5);
  for (int i = 0; i < body.modes(); ++i) {
    const double f = body.model().omega[i] / (2 * kPi), t60 = t60_from_decay(-body.poles()[i].re);
    EXPECT_NEAR(t60 * 6e-4 * f / 2.198806797, 1, 1e-6) << f;
    EXPECT_EQ(body.own_decay()[i], -body.poles()[i].re);
  }
}

// Sheet of 0.5 mm: heat flow takes more than the metal's own loss.
TEST(BodyDecay, OfSheetMetalHasHeatFlowInIt) {
  const BodySoundRequest request = plate_of("aluminium", 0.0005);
  const BodySound body(request);
  // 2 V / S of a plate: h / (1 + h / a + h / b).
  const double wall = 0.0005 / (1 + 0.0005 / 0.12 + 0.0005 / 0.1);
  EXPECT_NEAR(body.model().wall() / wall, 1, 1e-6);
  // From nearly nothing for the twist, the lowest mode, to strain that is equal in all directions.
  const double most = 2 / (1 - request.material.poisson);
  double least = most, largest = 0;
  for (int i = 0; i < body.modes(); ++i) {
    const double f = body.model().omega[i] / (2 * kPi);
    const double heat = -body.poles()[i].re / (kPi * f) - 1e-4;
    const double factor = heat / thermoelastic_loss_of_beam(request.material, wall, f);
    EXPECT_GT(factor, 0) << f;
    EXPECT_LT(factor, most) << f;
    least = std::min(least, factor), largest = std::max(largest, factor);
    EXPECT_TRUE(i > 0 || factor < 0.3) << f;
  }
  EXPECT_LT(least, 0.3);
  EXPECT_GT(largest, 1.5);
}

TEST(BodyDecay, OfRayleighTermsIsExactlyTheirs) {
  BodySoundRequest request = plate_of("aluminium", 0.0005);
  request.material.damping.rayleigh = {6, 1e-8, 1e6};
  const BodySound body(request);
  for (int i = 0; i < body.modes(); ++i) {
    const double w = body.model().omega[i];
    EXPECT_NEAR(-body.poles()[i].re / ((6 + 1e-8 * w * w + 1e6 / (w * w)) / 2), 1, 1e-12) << w;
  }
}

/// Each mode a monopole (order 0) that radiates the same power.
std::shared_ptr<const TransferRecord> some_radiation(const BodySound& body) {
  TransferRecord record;
  record.radius = 0.1;
  for (int i = 0; i < body.modes(); ++i) {
    ModeTransfer mode;
    mode.omega = body.model().omega[i];
    mode.coefficients = {{30 + 3 * static_cast<float>(i), 0}};
    record.modes.push_back(mode);
  }
  return std::make_shared<const TransferRecord>(record);
}

TEST(BodyDecay, TheAirComesOnceOnTop) {
  for (const bool rayleigh : {false, true}) {
    BodySoundRequest request = plate_of("glass");
    if (rayleigh) request.material.damping.rayleigh = {6, 1e-8, 0};
    BodySound body(request);
    const auto record = some_radiation(body);
    const std::vector<double> own = body.own_decay();
    body.radiate(record);
    for (int i = 0; i < body.modes(); ++i) {
      const double air = radiated_power(*record, record->modes[i]);
      ASSERT_GT(air, 0);
      const double expected = rayleigh ? std::max(own[i], air) : own[i] + air;
      EXPECT_NEAR(-body.poles()[i].re / expected, 1, 1e-12) << i;
      EXPECT_EQ(body.own_decay()[i], own[i]);
    }
  }
}

TEST(VariedBody, SharesAllButItsPoles) {
  const auto body = std::make_shared<BodySound>(plate_of("porcelain"));
  const auto record = some_radiation(*body);
  body->radiate(record);
  const ManufacturedCopy copy{manufacture_spread(Making::pressed), 1, 2, 3};
  const VariedBody varied(body, copy);
  ASSERT_EQ(varied.modes(), body->modes());
  std::vector<double> a, b;
  body->project({0.05, 0.001, 0.04}, {0, 1, 0}, a),
      varied.project({0.05, 0.001, 0.04}, {0, 1, 0}, b);
  EXPECT_EQ(a, b);
  const double ratio = varied.poles()[0].im / body->poles()[0].im;
  EXPECT_GT(std::abs(ratio - 1), 1e-4);
  for (int i = 0; i < body->modes(); ++i) {
    EXPECT_NEAR(varied.poles()[i].im / body->poles()[i].im, ratio, 0.015) << i;
  }
  // None sends more into the air than it loses.
  for (std::uint32_t number = 1; number < 50; ++number) {
    const VariedBody other(body, {{0.015, 0.002, 0.002, 2}, 1, 2, number});
    for (int i = 0; i < body->modes(); ++i)
      EXPECT_GT(-other.poles()[i].re, radiated_power(*record, record->modes[i])) << i;
  }
  ManufacturedCopy first = copy;
  first.copy = 0;
  const VariedBody same(body, first);
  for (int i = 0; i < body->modes(); ++i) {
    EXPECT_EQ(same.poles()[i].re, body->poles()[i].re);
    EXPECT_EQ(same.poles()[i].im, body->poles()[i].im);
  }
}

TEST(VariedBody, MeasuredDecayIsThatOfEveryCopy) {
  BodySoundRequest request = plate_of("porcelain");
  request.material.damping.rayleigh = {6, 1e-8, 0};
  const auto body = std::make_shared<BodySound>(request);
  const VariedBody varied(body, {manufacture_spread(Making::hand_made), 1, 2, 3});
  EXPECT_NE(varied.poles()[0].im, body->poles()[0].im);
  for (int i = 0; i < body->modes(); ++i) EXPECT_EQ(varied.poles()[i].re, body->poles()[i].re);
}

}  // namespace
}  // namespace peal
