#include "base/rotation.h"

namespace peal {

Quat slerp(const Quat& a, const Quat& b, double u) {
  double cosine = dot(a, b);
  const double sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  double wa = 1 - u, wb = u;
  if (cosine < 1 - 1e-9) {
    const double angle = std::acos(cosine);
    wa = std::sin((1 - u) * angle) / std::sin(angle);
    wb = std::sin(u * angle) / std::sin(angle);
  }
  wb *= sign;
  return normalized(
      Quat{wa * a.w + wb * b.w, wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z});
}

}  // namespace peal
