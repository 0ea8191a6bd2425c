// Band-limited samples of a force against its Fourier integral.
#include "dsp/modal/force_samples.h"

#include <gtest/gtest.h>

#include <numeric>

#include "dsp/radiation/band_limit.h"
#include "support/click_support.h"

namespace peal {
namespace {

// Int A sin(pi t / 2 rise) e^{-iwt} dt + the fall: the integrals of e^{i(b - w)t} in closed form.
std::complex<double> known_spectrum(double begin, double rise, double fall, double frequency) {
  const double w = 2 * kPi * frequency;
  const std::complex<double> i(0, 1);
  const auto integral = [&](double k, double length) {  // Int_0^length e^{ikt} dt
    return std::abs(k * length) < 1e-7 ? std::complex<double>(length, k * length * length / 2)
                                       : (std::exp(i * k * length) - 1.0) / (i * k);
  };
  const double b1 = kPi / (2 * rise), b2 = kPi / (2 * fall);
  const auto up = (integral(b1 - w, rise) - integral(-b1 - w, rise)) / (2.0 * i);
  const auto down = (integral(b2 - w, fall) + integral(-b2 - w, fall)) / 2.0;
  return kPi / (2 * (rise + fall)) * std::exp(-i * w * begin) *
         (up + std::exp(-i * w * rise) * down);
}

TEST(ForceSamples, SpectrumIsThatOfTheForceFromHalfAMicrosecondToTenMilliseconds) {
  for (const double rate : {48000.0, 192000.0})
    for (const double duration : {5e-7, 4e-6, 3.66e-5, 1e-4, 1.7e-4, 2.6e-4, 1e-3, 1e-2})
      for (const double phase : {0.0, 0.123, 0.5, 0.9999})
        for (const double fall : {1.0, 0.3, 0.05}) {
          const double begin = 1000 + phase;
          const double rise = duration * rate / (1 + fall);
          std::vector<float> samples(force_sample_count(duration * rate));
          const int count = sample_force(begin, rise, fall * rise, samples.data());
          ASSERT_EQ(count, static_cast<int>(samples.size()));
          double worst = 0;
          for (double f = 0; f <= 0.42; f += 0.01)
            worst =
                std::max(worst, std::abs(test::spectrum_at(samples, 1000 - kBandHalf + 1, 1, f) -
                                         known_spectrum(begin, rise, fall * rise, f)));
          EXPECT_LT(worst, 1e-4) << rate << " " << duration << " " << phase << " " << fall;
        }
}

TEST(ForceSamples, CarryTheImpulse) {
  for (const double length : {0.02, 1.7, 30.0, 700.0}) {
    std::vector<float> samples(force_sample_count(length));
    sample_force(12.345, length / 2, length / 2, samples.data());
    EXPECT_NEAR(std::accumulate(samples.begin(), samples.end(), 0.0), 1, 2e-6) << length;
  }
}

TEST(ForceSamples, ProfilesHaveTheirTimes) {
  const ForceTimes whole = force_times(ForceProfile::half_sine, 1e-4, 0.5);
  EXPECT_DOUBLE_EQ(whole.length(), 1e-4);
  EXPECT_DOUBLE_EQ(whole.rise, whole.fall);
  const ForceTimes closest = force_times(ForceProfile::closest, 1e-4, 0.5);
  EXPECT_DOUBLE_EQ(closest.length(), 0.877e-4);
  EXPECT_NEAR(closest.delay + closest.length() / 2, 0.5e-4, 1e-18) << "its middle is the contact's";
  const ForceTimes inelastic = force_times(ForceProfile::inelastic, 1e-4, 0.5);
  EXPECT_DOUBLE_EQ(inelastic.rise, 0.5e-4);
  EXPECT_DOUBLE_EQ(inelastic.fall, 0.25e-4);
  EXPECT_DOUBLE_EQ(force_times(ForceProfile::inelastic, 1e-4, -1).fall, 0.05 * 0.5e-4);
}

}  // namespace
}  // namespace peal
