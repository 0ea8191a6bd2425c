#include "listener/resampler.h"

#include <soxr.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {
// The library always sees blocks of this size: its results may depend on how the input is cut.
constexpr std::size_t kResampledFrames = 4096;
}  // namespace

void Resampler::Delete::operator()(soxr* resampler) const { soxr_delete(resampler); }

Resampler::Resampler(double input_rate, double output_rate, std::size_t channels,
                     std::int64_t output_frames)
    : channels_(channels), output_frames_(output_frames) {
  if (!(input_rate > 0 && output_rate > 0) || !std::isfinite(input_rate + output_rate))
    fail("resampling from {} Hz to {} Hz: rates must be > 0", input_rate, output_rate);
  if (channels == 0) fail("resampling needs at least one channel");
  if (output_frames < 0) fail("resampling to {} frames: expected >= 0", output_frames);
  if (input_rate == output_rate) return;

  const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_VHQ, SOXR_HI_PREC_CLOCK);
  const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  soxr_error_t error = nullptr;
  soxr_.reset(soxr_create(input_rate, output_rate, static_cast<unsigned>(channels), &error, &io,
                          &quality, &runtime));
  if (!soxr_ || error)
    fail("cannot resample from {} Hz to {} Hz: {}", input_rate, output_rate,
         error ? error : "no memory");
  input_.resize(kResampledFrames * channels);
  const double longest =
      std::ceil(static_cast<double>(kResampledFrames) * output_rate / input_rate);
  converted_.resize((static_cast<std::size_t>(longest) + 64) * channels);
}

void Resampler::emit(std::span<const float> interleaved, std::vector<float>& output) {
  const std::int64_t room = output_frames_ - written_;
  const std::int64_t frames =
      std::min(room, static_cast<std::int64_t>(interleaved.size() / channels_));
  const auto kept = interleaved.first(static_cast<std::size_t>(frames) * channels_);
  output.insert(output.end(), kept.begin(), kept.end());
  written_ += frames;
}

void Resampler::convert(std::vector<float>& output) {
  std::size_t used = 0, got = 0;
  const float* next = input_.data();
  std::size_t left = kResampledFrames;
  do {
    const soxr_error_t error = soxr_process(soxr_.get(), next, left, &used, converted_.data(),
                                            converted_.size() / channels_, &got);
    if (error) fail("resampling failed: {}", error);
    next += used * channels_;
    left -= used;
    emit(std::span(converted_).first(got * channels_), output);
  } while (left > 0 || got == converted_.size() / channels_);
  filled_ = 0;
}

void Resampler::push(std::span<const float> interleaved, std::vector<float>& output) {
  if (interleaved.size() % channels_ != 0)
    fail("{} samples are no whole number of frames of {} channels", interleaved.size(), channels_);
  if (!soxr_) return emit(interleaved, output);
  while (!interleaved.empty() && written_ < output_frames_) {
    const std::size_t taken = std::min(interleaved.size(), input_.size() - filled_);
    std::copy_n(interleaved.begin(), taken, input_.begin() + static_cast<std::ptrdiff_t>(filled_));
    filled_ += taken;
    interleaved = interleaved.subspan(taken);
    if (filled_ == input_.size()) convert(output);
  }
}

void Resampler::finish(std::vector<float>& output) {
  if (!soxr_) {
    const auto missing = static_cast<std::size_t>(output_frames_ - written_) * channels_;
    output.resize(output.size() + missing, 0.0f);
    written_ = output_frames_;
    return;
  }
  while (written_ < output_frames_) {
    std::fill(input_.begin() + static_cast<std::ptrdiff_t>(filled_), input_.end(), 0.0f);
    convert(output);
  }
}

}  // namespace peal
