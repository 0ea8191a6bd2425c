// Repeats figures and tests of Schweickart, James & Marschner 2017, "Animating elastic rods with
// sound", the paper's numbers beside ours.
// Leaves in a folder: fig4.png, fig7.csv, fig8 as .csv, .svg and .png, fig9.png, the tests of its
// section 6.2 as tests.svg, .png and .csv, and summary.md, which says what cannot be compared.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal::schweickart2017 {

struct ReproduceOptions {
  std::filesystem::path folder;
  std::filesystem::path scenes;   // folder of the scenes of Fig. 7
  std::vector<std::string> only;  // names of parts; empty: all
  bool quick = false;             // short stretches of sound: for trials, not for comparison
  bool quiet = false;             // no progress
};

struct PartDescription {
  std::string name;  // "fig7"
  std::string sentence;
};
const std::vector<PartDescription>& parts();

/// @return the path of summary.md. Stops when a name in `only` is none of parts().
std::filesystem::path reproduce(const ReproduceOptions& options);

}  // namespace peal::schweickart2017
