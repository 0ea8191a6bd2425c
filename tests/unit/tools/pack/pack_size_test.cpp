// Small banks: what is lost is not heard, and what gives way is the least.
#include <gtest/gtest.h>
#include <peal/engine.h>

#include "tools/pack/mode_choice.h"
#include "tools/pack/pack_body.h"

namespace peal {
namespace {

constexpr BankPrecision kPacked{6e-4, 6e-4, 1e-4};  // as `peal pack` writes

struct LongBar {
  Scene scene;
  ObjectSpec object;
  std::unique_ptr<BodySound> sound;
  LongBar() {
    Material material;
    material.name = "steel";
    scene.materials["steel"] = material;
    object.name = "bar", object.material = "steel";
    object.shape = BarShape{{0.3, 0.012, 0.03}};
    object.geometry = body_geometry(object.shape);
    BodySoundRequest request;
    request.shape = object.shape, request.level = MeshLevel::draft, request.material = material;
    request.max_modes = 24;
    sound = std::make_unique<BodySound>(request);
  }
};

const LongBar& long_bar() {
  static const LongBar one;
  return one;
}

std::vector<std::byte> bank_of(const PlayBody& body, const BankPrecision& precision) {
  BankContents contents;
  contents.ground = play_material(Material{}, "steel");
  contents.bodies = {body};
  contents.precision = precision;
  std::vector<std::byte> bytes;
  BankError error;
  EXPECT_TRUE(write_bank(contents, bytes, error)) << error.text;
  return bytes;
}

/// A strike by the ground at a place of the bar, heard from the side.
std::vector<float> strike(const std::vector<std::byte>& bank, const Vec3& point) {
  EngineLimits limits;
  limits.ears = 1, limits.full_scale = 1e3, limits.max_voices = 1;
  std::string error;
  const auto engine = Engine::create(bank, limits, error);
  EXPECT_TRUE(engine) << error;
  engine->set_listener({0.4, 0.5, 0.3}, {});
  EngineImpact impact;
  impact.a = engine->spawn(0), impact.point = {point.x, point.y, point.z};
  impact.closing_speed = 1;
  EXPECT_TRUE(engine->impact(impact));
  std::vector<float> out(9600);
  float* const ear = out.data();
  engine->render(&ear, static_cast<int>(out.size()));
  EXPECT_EQ(engine->stats().impacts, 1);
  return out;
}

}  // namespace

TEST(PackSize, StrikesAreThoseOfTheExactBankWithin50Decibels) {
  const PackedBody packed(long_bar().scene, long_bar().object, long_bar().sound.get(), nullptr, {});
  const auto exact = bank_of(packed.play(), {}), small = bank_of(packed.play(), kPacked);
  double worst = 0;
  for (int n = 0; n < 16; ++n) {
    const Vec3 point{0.15 * std::sin(2.1 * n), 0.006 * (n % 2 ? 1 : -1), 0.015 * std::cos(1.3 * n)};
    const auto wanted = strike(exact, point), got = strike(small, point);
    double off = 0, all = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const double a = static_cast<double>(got[i]), b = static_cast<double>(wanted[i]);
      off += (a - b) * (a - b), all += b * b;
    }
    ASSERT_GT(all, 0);
    const double decibel = 10 * std::log10(off / all);
    worst = n == 0 ? decibel : std::max(worst, decibel);
    EXPECT_LT(decibel, -50) << n;
    EXPECT_GT(decibel, -90) << n;  // it is packed
  }
  RecordProperty("worst_decibel", fmt::format("{:.1f}", worst));
  const BankBytes large = bank_bytes(packed.play()), less = bank_bytes(packed.play(), kPacked);
  EXPECT_LT(3 * less.shapes, large.shapes);
  EXPECT_LT(2 * less.transfer, large.transfer);
  EXPECT_LT(2 * small.size(), exact.size());
  fmt::print("worst {:.1f} dB; shapes {} of {}, transfer {} of {} bytes\n", worst, less.shapes,
             large.shapes, less.transfer, large.transfer);
}

TEST(PackSize, TheQuietestModesGiveWay) {
  PackOptions options;
  options.precision = kPacked;
  const PackedBody whole(long_bar().scene, long_bar().object, long_bar().sound.get(), nullptr,
                         options);
  const auto size = static_cast<double>(bank_bytes(whole.play(), kPacked).all());
  options.max_bytes = 0.7 * size;
  const PackedBody less(long_bar().scene, long_bar().object, long_bar().sound.get(), nullptr,
                        options);
  EXPECT_LE(static_cast<double>(bank_bytes(less.play(), kPacked).all()), options.max_bytes);
  ASSERT_LT(less.play().modes(), whole.play().modes());
  ASSERT_GE(less.play().modes(), 8);
  ASSERT_FALSE(less.notes().empty());
  EXPECT_NE(less.notes().back().find("--max-size"), std::string::npos) << less.notes().back();

  // What is left sounds as it did, mode by mode.
  const auto modes = [](const PackedBody& body) {
    return static_cast<std::size_t>(body.play().modes());
  };
  std::vector<std::complex<double>> before(modes(whole)), after(modes(less));
  std::vector<double> pushed(modes(whole)), still(modes(less));
  const Vec3 ear{0.5, 0.3, -0.2}, point{0.11, 0.006, 0.004};
  mode_weights(whole.play(), ear, before.data());
  mode_weights(less.play(), ear, after.data());
  project(whole.play(), point, {0, 1, 0.2}, pushed.data());
  project(less.play(), point, {0, 1, 0.2}, still.data());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < modes(whole) && kept < modes(less); ++i) {
    if (whole.play().poles[i].im != less.play().poles[kept].im) continue;
    EXPECT_EQ(after[kept], before[i]);
    EXPECT_EQ(still[kept], pushed[i]);
    ++kept;
  }
  EXPECT_EQ(kept, modes(less));

  options.max_bytes = 0, options.max_modes = 10;
  const PackedBody ten(long_bar().scene, long_bar().object, long_bar().sound.get(), nullptr,
                       options);
  EXPECT_EQ(ten.play().modes(), 10);
  int order = 0;
  for (const TransferBlock& block : ten.play().transfer.blocks)
    order = std::max(order, static_cast<int>(block.order));
  EXPECT_EQ(ten.play().transfer.order, order);
}

// Energy of a blow at an ear: quieter shapes, worse radiation, faster decay and frequencies that
// are hardly heard all count.
TEST(PackSize, LoudestModesAreThoseThatAreHeard) {
  const PackedBody whole(long_bar().scene, long_bar().object, long_bar().sound.get(), nullptr, {});
  PlayBody body = whole.play();
  const auto modes = static_cast<std::size_t>(body.modes());
  std::vector<float> shapes(body.shapes.begin(), body.shapes.end());
  for (std::size_t i = 5; i < shapes.size(); i += modes) shapes[i] *= 1e-6f;
  body.shapes = shapes;
  const std::vector<int> kept = loudest_modes(body, static_cast<int>(modes) - 1);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), 5), 0);
  // How many are louder than mode 7.
  const auto louder = [&] {
    int count = 1;
    for (std::vector<int> some; count <= static_cast<int>(modes); ++count) {
      some = loudest_modes(body, count);
      EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
      if (std::count(some.begin(), some.end(), 7) > 0) break;
    }
    return count - 1;
  };
  const int before = louder();
  std::vector<Complex<double>> poles(body.poles.begin(), body.poles.end());
  poles[7].re *= 100;
  body.poles = poles;
  EXPECT_GT(louder(), before);
}

}  // namespace peal
