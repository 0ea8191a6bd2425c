// A bank that was something else before is as good as a new one.
#include "dsp/modal/modal_bank.h"

#include <gtest/gtest.h>

#include <cmath>

namespace peal {
namespace {

constexpr double kRate = 48000;

std::vector<Complex<double>> poles(int modes) {
  std::vector<Complex<double>> out;
  for (int i = 0; i < modes; ++i) out.push_back({-3.0 - i, 2 * kPi * (90 + 173.0 * i)});
  return out;
}

/// Pushes, forces, weights that move; what both ears hear.
std::vector<float> play(ModalBank& bank) {
  const int modes = bank.modes();
  std::vector<std::complex<double>> weights(modes), target(modes);
  std::vector<double> impulse(modes), shape(modes), force(kHop);
  for (int i = 0; i < modes; ++i) {
    weights[i] = {std::cos(1.0 * i), std::sin(2.0 * i)};
    target[i] = {std::sin(3.0 * i), std::cos(5.0 * i)};
    impulse[i] = std::cos(7.0 * i), shape[i] = std::sin(11.0 * i);
  }
  for (int ear = 0; ear < 2; ++ear) bank.set_weights(ear, weights);
  std::vector<float> out;
  for (int hop = 0; hop < 12; ++hop) {
    if (hop % 3 == 0) bank.push(5.3 + hop, 1e-3, impulse);
    if (hop == 2) bank.ramp_weights(1, target, 3);
    if (hop == 6) {
      const ModeWeights values[] = {target, weights};
      bank.bend_weights(0, values);
    }
    if (hop > 3 && hop < 9) {
      double free[kHop + 1] = {};
      bank.add_displacement(shape.data(), free);
      for (int n = 0; n < kHop; ++n) force[n] = std::sin(0.1 * n + hop) + free[n];
      bank.drive({shape.data(), force.data(), 0.1, 1});
    }
    float block[kMaxEars][kHop] = {};
    bank.render(block);
    for (const auto& row : block) out.insert(out.end(), row, row + kHop);
  }
  return out;
}

TEST(ModalBankBecomes, ANewBankOfAnyNumberOfModes) {
  const ModalBank sizes[] = {{poles(61), kRate, 2}, {poles(13), kRate, 2}, {poles(1), kRate, 2},
                             {poles(8), kRate, 2},  {poles(60), kRate, 2}, {poles(0), kRate, 2},
                             {poles(61), kRate, 2}};
  ModalBank used = sizes[0];
  for (const ModalBank& size : sizes) {
    used.become(size);
    ASSERT_EQ(used.modes(), size.modes());
    EXPECT_TRUE(used.silent());
    ModalBank fresh = size;
    const std::vector<float> expected = play(fresh), got = play(used);
    float largest = 0;
    for (std::size_t n = 0; n < expected.size(); ++n) {
      ASSERT_EQ(got[n], expected[n]) << size.modes() << " modes, value " << n;
      largest = std::max(largest, std::abs(expected[n]));
    }
    EXPECT_EQ(largest > 0, size.modes() > 0);
    used.limit_modes(size.modes() / 2);  // left in a mess for the next one
    used.push(3, 5e-3, std::vector<double>(size.modes(), 1.0));
  }
}

// What a bank copies must not hang on the one it was copied from.
TEST(ModalBankBecomes, CopiesStandAlone) {
  ModalBank original(poles(20), kRate, 2), copy = original, becomes(poles(30), kRate, 2);
  becomes.become(original);
  const std::vector<float> expected = play(original);
  auto others = poles(20);
  for (auto& pole : others) pole.im *= 1.3;
  original.become(ModalBank(others, kRate, 2));
  EXPECT_EQ(play(copy), expected);
  EXPECT_EQ(play(becomes), expected);
}

TEST(ModalBankWeights, FadeWithinAHopFromAModeOn) {
  const auto all = poles(16);
  ModalBank bank(all, kRate, 1), low({all.data(), 8}, kRate, 1);
  const std::vector<std::complex<double>> weights(16, {1, 0.5}), target(16, {2, -1});
  const std::vector<double> impulse(16, 1.0);
  for (ModalBank* b : {&bank, &low}) {
    const auto count = static_cast<std::size_t>(b->modes());
    b->set_weights(0, {weights.data(), count});
    b->push(0, 1e-5, {impulse.data(), count});
    b->ramp_weights(0, {target.data(), count}, 4);
  }
  for (int hop = 0; hop < 6; ++hop) {
    if (hop == 2) bank.fade_weights(8);
    float both[kMaxEars][kHop] = {}, few[kMaxEars][kHop] = {};
    bank.render(both), low.render(few);
    if (hop == 2) bank.limit_modes(8);
    for (int n = 0; n < kHop; ++n) {
      const float rest = both[0][n] - few[0][n];
      if (hop > 2) {
        ASSERT_NEAR(rest, 0, 1e-5);
      } else if (hop == 2) {  // eight modes of at most |w| = 2.3
        ASSERT_LE(std::abs(rest), 8 * 2.3 * (1 - n / 64.0) + 1e-5);
      }
    }
  }
}

// Where a contact is told that a blow of the same hop will take its point is where it goes.
TEST(ModalBankStrikes, AreInTheDisplacementOfTheirHop) {
  const auto all = poles(8);
  const std::vector<double> shape(8, 0.7), at(8, 1.1);
  std::vector<float> force(20 * kStrikeParts);
  for (std::size_t k = 0; k < force.size(); ++k)
    force[k] = static_cast<float>(std::sin(0.02 * static_cast<double>(k)));
  ModalBank bank(all, kRate, 0);
  bank.set_amplitude(0, {0.3, -0.2});
  bank.strike({shape.data(), force.data(), 5, 20, kStrikeParts, 0});
  double way[kHop + 1] = {};
  bank.add_displacement(at.data(), way);
  bank.render(nullptr);
  double end = 0;
  for (int i = 0; i < 8; ++i)
    end += at[static_cast<std::size_t>(i)] * bank.amplitude(i).imag() /
           all[static_cast<std::size_t>(i)].im;
  EXPECT_NEAR(way[kHop], end, 1e-9 * std::abs(end));
  EXPECT_GT(std::abs(end), 0);
}

// Where pushes move a point in the coming hop, against the closed form of each mode and push: one
// that goes on, one that begins and ends within the hop, one in resonance with a mode.
TEST(ModalBank, PushesMovePointsAsTheClosedFormSays) {
  std::vector<Complex<double>> poles;
  std::vector<double> shape, impulse;
  for (int i = 0; i < 11; ++i) {
    poles.push_back({-20.0 - i, 2 * kPi * (150 + 1700.0 * i)});
    shape.push_back(1 + std::cos(1.3 * i)), impulse.push_back(0.01 * std::sin(1 + 0.7 * i));
  }
  ModalBank bank(poles, kRate, 0);
  const double offsets[] = {-20.5, 10.25, 30}, taus[] = {3e-3, 2e-4, kPi / poles[1].im};
  for (int k = 0; k < 3; ++k) bank.push(offsets[k], taus[k], impulse);
  for (int ask = 0; ask < 2; ++ask) {  // a second point gets the same
    double way[kHop + 1] = {};
    bank.add_displacement(shape.data(), way);
    double largest = 0;
    for (int n = 0; n <= kHop; ++n) {
      double wanted = 0;
      for (int k = 0; k < 3; ++k) {
        const double u = (n - offsets[k]) / kRate;
        if (u < 0) continue;
        for (std::size_t i = 0; i < poles.size(); ++i) {
          const HalfSinePush<double> push(poles[i], impulse[i], taus[k]);
          const Complex<double> a =
              u < taus[k] ? push.during(u) : exp((u - taus[k]) * poles[i]) * push.at_end();
          wanted += shape[i] / poles[i].im * a.im;
        }
      }
      largest = std::max(largest, std::abs(wanted));
      EXPECT_NEAR(way[n], wanted, 1e-12 * std::max(largest, 1e-6)) << n;
    }
    EXPECT_GT(largest, 1e-7);
  }
}

}  // namespace
}  // namespace peal
