#include "listener/pressure_spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/error.h"

namespace peal {

PressureSpool::PressureSpool(const std::filesystem::path& folder, double rate, std::size_t channels)
    : folder_(folder.empty() ? "." : folder), rate_(rate), channels_(channels) {
  if (!(rate > 0) || !std::isfinite(rate)) fail("sample rate: expected > 0 Hz, got {}", rate);
  if (channels == 0) fail("a recording needs at least one channel");
  std::string name = (folder_ / ".peal-spool-XXXXXX").string();
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0)
    fail("cannot create a temporary file in '{}': {}", folder_.string(), std::strerror(errno));
  ::unlink(name.c_str());
}

PressureSpool::~PressureSpool() { ::close(file_); }

double PressureSpool::rms(std::size_t channel) const {
  const double sum = channels_.at(channel).sum_of_squares;
  return frames_ > 0 ? std::sqrt(sum / static_cast<double>(frames_)) : 0;
}

double PressureSpool::rms() const {
  double sum = 0;
  for (const Channel& channel : channels_) sum += channel.sum_of_squares;
  const double samples = static_cast<double>(frames_) * static_cast<double>(channels_.size());
  return samples > 0 ? std::sqrt(sum / samples) : 0;
}

double PressureSpool::peak() const {
  double largest = 0;
  for (const Channel& channel : channels_) largest = std::max(largest, channel.peak);
  return largest;
}

void PressureSpool::check_and_measure(std::span<const float> interleaved) {
  const std::size_t width = channels_.size();
  for (std::size_t i = 0; i < interleaved.size(); ++i)
    if (!std::isfinite(interleaved[i]))
      fail("channel {}: the pressure at {:.6f} s is {}; the simulation has left its stable range",
           i % width, static_cast<double>(frames_ + static_cast<std::int64_t>(i / width)) / rate_,
           interleaved[i]);
  for (std::size_t c = 0; c < width; ++c) {
    Channel& channel = channels_[c];
    for (std::size_t i = c; i < interleaved.size(); i += width) {
      const double value = interleaved[i];
      channel.peak = std::max(channel.peak, std::abs(value));
      channel.sum_of_squares += value * value;
    }
  }
}

void PressureSpool::append(std::span<const float> interleaved) {
  if (interleaved.size() % channels_.size() != 0)
    fail("{} samples are no whole number of frames of {} channels", interleaved.size(),
         channels_.size());
  check_and_measure(interleaved);
  auto position =
      static_cast<off_t>(frames_) * static_cast<off_t>(channels_.size() * sizeof(float));
  std::span<const std::byte> bytes = std::as_bytes(interleaved);
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), position);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      fail(
          "cannot keep the sound after {:.1f} s in '{}': {}; free some room there or write to "
          "another disk",
          duration(), folder_.string(), std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    position += written;
  }
  frames_ += static_cast<std::int64_t>(interleaved.size() / channels_.size());
}

void PressureSpool::append(const AudioBuffer& block) {
  if (block.channels() != channels_.size() || block.rate() != rate_)
    fail("block of {} channels at {} Hz does not fit a recording of {} channels at {} Hz",
         block.channels(), block.rate(), channels_.size(), rate_);
  const std::size_t width = channels_.size();
  std::vector<float> interleaved(width * block.frames());
  for (std::size_t c = 0; c < width; ++c) {
    const std::span<const float> source = block.channel(c);
    for (std::size_t i = 0; i < source.size(); ++i) interleaved[i * width + c] = source[i];
  }
  append(interleaved);
}

std::size_t PressureSpool::read(std::int64_t first, std::span<float> interleaved) const {
  if (first < 0) fail("cannot read before the start of a recording");
  const std::size_t width = channels_.size();
  const std::int64_t left = std::max<std::int64_t>(0, frames_ - first);
  const std::size_t frames = std::min(interleaved.size() / width, static_cast<std::size_t>(left));
  std::span<std::byte> bytes = std::as_writable_bytes(interleaved.first(frames * width));
  auto position = static_cast<off_t>(first) * static_cast<off_t>(width * sizeof(float));
  while (!bytes.empty()) {
    const ssize_t got = ::pread(file_, bytes.data(), bytes.size(), position);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      fail("cannot read the temporary recording in '{}' back: {}", folder_.string(),
           got < 0 ? std::strerror(errno) : "it ends early");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    position += got;
  }
  return frames;
}

std::function<std::size_t(std::span<float>)> PressureSpool::reader() const {
  return [this, next = std::int64_t{0}](std::span<float> interleaved) mutable {
    const std::size_t frames = read(next, interleaved);
    next += static_cast<std::int64_t>(frames);
    return frames;
  };
}

}  // namespace peal
