// Source kind `friction`: something rubs an object (a finger on a glass, a bow on a bar, a pad on a
// brake) and both move together. Controls are curves over time.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind friction_kind();

}  // namespace peal
