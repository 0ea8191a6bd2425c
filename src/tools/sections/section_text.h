// A section of a rod as a user writes it, and what `peal section` says of it.
#pragma once
#include <string>

#include "physics/geometry/rod_shape.h"
#include "physics/rods/rod_section.h"

namespace peal {

/// "circle:radius=0.003", "rectangle:width=0.0254,height=0.0127", or JSON as in a scene. Stops,
/// with the field, when it is none.
RodOutline outline_argument(const std::string& text);

/// "rectangle of 25.4 mm x 12.7 mm"
std::string outline_words(const RodOutline& outline);
/// A table of lines, SI units.
std::string section_text(const RodOutline& outline, const RodSection& section);
std::string section_json(const RodOutline& outline, const RodSection& section);

}  // namespace peal
