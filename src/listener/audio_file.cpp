#include "listener/audio_file.h"

#include <sndfile.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <vector>

#include "base/constants.h"
#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/interrupt.h"
#include "listener/wav_header.h"

namespace peal {
namespace {

constexpr std::size_t kWrittenFrames = 16384;
constexpr std::uint64_t kHeaderRoom = 4096;  // more than header, comment and time stamp need
constexpr double kFlacScale = 8388608;       // 2^23
constexpr std::size_t kFlacChannels = 8;
constexpr int kFlacRate = 655350;

struct Close {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
using SoundFile = std::unique_ptr<SNDFILE, Close>;

void check(const PressureSpool& spool, const OutputSettings& output) {
  if (spool.frames() == 0) fail("nothing was rendered: the sound is 0 s long");
  if (!(output.full_scale > 0) || !std::isfinite(output.full_scale))
    fail("full scale: expected > 0 Pa, got {}", output.full_scale);
  if (!(output.peak_dbfs <= 0) || !std::isfinite(output.peak_dbfs))
    fail("peak level: expected at most 0 dB of full scale, got {}", output.peak_dbfs);
  if (spool.rate() != output.rate)
    fail("the sound has {} Hz, the file was to have {} Hz", spool.rate(), output.rate);
  if (output.start && !(*output.start >= 0 && *output.start <= 1e9))
    fail("start: expected at least 0 s, got {}", *output.start);
  if (spool.channels() > kWavChannels)
    fail("a file holds at most {} channels, the sound has {}", kWavChannels, spool.channels());
  if (output.format != AudioFormat::flac) return;
  if (spool.channels() > kFlacChannels)
    fail("FLAC holds at most {} channels, the sound has {}; write a .wav file", kFlacChannels,
         spool.channels());
  if (output.rate > kFlacRate)
    fail("FLAC reaches {} Hz, the sound has {}; write a .wav file", kFlacRate, output.rate);
}

// (peak, wanted level) => gain [1/Pa]. A silent sound keeps the calibrated gain.
double gain_of(const PressureSpool& spool, const OutputSettings& output) {
  const double peak = spool.peak();
  if (output.level == LevelMode::calibrated || peak == 0) return 1 / output.full_scale;
  const double gain = std::pow(10, output.peak_dbfs / 20) / peak;
  if (!std::isfinite(gain)) fail("the sound is too quiet to be normalised: peak {} Pa", peak);
  return gain;
}

std::string comment_of(const PressureSpool& spool, const OutputSettings& output, double gain) {
  if (output.level == LevelMode::calibrated)
    return fmt::format("1.0 = {:.9g} Pa (calibrated)", output.full_scale);
  if (spool.peak() == 0) return fmt::format("1.0 = {:.9g} Pa (silent)", 1 / gain);
  return fmt::format("1.0 = {:.9g} Pa (normalised to {:g} dBFS)", 1 / gain, output.peak_dbfs);
}

template <class Use>  // use(samples) for each block of the gained signal
void for_each_block(const PressureSpool& spool, double gain, Use use) {
  const auto read = spool.reader();
  std::vector<float> block(kWrittenFrames * spool.channels());
  while (const std::size_t frames = read(block)) {
    throw_if_interrupted();
    const auto samples = std::span(block).first(frames * spool.channels());
    for (float& sample : samples) sample = static_cast<float>(sample * gain);
    use(samples);
  }
}

std::int64_t count_clipped(const PressureSpool& spool, double gain) {
  if (spool.peak() * gain <= 1) return 0;
  std::int64_t count = 0;
  for_each_block(spool, gain, [&](std::span<const float> samples) {
    count += std::ranges::count_if(samples, [](float v) { return std::abs(v) > 1; });
  });
  return count;
}

// 24 bits at the top of an int, as libsndfile wants them; +1.0 becomes the largest code.
void to_24_bit(std::span<const float> samples, std::vector<int>& codes) {
  codes.resize(samples.size());
  std::ranges::transform(samples, codes.begin(), [](float v) {
    const double code = std::clamp(std::nearbyint(v * kFlacScale), -kFlacScale, kFlacScale - 1);
    return static_cast<int>(code) * 256;
  });
}

[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::string& reason) {
  fail("cannot write '{}': {}; an earlier file of this name is unchanged", path.string(), reason);
}

void write_flac(const PressureSpool& spool, double gain, const std::string& comment,
                const std::filesystem::path& temporary, const std::filesystem::path& path) {
  SF_INFO info{};
  info.samplerate = spool.rate();
  info.channels = static_cast<int>(spool.channels());
  info.format = SF_FORMAT_FLAC | SF_FORMAT_PCM_24;
  SoundFile file(sf_open(temporary.c_str(), SFM_WRITE, &info));
  if (!file) fail("cannot write '{}': {}", path.string(), sf_strerror(nullptr));
  if (const int error = sf_set_string(file.get(), SF_STR_COMMENT, comment.c_str()))
    fail("cannot write the comment of '{}': {}", path.string(), sf_error_number(error));
  std::vector<int> codes;
  for_each_block(spool, gain, [&](std::span<const float> samples) {
    errno = 0;
    to_24_bit(samples, codes);
    const auto wanted = static_cast<sf_count_t>(samples.size());
    if (sf_write_int(file.get(), codes.data(), wanted) != wanted)
      cannot_write(path, errno != 0 ? std::strerror(errno) : sf_strerror(file.get()));
  });
  if (const int error = sf_close(file.release()))
    fail("cannot finish '{}': {}", path.string(), sf_error_number(error));
}

void write_wav(const PressureSpool& spool, double gain, const WavHead& head,
               const std::filesystem::path& temporary, const std::filesystem::path& path) {
  static_assert(std::endian::native == std::endian::little, "samples are written as they are");
  std::ofstream file(temporary, std::ios::binary);
  const auto write = [&](const void* bytes, std::size_t count) {
    errno = 0;
    file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
    if (!file) cannot_write(path, errno != 0 ? std::strerror(errno) : "is the disk full?");
  };
  const std::string header = wav_header(head);
  write(header.data(), header.size());
  for_each_block(spool, gain, [&](std::span<const float> samples) {
    write(samples.data(), samples.size_bytes());
  });
  errno = 0;
  file.close();
  if (!file) cannot_write(path, errno != 0 ? std::strerror(errno) : "is the disk full?");
}

TimeStamp stamp_of(const OutputSettings& output, std::size_t channels,
                   const std::string& calibration, const AudioLabel& label) {
  TimeStamp out;
  out.samples = static_cast<std::uint64_t>(std::llround(*output.start * output.rate));
  out.description = label.description, out.originator = label.originator;
  out.history = fmt::format("A=PCM,F={},W=32,M={},T={}; {}\r\n", output.rate,
                            channels == 1   ? "mono"
                            : channels == 2 ? "stereo"
                                            : "multitrack",
                            label.originator.substr(0, 32), calibration);
  return out;
}

// Some failures (a header that could not be completed) only show when the file is read again.
void verify(const std::filesystem::path& temporary, const std::filesystem::path& path,
            const PressureSpool& meant) {
  SF_INFO found{};
  const SoundFile file(sf_open(temporary.c_str(), SFM_READ, &found));
  if (!file || found.frames != meant.frames() || found.samplerate != meant.rate() ||
      found.channels != static_cast<int>(meant.channels()))
    fail("'{}' could not be completed ({} of {} frames are readable): is the disk full?",
         path.string(), file ? found.frames : 0, meant.frames());
}

}  // namespace

Container wav_or_rf64(std::int64_t frames, std::size_t channels, std::uint64_t limit) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(frames) * channels * sizeof(float);
  return bytes + kHeaderRoom > limit ? Container::rf64 : Container::wav;
}

const char* name_of(Container container) {
  return container == Container::wav ? "wav" : container == Container::rf64 ? "rf64" : "flac";
}

WrittenAudio write_audio(const PressureSpool& spool, const std::filesystem::path& path,
                         const OutputSettings& output, std::uint64_t wav_limit,
                         const AudioLabel& label) {
  check(spool, output);
  WrittenAudio result;
  result.container = output.format == AudioFormat::flac
                         ? Container::flac
                         : wav_or_rf64(spool.frames(), spool.channels(), wav_limit);
  result.gain = gain_of(spool, output);
  result.peak_pa = spool.peak();
  result.peak_db_spl = 20 * std::log10(result.peak_pa / kReferencePressure);
  result.frames = spool.frames();
  result.comment = comment_of(spool, output, result.gain);
  result.clipped_samples = count_clipped(spool, result.gain);
  const bool flac = result.container == Container::flac;
  if (flac && result.clipped_samples > 0)
    fail(
        "'{}': {} samples lie above the full scale of {:g} Pa (peak {:.4g} Pa) and FLAC would clip "
        "them; raise the full scale to at least {:.4g} Pa, normalise, or write a .wav file",
        path.string(), result.clipped_samples, output.full_scale, result.peak_pa,
        std::nextafter(static_cast<float>(result.peak_pa * 1.001), 1e30f));

  AtomicFile target(path);
  if (flac) {
    write_flac(spool, result.gain, result.comment, target.temporary(), path);
  } else {
    WavHead head{result.container == Container::rf64,
                 output.rate,
                 spool.channels(),
                 spool.frames(),
                 result.comment,
                 {}};
    if (output.start) head.time_stamp = stamp_of(output, spool.channels(), result.comment, label);
    write_wav(spool, result.gain, head, target.temporary(), path);
  }
  verify(target.temporary(), path, spool);
  target.commit();
  return result;
}

}  // namespace peal
