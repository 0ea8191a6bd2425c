// The demonstration, a hundred coins on a table, as it is heard: coins differ and lie on wood, so
// that many partials sound and none sticks out. Equal coins that do not feel the table had 82 % of
// the energy in two lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/fft.h"
#include "support/rendered.h"

namespace peal {
namespace {

constexpr std::size_t kPieceLength = 8192;  // samples of a spectrum: 5.9 Hz apart
constexpr std::size_t kNearBins = 2;        // bins to both sides: 12 Hz, what T60 of 0.26 s is wide

/// Power by frequency, the mean of Hann-windowed pieces that overlap by half.
std::vector<double> spectrum_of(const std::vector<double>& x) {
  const RealFft fft(kPieceLength);
  std::vector<double> power(fft.bins()), piece(kPieceLength);
  std::vector<std::complex<double>> bins(fft.bins());
  for (std::size_t first = 0; first + kPieceLength <= x.size(); first += kPieceLength / 2) {
    for (std::size_t n = 0; n < kPieceLength; ++n)
      piece[n] =
          x[first + n] * (0.5 - 0.5 * std::cos(2 * kPi * static_cast<double>(n) / kPieceLength));
    fft.forward(piece, bins);
    for (std::size_t k = 0; k < bins.size(); ++k) power[k] += std::norm(bins[k]);
  }
  return power;
}

/// Parts of the energy near each maximum that is the highest as far as its neighbours reach.
std::vector<double> parts_of_energy(const std::vector<double>& power) {
  double all = 0;
  for (const double p : power) all += p;
  std::vector<double> near(power.size()), out;
  for (std::size_t k = kNearBins; k + kNearBins < power.size(); ++k)
    for (std::size_t j = k - kNearBins; j <= k + kNearBins; ++j) near[k] += power[j] / all;
  for (std::size_t k = 2 * kNearBins; k + 2 * kNearBins < near.size(); ++k)
    if (near[k] > 0 &&
        near[k] == *std::max_element(&near[k - 2 * kNearBins], &near[k + 2 * kNearBins] + 1))
      out.push_back(near[k]);
  std::sort(out.rbegin(), out.rend());
  return out;
}

TEST(HundredCoinsSlow, SoundInManyPartialsAndNoneSticksOut) {
  std::ifstream file(PEAL_SOURCE_DIR "/scenes/coins.json");
  const test::Rendered got =
      test::render_text({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
  for (const std::vector<double>& ear : got.sounds[0].channels) {
    const std::vector<double> partials = parts_of_energy(spectrum_of(ear));
    ASSERT_FALSE(partials.empty());
    const auto strong = std::count_if(partials.begin(), partials.end(), [&](double part) {
      return part > 0.01 * partials[0];  // within 20 dB
    });
    std::printf("%td partials within 20 dB, the strongest has %.1f %%\n", strong,
                100 * partials[0]);
    EXPECT_GE(strong, 30);
    EXPECT_LT(partials[0], 0.15);
  }
}

}  // namespace
}  // namespace peal
