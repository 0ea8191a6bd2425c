// Numbers that differ in their last digits only become the same number: keys of caches and whatever
// is computed from them do not know which of two copies asked first.
#pragma once
#include "base/vec.h"

namespace peal {

/// Nine decimals behind the first digit. What is not finite stays as it is.
double nine_digits(double x);
inline Vec3 nine_digits(const Vec3& v) {
  return {nine_digits(v.x), nine_digits(v.y), nine_digits(v.z)};
}

}  // namespace peal
