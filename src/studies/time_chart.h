// Two times per thing on a logarithmic axis, one row each: what the paper needed and what we need.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

struct TimePair {
  std::string name;
  double paper = 0, ours = 0;  // [s] > 0
};

/// PNG or SVG by the ending.
void write_time_chart(const std::string& title, const std::vector<TimePair>& times,
                      const std::filesystem::path& path);

}  // namespace peal
