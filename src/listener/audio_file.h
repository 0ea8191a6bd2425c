// The single calibration step: pressures [Pa] => samples of a WAV (32-bit float; RF64 beyond 4 GB)
// or FLAC (24 bit) file. The gain is written into the file as a comment. The same samples give the
// same bytes: no dates. When the output has a start, WAV and RF64 get the time stamp of broadcast
// wave (EBU Tech 3285, chunk bext): samples since the start of the timeline. The file appears
// complete or not at all.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "listener/pressure_spool.h"
#include "scene/scene.h"

namespace peal {

enum class Container { wav, rf64, flac };  // what a file really is

struct WrittenAudio {
  Container container = Container::wav;  // what the file really is
  double gain = 0;                       // sample value per pascal
  double peak_pa = 0;
  double peak_db_spl = 0;            // minus infinity for silence
  std::int64_t clipped_samples = 0;  // beyond full scale; a float WAV keeps their values
  std::int64_t frames = 0;
  std::string comment;  // as written into the file, e.g. "1.0 = 2.5 Pa (calibrated)"
};

/// Who and what, for the time stamp; only the first 256 and 32 bytes are kept.
struct AudioLabel {
  std::string description;          // name of the scene
  std::string originator = "Peal";  // with its version
};

inline constexpr std::uint64_t kWavLimit = 0xFFFFFFFFu;  // largest size a RIFF header can state

/// wav, or rf64 when header and data do not fit into `limit` bytes.
Container wav_or_rf64(std::int64_t frames, std::size_t channels, std::uint64_t limit = kWavLimit);

const char* name_of(Container container);

/// The spool's rate must be the output's: the recorder has resampled already. A FLAC that would
/// have to clip is refused. `wav_limit` is for tests.
WrittenAudio write_audio(const PressureSpool& spool, const std::filesystem::path& path,
                         const OutputSettings& output, std::uint64_t wav_limit = kWavLimit,
                         const AudioLabel& label = {});

}  // namespace peal
