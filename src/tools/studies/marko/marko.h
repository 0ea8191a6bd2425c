// Repeats tables and figures of Marko, "Sound of granular materials" (thesis): loudness of single
// clicks, two balls, vibrations of balls, and how much the parameters of collisions matter.
// Leaves in a folder: tableB1 and table62 with scenes, sounds, pictures and .csv, table61.csv,
// fig43 and importance as .csv, .svg and .png, fig53.csv, ringing.csv, and summary.md, which says
// what cannot be compared.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal::marko {

struct ReproduceOptions {
  std::filesystem::path folder;
  std::vector<std::string> only;  // names of parts; empty: all
  bool quick = false;             // a tenth of the grains: for trials, not for comparison
};

struct PartDescription {
  std::string name;  // "table61"
  std::string sentence;
};
const std::vector<PartDescription>& parts();

/// @return the path of summary.md. Stops when a name in `only` is none of parts().
std::filesystem::path reproduce(const ReproduceOptions& options);

}  // namespace peal::marko
