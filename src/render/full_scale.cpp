#include "render/full_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

std::string count_of(std::int64_t samples) {
  return fmt::format("{} sample{}", samples, samples == 1 ? "" : "s");
}

/// Pascals that a user can type: three digits, rounded up.
double rounded_up(double pa) {
  const double step = std::pow(10, std::floor(std::log10(pa)) - 2);
  return std::ceil(pa / step - 1e-9) * step;
}

}  // namespace

double decibels_over(const WrittenAudio& written) {
  return 20 * std::log10(written.peak_pa * written.gain);
}

std::string beyond_full_scale(const std::string& listener, const std::filesystem::path& file,
                              const WrittenAudio& written, const OutputSettings& output) {
  return fmt::format(
      "listener '{}': {} of {} pass{} full scale, {:g} Pa, by up to {:.1f} dB and will be clipped "
      "when played; set \"output\": {{\"level\": \"normalised\"}}, or a \"full_scale\" of "
      "{:g} Pa or more",
      listener, count_of(written.clipped_samples), file.filename().string(),
      written.clipped_samples == 1 ? "es" : "", output.full_scale, decibels_over(written),
      rounded_up(written.peak_pa));
}

std::string stems_beyond_full_scale(const std::string& listener,
                                    const std::vector<WrittenStem>& stems,
                                    const OutputSettings& output) {
  std::int64_t samples = 0;
  std::size_t files = 0;
  const WrittenStem* loudest = nullptr;
  for (const WrittenStem& stem : stems) {
    samples += stem.written.clipped_samples;
    files += stem.written.clipped_samples > 0;
    if (!loudest || stem.written.peak_pa > loudest->written.peak_pa) loudest = &stem;
  }
  if (samples == 0) return {};
  const double over = decibels_over(loudest->written);
  return fmt::format(
      "listener '{}': {} in {} stem{} pass{} full scale and will be clipped when played, most in "
      "{}, by {:.1f} dB; {}",
      listener, count_of(samples), files, files == 1 ? "" : "s", samples == 1 ? "es" : "",
      loudest->file, over,
      output.level == LevelMode::normalised
          ? fmt::format("set a \"peak_dbfs\" of {:.1f} or less",
                        std::floor((output.peak_dbfs - over) * 10 - 1e-9) / 10)
          : fmt::format("set a \"full_scale\" of {:g} Pa or more",
                        rounded_up(loudest->written.peak_pa)));
}

}  // namespace peal
