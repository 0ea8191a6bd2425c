#include "sources/contacts/rest_decay.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kLeastDecay = 1e-3;  // [1/s]

}  // namespace

PlaceMotion motion_at(const RestPlace& place) {
  double squared = 0, turning = 0;
  for (const RestSide& side : place.side) {
    if (!side.twin) continue;
    const ModalBank& bank = side.twin->bank.front();
    for (int i = 0; i < bank.modes(); ++i) {
      const double v2 = side.shape[i] * side.shape[i] * std::norm(bank.amplitude(i));
      squared += v2;
      turning += v2 * side.twin->ladder.omega()[i];
    }
  }
  if (!(squared > 1e-20)) return {};  // 0.1 nm/s
  return {std::sqrt(squared), turning / squared};
}

// Each place moves with both sides; what it takes is shared as they move it.
void RestDecay::take(const RestPlace& place, double seconds) {
  const auto [speed, omega] = motion_at(place);
  if (speed == 0) return;
  // Chatter sets in where the place moves as far as it is pressed in.
  const double open = std::clamp(speed / (omega * place.spring.compression) - 1, 0.0, 1.0);
  for (const RestSide& side : place.side) {
    if (!side.twin) continue;
    std::vector<double>& decay = decay_[side.twin];
    decay.resize(side.shape.size());
    for (std::size_t i = 0; i < side.shape.size(); ++i) decay[i] += side.decay[i];
    if (open > 0)
      for (std::size_t i = 0; i < side.shape.size(); ++i)
        decay[i] +=
            open * std::min(chatter_decay(side.shape[i], place.load, place.restitution, speed),
                            1 / seconds);
  }
}

void RestDecay::apply(std::int64_t hop, double seconds) {
  for (auto& [twin, decay] : decay_) {
    std::vector<float> factor(decay.size());
    bool any = false;
    for (std::size_t i = 0; i < decay.size(); ++i) {
      factor[i] = static_cast<float>(std::exp(-decay[i] * seconds));
      any = any || decay[i] > kLeastDecay;
    }
    if (!any) continue;
    twin->bank.front().damp(factor);
    twin->resonator->damp({hop, std::move(factor)});
  }
}

}  // namespace peal
