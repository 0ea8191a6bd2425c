// Repeats the tables and figures of Chadwick, Zheng & James 2012, "Precomputed acceleration noise
// for improved rigid-body sound", the paper's numbers beside ours.
// Leaves in a folder: table1, fig5, fig8 and fig9 as .csv, .svg and .png, table2.csv, fig4.png, and
// summary.md, which says what cannot be compared and why.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal::chadwick2012 {

struct ReproduceOptions {
  std::filesystem::path folder;
  std::filesystem::path scenes;   // folder of the scenes of Table 2
  std::vector<std::string> only;  // names of parts; empty: all
  bool simulate = false;          // Table 2: also scenes without a recorded motion
  bool quick = false;             // half the resolution: for trials, not for comparison
  bool quiet = false;             // no progress
};

struct PartDescription {
  std::string name;  // "fig5"
  std::string sentence;
};
const std::vector<PartDescription>& parts();

/// @return the path of summary.md. Stops when a name in `only` is none of parts().
std::filesystem::path reproduce(const ReproduceOptions& options);

}  // namespace peal::chadwick2012
