// Repeats what can be repeated of Avanzini, Serafin & Rocchesso 2005, "Interactive simulation of
// rigid body interaction with friction-induced sound generation". The paper prints neither
// parameters nor measurements: what is held against it are its statements (Fig. 2, Table I,
// section VI), and its bilinear scheme against the two that cannot gain energy.
// Leaves in a folder: fig2, table1, applications and their figures as .csv, .svg and .png, and
// summary.md.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal::avanzini2005 {

struct ReproduceOptions {
  std::filesystem::path folder;
  std::vector<std::string> only;  // names of parts; empty: all
};

struct PartDescription {
  std::string name;  // "fig2"
  std::string sentence;
};
const std::vector<PartDescription>& parts();

/// @return the path of summary.md. Stops when a name in `only` is none of parts().
std::filesystem::path reproduce(const ReproduceOptions& options);

}  // namespace peal::avanzini2005
