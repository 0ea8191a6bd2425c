#include "propagation/bus.h"

namespace peal {

std::span<float> Bus::window(int channel, std::int64_t first, std::size_t count) {
  std::vector<float>& samples = channels_[channel];
  const std::size_t offset = static_cast<std::size_t>(first - begin_);
  if (samples.size() < offset + count) samples.resize(offset + count);
  return {samples.data() + offset, count};
}

void Bus::take(std::int64_t end, std::vector<std::vector<float>>& out) {
  const std::size_t count = static_cast<std::size_t>(end - begin_);
  out.resize(channels_.size());
  for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
    std::vector<float>& samples = channels_[channel];
    if (samples.size() < count) samples.resize(count);
    out[channel].insert(out[channel].end(), samples.begin(), samples.begin() + count);
    samples.erase(samples.begin(), samples.begin() + count);
  }
  begin_ = end;
}

}  // namespace peal
