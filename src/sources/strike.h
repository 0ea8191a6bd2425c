// Source kind `strike`: an invisible hammer hits an object at a chosen place, time and strength.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind strike_kind();

}  // namespace peal
