// Bodies that are struck by hand: closed forms of one mode.
#include <gtest/gtest.h>
#include <peal/instruments_c.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace peal {
namespace {

constexpr double kRate = 48000, kPi = std::numbers::pi;

struct Destroy {
  void operator()(peal_modal* modal) const { peal_modal_destroy(modal); }
};
using Modal = std::unique_ptr<peal_modal, Destroy>;

Modal make_struck(const std::vector<peal_mode>& modes, double area = 0.01, double distance = 1) {
  return Modal(
      peal_modal_create(kRate, modes.data(), static_cast<int>(modes.size()), area, distance));
}

std::vector<float> render(peal_modal* modal, int frames, const float* force = nullptr) {
  std::vector<float> out(frames);
  peal_modal_render(modal, force, out.data(), frames);
  return out;
}

TEST(Striking, AStrikeRingsAsItsImpulseSays) {
  // v = J t/m after a push that is short for the mode; p = rho A x'' / (4 pi r).
  const double f = 700, decay = 2, mass = 0.3, shape = 0.5, impulse = 0.02, tau = 2e-5;
  const Modal modal = make_struck({{f, decay, mass, shape}}, 0.02, 2);
  ASSERT_TRUE(peal_modal_strike(modal.get(), impulse, tau, 100));
  const std::vector<float> x = render(modal.get(), 48000);
  for (int n = 0; n < 100; ++n) ASSERT_EQ(x[n], 0);
  const double sigma = decay / 2, w = 2 * kPi * f, wd = std::sqrt(w * w - sigma * sigma);
  const double rho = 1.2041, far = rho * 0.02 / (4 * kPi * 2);
  double worst = 0, peak = 0;
  for (int n = 110; n < 48000; ++n) {
    const double t = (n - 100) / kRate - tau / 2;
    // x' = (J/m) t e^{-sigma t} (cos - sigma/wd sin), differentiated once more
    const double e = std::exp(-sigma * t) * impulse * shape / mass;
    const double acceleration =
        e * (-2 * sigma * std::cos(wd * t) + (sigma * sigma / wd - wd) * std::sin(wd * t));
    worst = std::max(worst, std::abs(x[n] - far * acceleration));
    peak = std::max(peak, std::abs(far * acceleration));
  }
  // The push is not infinitely short (4e-4), and x'' is i omega v but for sigma/omega (2e-4).
  EXPECT_LT(worst, 1e-3 * peak);
}

TEST(Striking, AForceHeldLongMovesThePointByItsStiffness) {
  const Modal modal = make_struck({{200, 400, 0.1, 1}});
  const std::vector<float> force(4800, 3.0f);
  for (int k = 0; k < 3; ++k) render(modal.get(), 4800, force.data());
  EXPECT_NEAR(peal_modal_position(modal.get()), 3 / (0.1 * std::pow(2 * kPi * 200, 2)), 1e-9);
}

TEST(Striking, ForcesAreHeardAtOnceInWholeHopsAndElseOneHopLate) {
  const std::vector<peal_mode> modes = {{500, 30, 0.1, 1}, {3100, 60, 0.2, -0.7}};
  std::vector<float> force(6400);
  for (int n = 0; n < 6400; ++n) force[n] = std::sin(0.01f * n) + (n % 977 == 0 ? 5.0f : 0.0f);
  const Modal whole = make_struck(modes), parts = make_struck(modes);
  const std::vector<float> a = render(whole.get(), 6400, force.data());
  std::vector<float> b(6400);
  for (int at = 0, count = 50; at < 6400; at += count) {
    count = std::min(50, 6400 - at);
    peal_modal_render(parts.get(), force.data() + at, b.data() + at, count);
  }
  float most = 0;
  for (int n = 0; n + 64 < 6400; ++n) most = std::max(most, std::abs(b[n + 64] - a[n]));
  EXPECT_EQ(most, 0);
}

TEST(Striking, OtherModesGoOnWithTheMotion) {
  const Modal modal = make_struck({{440, 4, 0.1, 1}});
  ASSERT_TRUE(peal_modal_strike(modal.get(), 0.02, 0.0005, 0));
  render(modal.get(), 4800);
  const double before = peal_modal_position(modal.get());
  const std::vector<peal_mode> other = {{660, 4, 0.1, 1}};
  ASSERT_TRUE(peal_modal_set_modes(modal.get(), other.data(), 1));
  // Stiffer, it moves less: its energy stays. Softer, it moves on as it did.
  EXPECT_NEAR(peal_modal_position(modal.get()), before * 440 / 660, 1e-12);
  EXPECT_GT(std::abs(before), 1e-7);
  const std::vector<peal_mode> softer = {{330, 4, 0.1, 1}};
  ASSERT_TRUE(peal_modal_set_modes(modal.get(), softer.data(), 1));
  EXPECT_NEAR(peal_modal_position(modal.get()), before * 440 / 660, 1e-12);
  const std::vector<float> after = render(modal.get(), 9600);
  double loud = 0;
  for (const float x : after) loud = std::max(loud, std::abs(static_cast<double>(x)));
  EXPECT_GT(loud, 1e-3);
}

// One strike, then other modes again and again: whoever tunes by hand adds no energy.
TEST(Striking, TuningToAndFroDoesNotPump) {
  const std::vector<peal_mode> tunings[] = {{{440, 1, 0.1, 1}}, {{880, 1, 0.1, 1}}};
  const Modal modal = make_struck(tunings[0]);
  ASSERT_TRUE(peal_modal_strike(modal.get(), 0.02, 0.0005, 0));
  const auto loudest = [&] {
    double most = 0;
    for (const float x : render(modal.get(), 1600)) most = std::max<double>(most, std::abs(x));
    return most;
  };
  const double first = loudest();
  for (int k = 1; k < 600; ++k) {
    ASSERT_TRUE(peal_modal_set_modes(modal.get(), tunings[k % 2].data(), 1));
    // Pressure goes by acceleration: at twice the pitch it may be louder once.
    ASSERT_LT(loudest(), 5 * first) << k;
  }
  EXPECT_LT(loudest(), 0.01 * first);
}

TEST(Striking, StoppedItIsSilentAndGoesOnLater) {
  const Modal modal = make_struck({{500, 30, 0.1, 1}});
  peal_modal_strike(modal.get(), 0.1, 1e-3, 0);
  render(modal.get(), 640);
  EXPECT_NE(peal_modal_position(modal.get()), 0);
  peal_modal_stop(modal.get());
  for (const float x : render(modal.get(), 640)) ASSERT_EQ(x, 0);
  peal_modal_strike(modal.get(), 0.1, 1e-3, 0);
  render(modal.get(), 640);
  EXPECT_NE(peal_modal_position(modal.get()), 0);
}

TEST(Striking, NonsenseIsRefusedWithASentence) {
  EXPECT_FALSE(make_struck({}));
  EXPECT_FALSE(make_struck({{100, 1, 1, 1}}, -1));
  EXPECT_NE(std::string(peal_rub_problem()).find("area"), std::string::npos);
  const Modal modal = make_struck({{100, 1, 1, 1}});
  EXPECT_FALSE(peal_modal_strike(modal.get(), std::nan(""), 1e-3, 0));
  EXPECT_FALSE(peal_modal_strike(modal.get(), 1, 0, 0));
  EXPECT_FALSE(peal_modal_strike(modal.get(), 1, 1e-3, -1));
  EXPECT_NE(std::string(peal_rub_problem()).find("delay"), std::string::npos);
  for (int k = 0; k < 64; ++k) EXPECT_TRUE(peal_modal_strike(modal.get(), 1e-3, 1e-3, 1000));
  EXPECT_FALSE(peal_modal_strike(modal.get(), 1e-3, 1e-3, 1000));
  const std::vector<float> wrong(64, std::nanf(""));
  for (const float x : render(modal.get(), 64, wrong.data())) EXPECT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace peal
