// What is said about two transfers held against each other: text, JSON and a picture.
#pragma once
#include <filesystem>
#include <string>

#include "tools/compare/transfer_comparison.h"

namespace peal {

/// The most different modes and figures of all.
std::string transfer_text(const TransferComparison& comparison, std::size_t most_rows = 20);
/// compare.json; numbers that are not finite are null.
std::string transfer_json(const TransferComparison& comparison, const std::string& a,
                          const std::string& b);

struct TransferLabels {
  std::string a = "a", b = "b";
  double tolerance = 0;  // [dB] marked by lines; 0: none
};
/// Levels, their difference, L2 and pattern over frequency, mode by mode. PNG or SVG by the ending.
void write_transfer_picture(const std::filesystem::path& path, const TransferComparison& comparison,
                            const TransferLabels& labels);

}  // namespace peal
