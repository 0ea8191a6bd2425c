// What an imported take holds, as text.
#pragma once
#include <filesystem>
#include <string>

#include "motion/take/take.h"

namespace peal {

/// Bodies, times, counts and the impacts that lose most energy.
/// @param dropped events that were left out because the poses contradict them
std::string import_summary(const std::filesystem::path& path, const Take& take, int dropped);

}  // namespace peal
