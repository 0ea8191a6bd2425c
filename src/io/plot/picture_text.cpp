#include "io/plot/picture_text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

std::string spl(double pascals) {
  const double level = 20 * std::log10(pascals / kReferencePressure);
  return fmt::format("{}{:.1f} dB SPL", level < 0 ? "\u2212" : "", std::abs(level));
}

std::string pascals(double value) {
  const PressureUnit unit = pressure_unit(value);
  return fmt::format("{:.3g} {}", value / unit.size, unit.name);
}

std::string duration_text(double seconds) {
  if (seconds < 0.5) return fmt::format("{:.4g} ms", 1000 * seconds);
  if (seconds < 120) return fmt::format("{:.4g} s", seconds);
  const auto whole = std::llround(seconds);
  return whole < 3600 ? fmt::format("{}:{:02} min", whole / 60, whole % 60)
                      : fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

PressureUnit pressure_unit(double peak) {
  if (peak >= 1000) return {1000, "kPa"};
  if (peak >= 0.5) return {1, "Pa"};
  if (peak >= 0.5e-3) return {1e-3, "mPa"};
  return {1e-6, "µPa"};
}

std::string sound_figures(const SoundAnalysis& sound, int channel, std::optional<double> rms) {
  std::string text = fmt::format("{}  ·  {} Hz", duration_text(sound.duration), sound.rate);
  if (sound.channels > 1 && channel == kAllChannels)
    text += fmt::format("  ·  {} channels", sound.channels);
  else if (sound.channels > 1)
    text += fmt::format("  ·  channel {} of {}", channel, sound.channels);
  const Envelope& e = sound.envelope;
  if (e.peak == 0) return text + "  ·  silent";
  return text + fmt::format("  ·  peak {} = {}  ·  rms {}", pascals(e.peak), spl(e.peak),
                            spl(rms.value_or(e.rms_all)));
}

}  // namespace peal
