// Streaming change of sample rate for interleaved floats (libsoxr, very high quality, linear
// phase). Latency is taken out: output frame n is the band-limited signal at time n / output_rate,
// where input frame m lies at m / input_rate. The signal is taken as zero outside what was pushed.
// Results do not depend on the sizes of the pushed pieces. Equal rates pass the samples unchanged.
// Passband: 0.01 dB up to 0.91 of the lower Nyquist frequency.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct soxr;

namespace peal {

class Resampler {
 public:
  /// `output_frames`: exactly so many frames come out in all (round(duration * output_rate), say).
  /// Rates in Hz.
  Resampler(double input_rate, double output_rate, std::size_t channels,
            std::int64_t output_frames);

  /// Appends the frames that are ready to `output`; never more than output_frames in all.
  void push(std::span<const float> interleaved, std::vector<float>& output);
  /// Ends the input and appends what is missing to output_frames.
  void finish(std::vector<float>& output);

  std::int64_t frames_written() const { return written_; }

 private:
  struct Delete {
    void operator()(soxr* resampler) const;
  };
  void convert(std::vector<float>& output);
  void emit(std::span<const float> interleaved, std::vector<float>& output);

  std::size_t channels_;
  std::int64_t output_frames_;
  std::int64_t written_ = 0;
  std::unique_ptr<soxr, Delete> soxr_;  // empty when the rates are equal
  std::vector<float> input_;            // collects one block
  std::size_t filled_ = 0;              // floats in input_
  std::vector<float> converted_;
};

}  // namespace peal
