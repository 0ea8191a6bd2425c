// All that stands before the samples of a WAV or RF64 file of 32-bit float samples. The same
// content gives the same bytes: no dates.
// Format 3 (IEEE float) is not PCM: its chunk `fmt ` ends with the size of an extension (0), and a
// chunk `fact` states the frames (Microsoft, New Multimedia Data Types, 1994). RF64 is EBU Tech
// 3306; the time stamp is the chunk `bext` of EBU Tech 3285, version 1.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace peal {

struct TimeStamp {
  std::uint64_t samples = 0;  // since the start of the timeline
  std::string description;    // only the first 256 bytes are kept
  std::string originator;     // 32
  std::string history;        // how the sound was made, lines that end with CR and LF
};

struct WavHead {
  bool rf64 = false;  // 64-bit sizes
  int rate = 48000;   // [1/s]
  std::size_t channels = 1;
  std::int64_t frames = 0;
  std::string comment;
  std::optional<TimeStamp> time_stamp;
};

inline constexpr std::size_t kWavChannels = 1024;  // as many as others read

/// The samples follow at once, frame by frame. Stops when sizes do not fit.
std::string wav_header(const WavHead& head);

}  // namespace peal
