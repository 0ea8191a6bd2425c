// Source kind `tone`: a sphere that pulsates or oscillates with known surface velocity. Its sound
// is known exactly, so it calibrates everything between source and file.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind tone_kind();

}  // namespace peal
