// Take => events.csv: one row per impact and per change of a contact, for spreadsheets and the
// scripts of sound editors. SI units; docs/reference/events-csv.md describes the columns.
#pragma once
#include <filesystem>
#include <string>

#include "motion/take/take.h"

namespace peal {

/// In order of time; at one instant impacts come before contacts.
std::string events_csv(const Take& take);

/// Complete or not at all.
void write_events_csv(const std::filesystem::path& path, const Take& take);

}  // namespace peal
