// Objects of a scene in a bank: what they were offline, cut to the bank's rate.
#include "tools/pack/pack_body.h"

#include <gtest/gtest.h>

#include <cstring>

#include "emission/fields/dipole_field.h"
#include "engine/bank/bank_writer.h"
#include "models/bodies/contact_radius.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

struct Bar {
  Scene scene;
  ObjectSpec object;
  std::unique_ptr<BodySound> sound;
  Bar() {
    Material material;
    material.name = "steel";
    scene.materials["steel"] = material;
    object.name = "bar";
    object.shape = BarShape{{0.12, 0.01, 0.02}};
    object.material = "steel";
    object.geometry = body_geometry(object.shape);
    BodySoundRequest request;
    request.shape = object.shape;
    request.level = MeshLevel::draft;
    request.material = material;
    request.max_modes = 12;
    sound = std::make_unique<BodySound>(request);
  }
};

const Bar& bar() {
  static const Bar one;
  return one;
}

}  // namespace

TEST(PackedBody, ApproximateRadiationBecomesMultipoles) {
  const PackedBody packed(bar().scene, bar().object, bar().sound.get(), nullptr, {});
  const PlayBody& body = packed.play();
  ASSERT_EQ(body.modes(), bar().sound->modes());
  ASSERT_EQ(body.transfer.modes, body.modes());
  std::vector<std::complex<double>> wanted, given(static_cast<std::size_t>(body.modes()));
  double missed = 0, all = 0;
  for (const Vec3& ear : {Vec3{0.3, 0.2, 0.1}, {-1, 0.5, 0.7}, {0, -3, 1}, {0.15, 0, 0.02}}) {
    bar().sound->weights(ear, wanted);
    mode_weights(body, ear, given.data());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      missed += std::norm(given[i] - wanted[i]) / std::norm(wanted[0]),
          all += std::norm(wanted[i]) / std::norm(wanted[0]);
  }
  EXPECT_LT(std::sqrt(missed / all), 0.02);
  ASSERT_EQ(packed.notes().size(), 1u);
  EXPECT_NE(
      packed.notes()[0].find(std::to_string(body.modes()) + " modes of approximate radiation"),
      std::string::npos);
}

// A weak one takes sigma = phi^2 Z / 2 from each mode, and moves no pitch.
TEST(PackedBody, StandsOnItsLegs) {
  const BodySound& sound = *bar().sound;
  Legs legs;
  legs.points = {{0.06, 0.005, 0}};
  legs.along = {0, 1, 0};
  legs.resistance = 0.01;
  legs.mass = sound.model().mass.mass;
  legs.inertia = {1e-3, 1e-3, 1e-3};
  const PackedBody packed(bar().scene, bar().object, &sound, nullptr, {}, &legs);
  std::vector<double> phi;
  sound.project(legs.points[0], legs.along, phi);
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const Complex<double> free = sound.poles()[i], stands = packed.play().poles[i];
    const double more = phi[i] * phi[i] * legs.resistance / 2;
    EXPECT_NEAR(free.re - stands.re, more, 0.01 * more + 1e-6) << i;
    EXPECT_NEAR(stands.im / free.im, 1, 1e-6);
  }
}

// What the engine plays from the bank's tables, through a sphere, is what the bank's poles lose
// beyond the material's damping: modal mass is 1, so the rate is the power of unit velocity.
TEST(PackedBody, PolesLoseWhatTheTablesRadiate) {
  BodySoundRequest request = bar().sound->request();
  request.radiation = Radiation::transfer;
  const BodySound bare(request);  // not told how it radiates: the material's poles
  const PackedBody packed(bar().scene, bar().object, bar().sound.get(), nullptr, {});
  const PlayBody& body = packed.play();
  const ShellQuadrature sphere(30);
  const double r = 50;
  const auto modes = static_cast<std::size_t>(body.modes());
  std::vector<double> power(modes);
  std::vector<std::complex<double>> weights(modes);
  for (std::size_t d = 0; d < sphere.size(); ++d) {
    mode_weights(body, r * sphere.directions()[d], weights.data());
    for (std::size_t i = 0; i < modes; ++i)
      power[i] += sphere.weights()[d] * r * r * std::norm(weights[i]) /
                  (2 * request.air.density * request.air.speed_of_sound);
  }
  for (std::size_t i = 0; i < modes; ++i) {
    const double lost = bare.poles()[i].re - body.poles[i].re;
    EXPECT_GT(lost, 0) << i;
    EXPECT_NEAR(power[i] / lost, 1, 0.05) << i;
  }
}

