// Copies of a body in the engine differ as things do that are made one by one: the first is as
// computed, equal numbers are equal, and their spread is that of the bank.
#include <gtest/gtest.h>

#include "engine/bank/bank_writer.h"
#include "engine/engine_copies.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

struct SpreadToy : ToyBody {
  SpreadToy() : ToyBody(8, 500, 6) {
    body().spread = {0.006, 0.001, 0.0005, 0.15};
    body().material.loss = 1e-3;
  }
};

TEST(EngineCopies, FirstIsAsComputedAndOthersSpread) {
  const SpreadToy toy;
  const PlayBody bodies[] = {toy.body(), toy.body()};
  constexpr int kCopies = 1000;
  const EngineCopies copies(bodies, kCopies, 48000);
  ASSERT_EQ(copies.bodies().size(), 2u * kCopies);
  double sum = 0, squares = 0;
  for (int k = 0; k < kCopies; ++k) {
    const auto &a = copies.bodies()[k], &b = copies.bodies()[kCopies + k];
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(a.poles[i].im, b.poles[i].im);  // keyed by name and number
      EXPECT_LE(a.poles[i].re, 0);
      if (k > 0) continue;
      EXPECT_EQ(a.poles[i].im, toy.body().poles[i].im);
      EXPECT_EQ(a.poles[i].re, toy.body().poles[i].re);
    }
    if (k == 0) continue;
    const double x = std::log(a.poles[2].im / toy.body().poles[2].im);
    sum += x, squares += x * x;
  }
  EXPECT_NEAR(sum / kCopies, 0, 4 * 0.006 / std::sqrt(double(kCopies)));
  EXPECT_NEAR(std::sqrt(squares / kCopies) / std::hypot(0.006, 0.001), 1, 0.1);
}

std::vector<float> sound_of_copy(int copy, int most) {
  const SpreadToy toy;
  BankContents contents;
  contents.ground = {3e10, 0.5, 0.6, 1e-5};
  contents.bodies = {toy.body()};
  contents.objects = {{"toy", 0, false}};
  std::vector<std::byte> bytes;
  BankError said;
  EXPECT_TRUE(write_bank(contents, bytes, said)) << said.text;
  EngineLimits limits;
  limits.ears = 1, limits.max_copies = most, limits.full_scale = 1e3;
  std::string error;
  const auto engine = Engine::create(bytes, limits, error);
  EXPECT_TRUE(engine) << error;
  engine->set_listener({0, 1, 0}, {0, 1, 0});
  EngineImpact impact;
  impact.a = engine->spawn(0, {}, false, EngineFrame::body, copy);
  impact.point = {0.03, 0, 0.01}, impact.closing_speed = 1;
  EXPECT_TRUE(engine->impact(impact));
  std::vector<float> out(4096);
  float* const ears[1] = {out.data()};
  engine->render(ears, 4096);
  return out;
}

TEST(EngineCopies, AreHeard) {
  const auto nominal = sound_of_copy(0, 1);
  EXPECT_EQ(sound_of_copy(0, 4), nominal);
  EXPECT_EQ(sound_of_copy(7, 1), nominal);  // modulo max_copies
  const auto other = sound_of_copy(3, 4);
  EXPECT_NE(other, nominal);
  EXPECT_EQ(sound_of_copy(3, 4), other);
  EXPECT_EQ(sound_of_copy(7, 4), other);
  double a = 0, b = 0;
  for (const float x : nominal) a += double(x) * double(x);
  for (const float x : other) b += double(x) * double(x);
  EXPECT_GT(a, 0);
  EXPECT_NEAR(10 * std::log10(b / a), 0, 1);
}

}  // namespace
}  // namespace peal
