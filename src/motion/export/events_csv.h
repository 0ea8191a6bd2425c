// Take => events.csv: one row per impact, per change of a contact, per touch of a rod and per hit
// of a grain (matter_events.h), for spreadsheets and the scripts of sound editors. SI units;
// docs/reference/events-csv.md describes the columns.
#pragma once
#include <filesystem>
#include <string>

#include "motion/take/take.h"
#include "scene/scene.h"

namespace peal {

/// In order of time; at one instant impacts come before contacts, and both before touches and hits.
/// @param crowds of the scene: their names.
std::string events_csv(const Take& take, const std::vector<GrainsSpec>& crowds = {});

/// Complete or not at all. @return sentences about rows that were left out.
std::vector<std::string> write_events_csv(const std::filesystem::path& path, const Take& take,
                                          const std::vector<GrainsSpec>& crowds = {});

}  // namespace peal
