// Streaming half of the spectrogram: frames in, one column of band levels after the other out.
#pragma once
#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/fft.h"
#include "io/plot/sound_analysis.h"

namespace peal {

class SpectrogramBuilder {
 public:
  /// `tracks`: how many channels take part.
  SpectrogramBuilder(double rate, std::int64_t frames, std::size_t tracks,
                     const AnalysisOptions& options);

  /// Planar pieces of equal length, one for each track.
  void push(std::span<const std::vector<float>> pieces);
  Spectrogram finish();

 private:
  std::int64_t window_start() const;  // [frame] of the window to be analysed next
  void analyse_ready_windows();
  void add_window(std::size_t offset);
  void finish_column();
  float row_level(double low_hz, double high_hz) const;
  double level_at(double bin) const;

  double rate_, frames_per_column_;
  int window_, size_;  // [frames] window and zero-padded transform
  std::int64_t windows_per_column_;
  std::vector<double> shape_;  // Hann, scaled so that a tone's bin power is its mean square
  std::optional<RealFft> fft_;
  std::vector<double> input_;
  std::vector<std::complex<double>> output_;

  std::vector<std::vector<float>> recent_;  // per track, from frame `first_` on
  std::int64_t first_;
  int column_ = 0;
  std::int64_t in_column_ = 0;   // windows done of the current column
  std::vector<double> power_;    // [Pa^2] per bin, summed over the column's windows and tracks
  std::vector<float> decibels_;  // per bin of the finished column
  Spectrogram result_;
};

/// Power of two near 43 ms, at most half the sound.
int default_window(double rate, std::int64_t frames);

}  // namespace peal
