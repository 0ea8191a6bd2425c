// A push that is slow against the modes moves them quasi-statically: below the lowest mode a body
// is almost silent, whichever phase its sound arrives with.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "dsp/modal/modal_bank.h"

namespace peal {
namespace {

TEST(SlowPush, DoesNotThumpWhateverThePhaseOfTheWeights) {
  constexpr double kRate = 48000, kTau = 2e-3, kFrequency = 150;
  const std::vector<Complex<double>> poles{{-200.0, 2 * kPi * 1500}, {-300.0, 2 * kPi * 4100}};
  const std::vector<double> impulse{1, 0.5};
  const double omega = 2 * kPi * kFrequency;
  for (double phase : {0.0, 0.8, 1.5707963, 3.0}) {
    ModalBank bank(poles, kRate, 1);
    std::vector<std::complex<double>>
        weights;  // as BodySound makes them: of the velocity, not of a
    for (const Complex<double>& s : poles)
      weights.push_back(std::polar(1.0, phase) * std::complex<double>(1, -s.re / s.im));
    bank.set_weights(0, weights);
    bank.push(20.3, kTau, impulse);
    std::complex<double> heard = 0;
    for (int n = 0; n < 9600; n += kHop) {
      float block[kMaxEars][kHop] = {};
      bank.render(block);
      for (int j = 0; j < kHop; ++j)
        heard += static_cast<double>(block[0][j]) * std::polar(1 / kRate, omega * (n + j) / kRate);
    }
    // Quasi-statically the velocity is Q'/omega_i^2 and the acceleration Q''/omega_i^2.
    double velocity = 0;
    for (int i = 0; i < 2; ++i) velocity += omega * impulse[i] / (poles[i].im * poles[i].im);
    EXPECT_LT(std::abs(heard), 0.1 * velocity) << phase;
  }
}

}  // namespace
}  // namespace peal
