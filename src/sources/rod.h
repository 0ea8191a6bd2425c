// Source kind `rod`: rods radiate as they move, and ring what they touch.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind rod_kind();

}  // namespace peal
