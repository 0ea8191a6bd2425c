// Source kind `solid`: sheets sound as they bend and move.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind solid_kind();

}  // namespace peal
