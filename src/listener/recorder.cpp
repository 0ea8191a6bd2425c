#include "listener/recorder.h"

#include <algorithm>

namespace peal {

Recorder::Recorder(const std::filesystem::path& folder, double output_rate, std::int64_t frames,
                   int first_channel, int channels)
    : output_rate_(output_rate),
      frames_(frames),
      first_channel_(first_channel),
      channels_(channels),
      spool_(folder, output_rate, static_cast<std::size_t>(channels)) {}

void Recorder::take(double bus_rate, const std::vector<std::vector<float>>& planar) {
  auto [it, fresh] = streams_.try_emplace(
      bus_rate, Stream{Resampler(bus_rate, output_rate_, channels_, frames_), {}});
  const std::size_t count = planar[first_channel_].size();
  interleaved_.resize(count * channels_);
  for (int c = 0; c < channels_; ++c)
    for (std::size_t n = 0; n < count; ++n)
      interleaved_[n * channels_ + c] = planar[first_channel_ + c][n];
  it->second.resampler.push(interleaved_, it->second.ready);
}

void Recorder::finish() {
  for (auto& [rate, stream] : streams_) stream.resampler.finish(stream.ready);
  spool_common();
  // A scene without any emitter is silence of the right length.
  const std::int64_t missing = frames_ - spool_.frames();
  if (missing > 0) spool_.append(std::vector<float>(missing * channels_));
}

// Resamplers run at different distances behind their input: what all of them have can be added.
void Recorder::spool_common() {
  if (streams_.empty()) return;
  std::size_t count = streams_.begin()->second.ready.size();
  for (const auto& [rate, stream] : streams_) count = std::min(count, stream.ready.size());
  if (count == 0) return;
  std::vector<float> sum(count);
  for (auto& [rate, stream] : streams_) {
    for (std::size_t i = 0; i < count; ++i) sum[i] += stream.ready[i];
    stream.ready.erase(stream.ready.begin(), stream.ready.begin() + count);
  }
  spool_.append(sum);
}

}  // namespace peal
