// What is said when samples of a written file pass full scale: a float WAV keeps their values, but
// players, converters and movies clip them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "listener/audio_file.h"

namespace peal {

/// [dB] by which the largest sample passes full scale; 0 or less when none does.
double decibels_over(const WrittenAudio& written);

/// How many samples, by how much, and what to change.
std::string beyond_full_scale(const std::string& listener, const std::filesystem::path& file,
                              const WrittenAudio& written, const OutputSettings& output);

/// A stem as it was written.
struct WrittenStem {
  std::string file;  // name without folder
  WrittenAudio written;
};

/// The same for all stems of a listener in one line; empty when none passes full scale. Stems can
/// do so when their sum does not: they cancel each other in part.
std::string stems_beyond_full_scale(const std::string& listener,
                                    const std::vector<WrittenStem>& stems,
                                    const OutputSettings& output);

}  // namespace peal
