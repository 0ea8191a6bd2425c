// The single calibration step: pressures [Pa] => samples of a WAV (32-bit float; RF64 beyond 4 GB)
// or FLAC (24 bit) file. The gain is written into the file as a comment. The same samples give the
// same bytes: no dates. The file appears complete or not at all.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "listener/pressure_spool.h"

namespace peal {

enum class Container { wav, rf64, flac };
enum class Level {
  calibrated,  // full scale is a fixed pressure: loudness can be compared between files
  normalised,  // the loudest sample gets a chosen level below full scale
};

struct OutputFormat {
  double rate = 48000;                   // [Hz] must be the spool's: the bus has resampled already
  Container container = Container::wav;  // wav or flac
  Level level = Level::calibrated;
  double full_scale_pa = 2.5;  // [Pa] that becomes sample value 1.0 (calibrated)
  double peak_dbfs = -1;       // [dB re full scale] of the loudest sample (normalised), at most 0
};

struct WrittenAudio {
  Container container = Container::wav;  // what the file really is
  double gain = 0;                       // sample value per pascal
  double peak_pa = 0;
  double peak_db_spl = 0;            // minus infinity for silence
  std::int64_t clipped_samples = 0;  // beyond full scale; a float WAV keeps their values
  std::int64_t frames = 0;
  std::string comment;  // as written into the file, e.g. "1.0 = 2.5 Pa (calibrated)"
};

inline constexpr std::uint64_t kWavLimit = 0xFFFFFFFFu;  // largest size a RIFF header can state

/// wav, or rf64 when header and data do not fit into `limit` bytes.
Container wav_or_rf64(std::int64_t frames, std::size_t channels, std::uint64_t limit = kWavLimit);

/// From the file name's ending, .wav or .flac; throws for others.
Container container_of(const std::filesystem::path& path);
const char* name_of(Container container);

/// A FLAC that would have to clip is refused. `wav_limit` is for tests.
WrittenAudio write_audio(const PressureSpool& spool, const std::filesystem::path& path,
                         const OutputFormat& format, std::uint64_t wav_limit = kWavLimit);

}  // namespace peal
