// Repeats O'Brien, Cook & Essl 2001, "Synthesizing sounds from physically based motion": its Table
// 1 as recalled, ours beside it; and its way from a surface to sound beside ours, against closed
// forms. Leaves in a folder: table1.csv, sphere.csv and .png, filters.csv and .png, splat.csv,
// pictures/, summary.md.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal::obrien2001 {

struct ReproduceOptions {
  std::filesystem::path folder;
  std::filesystem::path scenes;   // folder of its scenes
  std::vector<std::string> only;  // names of parts; empty: all
  bool quick = false;             // short stretches, coarse sphere: for trials
};

struct PartDescription {
  std::string name, sentence;
};
const std::vector<PartDescription>& parts();

/// @return the path of summary.md. Stops when a name in `only` is none of parts().
std::filesystem::path reproduce(const ReproduceOptions& options);

}  // namespace peal::obrien2001
