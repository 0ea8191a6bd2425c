// Two numbers per thing on a logarithmic axis, one row each: the paper's and ours.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace peal {

struct PaperAndOurs {
  std::string name;
  double paper = 0, ours = 0;  // > 0
};

struct PairPanel {
  std::string axis;   // with its unit
  std::string paper;  // what the paper's are, for the legend
  std::vector<PaperAndOurs> rows;
  std::function<std::string(double)> label;  // of a number
};

/// "12 s", "1.3 s", "0.05 s"
std::string seconds_label(double seconds);

/// Panels below each other. PNG or SVG by the ending.
void write_pair_chart(const std::string& title, const std::vector<PairPanel>& panels,
                      const std::filesystem::path& path);

}  // namespace peal
