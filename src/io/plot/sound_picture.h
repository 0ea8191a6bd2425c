// Picture of a sound: waveform (extremes and rms per pixel column, axis in pascals) above a
// spectrogram (dB SPL, colour bar). PNG, written atomically. Enters: pressure [Pa]. Both scales
// follow the sound unless they are given: pictures that are laid side by side should share them.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "io/plot/sound_analysis.h"
#include "io/plot/spectrogram_panel.h"

namespace peal {

enum class PictureKind { combined, waveform, spectrogram };

/// What a picture was drawn with.
struct SoundScale {
  double peak = 0;    // [Pa] the axis of the waveform reaches a little further, to both sides
  LevelRange levels;  // colours of the spectrogram
};

struct SoundPictureOptions {
  PictureKind kind = PictureKind::combined;
  int width = 1600;  // [pixels]
  int height = 0;    // [pixels] 0: 860, or 460 for one panel
  int channel = kAllChannels;
  std::string title;  // in front of the figures; may be empty
  double min_hz = 50;
  double max_hz = 0;  // 0: Nyquist frequency
  bool log_frequency = true;
  double dynamic_range = 90;         // [dB] below the loudest, shown in the spectrogram
  std::optional<double> peak;        // [Pa] > 0; that of the sound when empty
  std::optional<LevelRange> levels;  // as above, rounded, when empty
  /// [Pa] the rms to write into the heading: what a report says elsewhere about the same sound.
  /// Empty: that of all channels together.
  std::optional<double> rms;
};

/// Takes one pass over the stream.
SoundScale write_sound_picture(const SoundStream& stream, const std::filesystem::path& path,
                               const SoundPictureOptions& options = {});

}  // namespace peal
