// Runs of sub-steps, in float and registers, do what single steps in double do; both instruction
// sets.
#include "dsp/modal/blow_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/processor.h"
#include "dsp/impact/impact_ladder.h"

namespace peal {
namespace {

constexpr double kSampleRate = 48000;
constexpr int kModes = 37;

struct Modes {
  Modes() {
    std::vector<Complex<double>> poles;
    for (int i = 0; i < kModes; ++i) poles.push_back({-5.0 - 40 * i, 2 * kPi * (60 + 520.0 * i)});
    ladder = std::make_unique<ImpactLadder>(poles, kSampleRate);
    for (auto* array : {&chi, &re, &im, &re2, &im2}) array->resize(ladder->padded());
    for (int i = 0; i < kModes; ++i) {
      chi[i] = std::cos(1.3 * i) - 0.2;
      re[i] = re2[i] = std::sin(2.1 * i), im[i] = im2[i] = std::cos(0.7 * i);
    }
  }
  std::unique_ptr<ImpactLadder> ladder;
  AlignedVector<double> chi, re, im, re2, im2;
};

std::vector<const BlowKernel*> kernels() {
  std::vector<const BlowKernel*> out{&kBlowKernelPortable};
  if (has_avx2()) out.push_back(&kBlowKernelAvx2);
  return out;
}

double size_of(const AlignedVector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

TEST(BlowKernel, RunsAreAsManySteps) {
  for (const BlowKernel* kernel : kernels())
    for (const int level : {0, 3, 7}) {
      Modes m;
      const ImpactKernel& single = kImpactKernelPortable;
      const int padded = m.ladder->padded();
      double way[kRun] = {}, answer[kRun] = {}, force[kRun];
      for (int k = 0; k < kRun; ++k) force[k] = k == 5 ? 0 : 10 * std::sin(0.4 * k + 0.1);
      kernel->ways(padded, m.ladder->run(level), m.chi.data(), m.re.data(), m.im.data(), way);
      kernel->answers(padded, m.ladder->run(level), m.chi.data(), m.chi.data(), answer);
      kernel->run(padded, m.ladder->run(level), m.chi.data(), force, true, m.re.data(),
                  m.im.data());
      // Without forces, from one newton, and with all forces.
      Modes free, pushed;
      const ModalTurn turn = m.ladder->level(level);
      double largest = 0, most = 0;
      std::fill(pushed.re.begin(), pushed.re.end(), 0.0);
      std::fill(pushed.im.begin(), pushed.im.end(), 0.0);
      single.step(padded, turn, m.chi.data(), 1, pushed.re.data(), pushed.im.data());
      for (int k = 0; k < kRun; ++k) {
        const double w = single.way(padded, turn, m.chi.data(), free.re.data(), free.im.data());
        const double a = single.way(padded, turn, m.chi.data(), pushed.re.data(), pushed.im.data());
        largest = std::max(largest, std::abs(w)), most = std::max(most, std::abs(a));
        EXPECT_NEAR(way[k], w, 2e-5 * largest) << level << k;
        EXPECT_NEAR(answer[k], a, 2e-5 * most) << level << k;
        single.step(padded, turn, m.chi.data(), 0, free.re.data(), free.im.data());
        single.step(padded, turn, m.chi.data(), 0, pushed.re.data(), pushed.im.data());
        single.step(padded, turn, m.chi.data(), force[k], m.re2.data(), m.im2.data());
      }
      for (int i = 0; i < kModes; ++i) {
        EXPECT_NEAR(m.re[i], m.re2[i], 1e-6 * size_of(m.re2)) << level;
        EXPECT_NEAR(m.im[i], m.im2[i], 1e-6 * size_of(m.re2)) << level;
      }
    }
}

TEST(BlowKernel, TurnsBySquaring) {
  for (const BlowKernel* kernel : kernels()) {
    Modes m;
    const ModalTurn turn = m.ladder->level(0);
    kernel->turn_on(m.ladder->padded(), turn.turn_re, turn.turn_im, 45, m.re.data(), m.im.data(),
                    false, m.re.data(), m.im.data());
    for (int n = 0; n < 45; ++n)
      kImpactKernelPortable.step(m.ladder->padded(), turn, m.chi.data(), 0, m.re2.data(),
                                 m.im2.data());
    for (int i = 0; i < kModes; ++i) EXPECT_NEAR(m.re[i], m.re2[i], 1e-12);
    for (int i = 0; i < kModes; ++i) EXPECT_NEAR(m.im[i], m.im2[i], 1e-12);
  }
}

TEST(BlowKernel, BoundIsOneAndCloseToIt) {
  for (const BlowKernel* kernel : kernels()) {
    Modes m;
    double way = 0, speed = 0, exact_way = 0, exact_speed = 0;
    kernel->bound(m.ladder->padded(), m.chi.data(), m.ladder->period(), m.re.data(), m.im.data(),
                  &way, &speed);
    for (int i = 0; i < kModes; ++i) {
      const double v = std::abs(m.chi[i]) * std::hypot(m.re[i], m.im[i]);
      exact_speed += v, exact_way += v / m.ladder->omega()[i];
    }
    EXPECT_GE(speed, exact_speed * (1 - 1e-12));
    EXPECT_GE(way, exact_way * (1 - 1e-12));
    EXPECT_LE(speed, 1.03 * exact_speed);
    EXPECT_LE(way, 1.03 * exact_way);
  }
}

}  // namespace
}  // namespace peal