// Three modes have a transfer, the others are served by approximate radiation: both are in one set
// of tables, and those with a transfer are the offline body's bit for bit.
TEST(PackedBody, TransferIsThatOfTheOfflineBodyBitForBit) {
  BodySoundRequest request = bar().sound->request();
  request.radiation = Radiation::transfer;
  BodySound sound(request);
  auto record = std::make_shared<TransferRecord>();
  record->centre = {0.002, 0, -0.001}, record->radius = 0.07;
  for (std::size_t i = 0; i < 3; ++i) {
    ModeTransfer mode;
    mode.omega = sound.model().omega[i];
    mode.order = 2 + static_cast<int>(i);
    for (std::size_t c = 0; c < harmonic_count(mode.order); ++c)
      mode.coefficients.emplace_back(std::sin(1.0f + static_cast<float>(c * (i + 1))),
                                     std::cos(2.0f * static_cast<float>(c)));
    record->modes.push_back(mode);
  }
  sound.radiate(record);
  const PackedBody packed(bar().scene, bar().object, &sound, nullptr, {});
  const PlayBody& body = packed.play();
  ASSERT_EQ(body.transfer.modes, sound.modes());
  std::vector<std::complex<double>> wanted, given(static_cast<std::size_t>(body.modes()));
  double missed = 0, all = 0;
  for (const Vec3& ear : {Vec3{0.3, 0.2, 0.1}, {-1, 0.5, 0.7}, {0, -30, 1}}) {
    sound.weights(ear, wanted);
    mode_weights(body, ear, given.data());
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(given[i], wanted[i]);
      EXPECT_GT(std::abs(given[i]), 0);
    }
    for (std::size_t i = 3; i < wanted.size(); ++i)
      missed += std::norm(given[i] - wanted[i]), all += std::norm(wanted[i]);
  }
  EXPECT_LT(std::sqrt(missed / all), 0.02);
  // And after they went through a bank.
  BankContents contents;
  contents.ground = play_material(Material{}, "steel");
  contents.bodies = {body};
  std::vector<std::byte> bytes;
  BankError error;
  ASSERT_TRUE(write_bank(contents, bytes, error)) << error.text;
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> aligned(bytes.size() / 64);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  Bank bank;
  ASSERT_TRUE(bank.open({aligned.front().bytes, bytes.size()}, error)) << error.text;
  std::vector<std::complex<double>> read(given.size());
  mode_weights(body, {0.3, 0.2, 0.1}, given.data());
  mode_weights(bank.bodies()[0], {0.3, 0.2, 0.1}, read.data());
  EXPECT_EQ(read, given);
}

TEST(PackedBody, PushesAreThoseOfTheOfflineBodyBitForBit) {
  const PackedBody packed(bar().scene, bar().object, bar().sound.get(), nullptr, {});
  std::vector<double> offline, here(static_cast<std::size_t>(packed.play().modes()));
  for (const Vec3& point : {Vec3{0.05, 0.005, 0.003}, {-0.06, 0, 0}, {0.01, -0.1, 0.02}}) {
    bar().sound->project(point, {0.1, -1, 0.3}, offline);
    project(packed.play(), point, {0.1, -1, 0.3}, here.data());
    EXPECT_EQ(here, offline);
    double sum = 0;
    for (const double x : here) sum += std::abs(x);
    EXPECT_GT(sum, 0);
  }
}

