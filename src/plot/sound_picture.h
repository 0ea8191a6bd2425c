// Picture of a sound: waveform (extremes and rms per pixel column, axis in pascals) above a
// spectrogram (dB SPL, colour bar). PNG, written atomically. Enters: pressure [Pa].
#pragma once
#include <filesystem>
#include <string>

#include "plot/sound_analysis.h"

namespace peal {

enum class PictureKind { combined, waveform, spectrogram };

struct SoundPictureOptions {
  PictureKind kind = PictureKind::combined;
  int width = 1600;  // [pixels]
  int height = 0;    // [pixels] 0: 860, or 460 for one panel
  int channel = kAllChannels;
  std::string title;  // in front of the figures; may be empty
  double min_hz = 50;
  double max_hz = 0;  // 0: Nyquist frequency
  bool log_frequency = true;
  double dynamic_range = 90;  // [dB] below the loudest, shown in the spectrogram
};

/// Takes one pass over the stream.
void write_sound_picture(const SoundStream& stream, const std::filesystem::path& path,
                         const SoundPictureOptions& options = {});

}  // namespace peal
