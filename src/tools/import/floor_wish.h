// `--floor`, `--floor 0.8`, `--floor oak`, `--floor 0.8,oak` => where the floor is and of what.
#pragma once
#include <string>

#include "tools/import/scene_wishes.h"

namespace peal {

/// Throws Error with a suggestion when the material is not in the library.
FloorWish parse_floor(const std::string& text);

}  // namespace peal