TEST(PackedBody, ModesAboveTheBandAreFeltNotHeard) {
  PackOptions options;
  options.rate = 16000;
  const PackedBody packed(bar().scene, bar().object, bar().sound.get(), nullptr, options);
  const PlayBody& body = packed.play();
  const auto modes = static_cast<std::size_t>(body.modes());
  ASSERT_GT(modes, 0u);
  ASSERT_LT(modes, bar().sound->poles().size());
  EXPECT_LT(body.poles[modes - 1].im, 2 * kPi * 0.42 * 16000);
  EXPECT_GE(bar().sound->poles()[modes].im, 2 * kPi * 0.42 * 16000);
  std::vector<double> offline, here(modes);
  bar().sound->project({0.05, 0.005, 0.003}, {0.1, -1, 0.3}, offline);
  project(body, Vec3{0.05, 0.005, 0.003}, {0.1, -1, 0.3}, here.data());
  offline.resize(modes);
  EXPECT_EQ(here, offline);
  EXPECT_NE(packed.notes()[0].find("felt, not heard"), std::string::npos);
  // Contacts feel them all, as offline.
  std::vector<double> felt(static_cast<std::size_t>(body.felt_modes()));
  SurfacePlace place;
  ASSERT_TRUE(nearest_place(body.surface, {0.05, 0.005, 0.003}, place));
  project_felt(body, place, {0.1, -1, 0.3}, felt.data());
  bar().sound->project_contact({0.05, 0.005, 0.003}, {0.1, -1, 0.3}, offline);
  EXPECT_EQ(felt, offline);
}

TEST(PackedBody, HasMassMaterialAndCurvature) {
  const Bar& b = bar();
  const PackedBody packed(b.scene, b.object, b.sound.get(), nullptr, {});
  const PlayBody& body = packed.play();
  EXPECT_NEAR(body.mass, 7850 * 0.12 * 0.01 * 0.02, 1e-9);
  EXPECT_NEAR(body.inertia.x, body.mass / 12 * (0.01 * 0.01 + 0.02 * 0.02), 1e-9);
  EXPECT_NEAR(body.material.modulus, 200e9 / (1 - 0.09), 1e3);
  EXPECT_FALSE(body.is_ball);
  for (const Vec3& point : {Vec3{0.01, 0.005, 0}, {0.06, 0.005, 0.01}}) {
    SurfacePlace place;
    ASSERT_TRUE(nearest_place(body.surface, point, place));
    EXPECT_NEAR(
        contact_radius(body, place) / contact_radius(b.object.shape, *b.object.geometry, point), 1,
        1e-5);
  }
}

TEST(PackedBody, WithoutModesItStillHasASurface) {
  Scene scene = bar().scene;
  ObjectSpec ball = bar().object;
  ball.shape = SphereShape{0.02};
  ball.geometry = body_geometry(ball.shape);
  const DipoleField click({0.02, 0.02, 0.02}, 4 * kPi / 3 * 8e-6, scene.air, 48000);
  const PackedBody packed(scene, ball, nullptr, &click, {});
  const PlayBody& body = packed.play();
  EXPECT_TRUE(body.is_ball);
  EXPECT_EQ(body.modes(), 0);
  SurfacePlace place;
  ASSERT_TRUE(nearest_place(body.surface, {0.3, 0.1, -0.2}, place));
  EXPECT_NEAR(contact_radius(body, place), 0.02, 1e-8);
  BankContents bank;
  bank.ground = play_material(Material{}, "steel");
  bank.bodies = {body};
  std::vector<std::byte> bytes;
  BankError error;
  EXPECT_TRUE(write_bank(bank, bytes, error)) << error.text;
}

TEST(PackedBody, ClicksThatAreTooLargeBecomeEllipsoids) {
  const Bar& b = bar();
  const DipoleField click({0.06, 0.005, 0.01}, 0.12 * 0.01 * 0.02, b.scene.air, 48000);
  PackOptions options;
  const PackedBody kept(b.scene, b.object, nullptr, &click, options);
  EXPECT_EQ(kept.play().click, &click.play());
  options.most_click_bytes = 100;
  const PackedBody replaced(b.scene, b.object, nullptr, &click, options);
  ASSERT_NE(replaced.play().click, nullptr);
  EXPECT_NE(replaced.play().click, &click.play());
  EXPECT_TRUE(replaced.play().click->is_dipole);
  EXPECT_NE(replaced.notes().at(0).find("ellipsoid"), std::string::npos);
  const DipoleField fast({0.06, 0.005, 0.01}, 0.12 * 0.01 * 0.02, b.scene.air, 96000);
  const PackedBody slowed(b.scene, b.object, nullptr, &fast, {});
  EXPECT_EQ(slowed.play().click->rate, 48000);
}

}  // namespace peal
