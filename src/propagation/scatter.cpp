#include "propagation/scatter.h"

#include <algorithm>
#include <cmath>

#include "dsp/radiation/sinc_kernel.h"

namespace peal {

int scatter_lead() { return SincTable::kHalf; }

void scatter(const CloudFrame& frame, std::int64_t sample, const TrackedEar& ear, Bus& bus,
             int channel) {
  const double rate = bus.rate(), c = ear.speed_of_sound();
  const double emission = static_cast<double>(sample) / rate;
  const SincTable& table = SincTable::instance();
  float value[SincTable::kTaps], slope[SincTable::kTaps];
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const double arrival = ear.arrival_of(emission, frame.position[i]);
    const Vec3 ray = ear.track().position_at(arrival) - frame.position[i];
    const double r = std::max(norm(ray), 1e-4);
    const Vec3 n = ray / r;
    const double spread = ear.arrival_rate_of(arrival, frame.position[i], frame.velocity[i]);
    const double d = dot(frame.dipole[i], n);
    // p = m/r + d/r^2 + d'/(c r): the kernel's own slope makes d' of the sequence of d
    const float weight = static_cast<float>(spread * (frame.monopole[i] / r + d / (r * r)));
    const float weight_rate = static_cast<float>(spread * d * rate / (c * r));
    if (weight == 0 && weight_rate == 0) continue;

    // A sample that arrives at `place` is heard at n with tap(place - n): mirror image of
    // gathering.
    const double place = static_cast<double>(sample) + (arrival - emission) * rate;
    const double below = std::floor(place);
    table.taps(place - below, value);
    table.slope_taps(place - below, slope);
    const std::int64_t first = static_cast<std::int64_t>(below) - SincTable::kHalf + 1;
    const std::int64_t skip = std::clamp<std::int64_t>(bus.begin() - first, 0, SincTable::kTaps);
    const auto window = bus.window(channel, first + skip, SincTable::kTaps - skip);
    for (std::size_t k = 0; k < window.size(); ++k)
      window[k] += weight * value[k + skip] - weight_rate * slope[k + skip];
  }
}

}  // namespace peal
