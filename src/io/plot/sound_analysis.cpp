#include "io/plot/sound_analysis.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "io/plot/spectrogram_builder.h"

namespace peal {
namespace {

constexpr std::size_t kBlockFrames = 16384;

class EnvelopeBuilder {
 public:
  EnvelopeBuilder(std::int64_t frames, std::size_t tracks, int columns)
      : frames_(frames), squares_(static_cast<std::size_t>(columns)), counts_(squares_.size()) {
    result_.low.assign(squares_.size(), 0.0f);
    result_.high = result_.rms = result_.low;
    if (frames < 2 * static_cast<std::int64_t>(columns)) result_.samples.resize(tracks);
  }

  void push(std::span<const std::vector<float>> pieces) {
    for (std::size_t i = 0; i < pieces[0].size(); ++i, ++next_) {
      const std::size_t column = column_of(next_);
      for (std::size_t t = 0; t < pieces.size(); ++t) {
        const float v = pieces[t][i];
        const bool fresh = counts_[column]++ == 0;
        result_.low[column] = fresh ? v : std::min(result_.low[column], v);
        result_.high[column] = fresh ? v : std::max(result_.high[column], v);
        squares_[column] += static_cast<double>(v) * v;
        if (!result_.samples.empty()) result_.samples[t].push_back(v);
      }
    }
  }

  Envelope finish() {
    double squares = 0, count = 0;
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      if (counts_[c] == 0) continue;
      const auto in_column = static_cast<double>(counts_[c]);
      result_.rms[c] = static_cast<float>(std::sqrt(squares_[c] / in_column));
      squares += squares_[c], count += in_column;
      result_.peak = std::max<double>(
          result_.peak, std::max(std::abs(result_.low[c]), std::abs(result_.high[c])));
    }
    result_.rms_all = std::sqrt(squares / count);
    return std::move(result_);
  }

 private:
  std::size_t column_of(std::int64_t frame) const {
    const double part = (static_cast<double>(frame) + 0.5) / static_cast<double>(frames_);
    const auto columns = static_cast<double>(counts_.size());
    return static_cast<std::size_t>(std::min(part * columns, columns - 1));
  }
  std::int64_t frames_, next_ = 0;
  std::vector<double> squares_;
  std::vector<std::int64_t> counts_;
  Envelope result_;
};

void check_sound(const SoundStream& stream, const AnalysisOptions& options) {
  if (!(stream.rate > 0) || !std::isfinite(stream.rate))
    fail("sample rate: expected > 0 Hz, got {}", stream.rate);
  if (stream.channels == 0 || stream.frames <= 0) fail("an empty sound cannot be drawn");
  if (!stream.read) fail("a sound without samples cannot be drawn");
  if (options.columns < 1 || options.rows < 0)
    fail("a picture of {} x {} points cannot be drawn", options.columns, options.rows);
  if (options.channel != kAllChannels &&
      (options.channel < 0 || static_cast<std::size_t>(options.channel) >= stream.channels))
    fail("channel {} cannot be drawn: the sound has channels 0 to {}", options.channel,
         stream.channels - 1);
}

}  // namespace

SoundStream stream_of(std::span<const float> interleaved, std::size_t channels, double rate) {
  if (channels == 0 || interleaved.size() % channels != 0)
    fail("{} samples are no whole number of frames of {} channels", interleaved.size(), channels);
  SoundStream stream;
  stream.rate = rate;
  stream.channels = channels;
  stream.frames = static_cast<std::int64_t>(interleaved.size() / channels);
  stream.read = [interleaved, channels](std::span<float> target) mutable {
    const std::size_t frames = std::min(target.size(), interleaved.size()) / channels;
    std::ranges::copy(interleaved.first(frames * channels), target.begin());
    interleaved = interleaved.subspan(frames * channels);
    return frames;
  };
  return stream;
}

SoundAnalysis analyse_sound(const SoundStream& stream, const AnalysisOptions& options) {
  check_sound(stream, options);
  const bool all = options.channel == kAllChannels;
  const std::size_t tracks = all ? stream.channels : 1;
  const std::size_t first = all ? 0 : static_cast<std::size_t>(options.channel);
  EnvelopeBuilder envelope(stream.frames, tracks, options.columns);
  std::optional<SpectrogramBuilder> spectrogram;
  if (options.rows > 0) spectrogram.emplace(stream.rate, stream.frames, tracks, options);

  const auto read = stream.read;  // a copy: reading does not consume the caller's stream
  std::vector<float> block(kBlockFrames * stream.channels);
  std::vector<std::vector<float>> pieces(tracks);
  std::int64_t done = 0;
  while (done < stream.frames) {
    const auto left = static_cast<std::size_t>(
        std::min<std::int64_t>(stream.frames - done, static_cast<std::int64_t>(kBlockFrames)));
    const std::size_t frames = read(std::span(block).first(left * stream.channels));
    if (frames == 0) fail("the sound ended after {} of {} frames", done, stream.frames);
    for (std::size_t t = 0; t < tracks; ++t) {
      pieces[t].resize(frames);
      for (std::size_t i = 0; i < frames; ++i) {
        const float v = block[i * stream.channels + first + t];
        if (!std::isfinite(v))
          fail("channel {}: the pressure at {:.6f} s is {} and cannot be drawn", first + t,
               static_cast<double>(done + static_cast<std::int64_t>(i)) / stream.rate, v);
        pieces[t][i] = v;
      }
    }
    envelope.push(pieces);
    if (spectrogram) spectrogram->push(pieces);
    done += static_cast<std::int64_t>(frames);
  }
  SoundAnalysis result;
  result.rate = stream.rate;
  result.duration = static_cast<double>(stream.frames) / stream.rate;
  result.channels = stream.channels;
  result.envelope = envelope.finish();
  if (spectrogram) result.spectrogram = spectrogram->finish();
  return result;
}

}  // namespace peal
