#include "listener/reverb.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kDelays[] = {0.0297, 0.0371, 0.0411, 0.0437, 0.0531, 0.0593, 0.0679, 0.0737};
constexpr double kDiffusing[] = {0.0017, 0.0031, 0.0050};  // [s]
constexpr double kDiffusion = 0.6;
constexpr double kDull = 6000;  // [Hz] where it falls twice as fast

/// Pole p of (1 - p)/(1 - p z^-1), whose size at w [rad] is `part`.
double pole_for(double part, double w) {
  const double square = part * part, a = 1 - square, b = 1 - square * std::cos(w);
  return a <= 0 ? 0 : (b - std::sqrt(std::max(b * b - a * a, 0.0))) / a;
}

}  // namespace

Reverb::Reverb(double rate, std::size_t channels, double time, double level) : channels_(channels) {
  for (std::size_t i = 0; i < kLines; ++i) {
    Line& line = lines_[i];
    line.kept.resize(static_cast<std::size_t>(kDelays[i] * rate) | 1);
    line.gain = std::pow(10.0, -3.0 * static_cast<double>(line.kept.size()) / (rate * time));
    line.pole = pole_for(line.gain, 2 * kPi * std::min(kDull, 0.4 * rate) / rate);
  }
  for (std::size_t i = 0; i < kDiffusers; ++i)
    diffusers_[i].kept.resize(static_cast<std::size_t>(kDiffusing[i] * rate) | 1);
  // Its answer to one sample in all channels, and the mean energy of that.
  double energy = 0;
  std::array<double, kLines> heard{};
  const auto count = static_cast<std::size_t>(rate * (1.2 * time + 0.1));
  for (std::size_t n = 0; n < count; ++n) {
    step(n == 0 ? 1 : 0, heard);
    for (std::size_t c = 0; c < channels_; ++c) energy += std::pow(answer(c, heard), 2);
  }
  scale_ = std::pow(10.0, level / 20) / std::sqrt(energy / static_cast<double>(channels_));
  clear();
}

void Reverb::clear() {
  for (Line& line : lines_) std::ranges::fill(line.kept, 0.0), line.state = 0;
  for (Line& line : diffusers_) std::ranges::fill(line.kept, 0.0);
}

void Reverb::step(double in, std::array<double, kLines>& heard) {
  for (Line& line : diffusers_) {  // all-pass
    double& kept = line.kept[line.at];
    const double out = kept - kDiffusion * in;
    kept = in + kDiffusion * out;
    in = out;
    line.at = (line.at + 1) % line.kept.size();
  }
  double sum = 0;
  for (std::size_t i = 0; i < kLines; ++i) {
    Line& line = lines_[i];
    line.state += (1 - line.pole) * (line.gain * line.kept[line.at] - line.state);
    if (std::abs(line.state) < 1e-30) line.state = 0;
    heard[i] = line.state;
    sum += line.state;
  }
  for (std::size_t i = 0; i < kLines; ++i) {
    Line& line = lines_[i];
    line.kept[line.at] = in + heard[i] - 2.0 / kLines * sum;
    line.at = (line.at + 1) % line.kept.size();
  }
}

// Signs of a row of Hadamard's matrix: channels are orthogonal to each other, the first seven.
double Reverb::answer(std::size_t channel, const std::array<double, kLines>& heard) const {
  double sum = 0;
  for (std::size_t i = 0; i < kLines; ++i)
    sum += std::popcount(i & (1 + channel % (kLines - 1))) % 2 ? -heard[i] : heard[i];
  return sum;
}

void Reverb::process(std::span<float> interleaved) {
  std::array<double, kLines> heard{};
  for (std::size_t first = 0; first + channels_ <= interleaved.size(); first += channels_) {
    double mean = 0;
    for (std::size_t c = 0; c < channels_; ++c) mean += interleaved[first + c];
    step(mean / static_cast<double>(channels_), heard);
    for (std::size_t c = 0; c < channels_; ++c)
      interleaved[first + c] += static_cast<float>(scale_ * answer(c, heard));
  }
}

}  // namespace peal
