// A scene and poses of its objects from another program => a take.
// Bodies of the table are matched to the scene's objects by name. Without contacts the impacts are
// found in the poses (find_impacts.h); with a file of contacts they are taken from there
// (import_contacts.h).
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "motion/take/take.h"
#include "scene/scene.h"
#include "tools/import/events/pose_table.h"
#include "tools/import/events/simulated_body.h"

namespace peal {

struct TakeImportSettings {
  std::filesystem::path contacts;   // empty: none
  PoseTableOptions units;           // of the contacts
  double min_closing_speed = 0.05;  // [m/s]
  SimulatedBodies simulated = {};   // how the other program had its bodies, as far as told
  std::function<void(int, double)> done = {};  // as in FindSettings
  /// "; did you mean 'ball'?" for a name that none of the candidates is; may be empty.
  std::function<std::string(const std::string&, const std::vector<std::string>&)> suggestion;
};

struct ImportedTake {
  Take take;  // bodies: the scene's objects
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  // on what was found out, for people
  int dropped = 0;                 // events that the poses contradict: they are not in the take
};

/// Stops when a body of the table is no object of the scene, or when the units look wrong.
ImportedTake import_take(const Scene& scene, PoseTable table, const TakeImportSettings& settings);

}  // namespace peal
