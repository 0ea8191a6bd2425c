// Picture of a comparison: both signals, their difference, the difference in dB per third octave,
// and, of sounds of a tenth of a second and more, both spectrograms with one range of colours. PNG
// or SVG by the ending, written atomically.
#pragma once
#include <filesystem>
#include <string>

#include "tools/compare/signal_comparison.h"

namespace peal {

struct ComparisonLabels {
  std::string title, a = "a", b = "b";
  std::string unit = "Pa";
};

void write_comparison_picture(const std::filesystem::path& path, const SignalComparison& comparison,
                              const ComparisonLabels& labels);

}  // namespace peal
