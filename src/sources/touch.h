// Source kind `touch`: a finger or a hand that is laid on an object and damps what rings there.
#pragma once
#include "sources/source.h"

namespace peal {

SourceKind touch_kind();

}  // namespace peal
