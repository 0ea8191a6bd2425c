// Source kind `grain`: crowds of grains click when they collide, and ring what they hit.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind grain_kind();

}  // namespace peal
