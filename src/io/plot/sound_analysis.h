// Numbers beneath a picture of a sound: envelope and spectrogram of pressure [Pa] in one pass over
// a stream, so that an hour needs no more memory than a click. Spectrogram: Hann windows
// overlapping by two thirds; power is averaged over the windows (and channels) of a column; each
// row shows the strongest spectral line in it, interpolated between the bins. A steady tone
// therefore reads its own level [dB SPL]; noise reads its level in a band of `bandwidth` Hz (the
// window's equivalent noise bandwidth), a little high where a row spans many bins.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace peal {

struct SoundStream {
  double rate = 0;  // [Hz]
  std::size_t channels = 1;
  std::int64_t frames = 0;
  /// Fills the span with the next interleaved frames [Pa] and returns their number, 0 at the end.
  std::function<std::size_t(std::span<float>)> read;
};

/// A stream over samples in memory, which must outlive it.
SoundStream stream_of(std::span<const float> interleaved, std::size_t channels, double rate);

inline constexpr int kAllChannels = -1;
inline constexpr float kSilenceLevel = -300;  // [dB SPL] stands for no sound at all

struct AnalysisOptions {
  int columns = 1400;          // of time, covering the whole sound
  int rows = 400;              // of frequency, 0 for no spectrogram
  int channel = kAllChannels;  // all: largest extent of any channel, mean power; nothing cancels
  double min_hz = 50;
  double max_hz = 0;  // 0: Nyquist frequency
  bool log_frequency = true;
  int window = 0;  // [frames], 0: about 43 ms, shorter for short sounds
};

struct Envelope {
  std::vector<float> low, high, rms;        // [Pa] per column; columns without a frame hold 0
  std::vector<std::vector<float>> samples;  // per channel, when frames are fewer than 2 per column
  double peak = 0, rms_all = 0;             // [Pa]
};

struct Spectrogram {
  int columns = 0, rows = 0;
  std::vector<float> level;   // [dB SPL] row after row, row 0 is the lowest frequency
  std::vector<double> edges;  // [Hz] rows + 1 limits
  double bandwidth = 0;       // [Hz]
  float at(int column, int row) const {
    return level[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column)];
  }
};

struct SoundAnalysis {
  double rate = 0, duration = 0;  // [Hz], [s]
  std::size_t channels = 0;
  Envelope envelope;
  Spectrogram spectrogram;
};

SoundAnalysis analyse_sound(const SoundStream& stream, const AnalysisOptions& options = {});

}  // namespace peal
