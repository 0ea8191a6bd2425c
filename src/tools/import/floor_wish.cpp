#include "tools/import/floor_wish.h"

#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "io/schema/suggest.h"
#include "physics/elastic/materials/material_words.h"

namespace peal {

FloorWish parse_floor(const std::string& text) {
  constexpr double kHighest = 1e5;  // [m]
  FloorWish floor;
  const std::size_t comma = text.find(',');
  std::string material = comma == std::string::npos ? text : text.substr(comma + 1);
  const std::string number = text.substr(0, comma);
  char* end = nullptr;
  const double height = std::strtod(number.c_str(), &end);
  const bool is_number = !number.empty() && *end == '\0';
  if (is_number) {
    if (!(std::abs(height) <= kHighest))
      fail("--floor: expected a height of at most {:g} m, got {}", kHighest, shown(number));
    floor.height = height;
    if (comma == std::string::npos) material.clear();
  } else if (comma != std::string::npos) {
    fail("--floor: expected HEIGHT,MATERIAL, got '{}'", shown(text));
  }
  if (material.empty()) return floor;
  floor.material = material_named(material);
  if (floor.material.empty())
    fail("--floor: there is no material '{}'{}; `peal materials` lists them", shown(material),
         material_suggestion(material));
  return floor;
}

}  // namespace peal
