// Source kind `contact`: bodies that slide and roll on each other sound, as their motion says.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind contact_kind();

}  // namespace peal
