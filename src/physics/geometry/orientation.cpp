#include "physics/geometry/orientation.h"

#include <cmath>
#include <vector>

namespace peal {
namespace {

// A number as a sum of doubles that do not overlap, smallest first: Dekker 1971; Shewchuk,
// "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997.
class Expansion {
 public:
  Expansion() = default;
  /// a - b.
  Expansion(double a, double b) { add(a), add(-b); }

  void add(double x) {
    std::size_t keep = 0;
    for (const double t : terms_) {
      const double sum = x + t, part = sum - x;
      const double lost = (x - (sum - part)) + (t - part);
      if (lost != 0) terms_[keep++] = lost;
      x = sum;
    }
    terms_.resize(keep);
    if (x != 0) terms_.push_back(x);
  }
  void add(const Expansion& e, double sign = 1) {
    for (const double t : e.terms_) add(sign * t);
  }
  friend Expansion operator*(const Expansion& a, const Expansion& b) {
    Expansion product;
    for (const double s : a.terms_)
      for (const double t : b.terms_) {
        const double high = s * t;
        product.add(std::fma(s, t, -high));
        product.add(high);
      }
    return product;
  }
  int sign() const { return terms_.empty() ? 0 : terms_.back() > 0 ? 1 : -1; }

 private:
  std::vector<double> terms_;
};

int exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Expansion sum;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    Expansion minor = Expansion(b[i], a[i]) * Expansion(c[j], a[j]);
    minor.add(Expansion(b[j], a[j]) * Expansion(c[i], a[i]), -1);
    sum.add(minor * Expansion(d[k], a[k]));
  }
  return sum.sign();
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const auto size = [](double x, double y) { return std::abs(x) + std::abs(y); };
  const double value = dot(cross(u, v), w);
  const double bound = size(u.y * v.z, u.z * v.y) * std::abs(w.x) +
                       size(u.z * v.x, u.x * v.z) * std::abs(w.y) +
                       size(u.x * v.y, u.y * v.x) * std::abs(w.z);
  // Nine roundings at most on the way of any term: less than 10 * 2^-53 of the sum of magnitudes.
  const double doubt = 1.2e-15 * bound;
  if (value > doubt) return 1;
  if (value < -doubt) return -1;
  return bound == 0 ? 0 : exact(a, b, c, d);
}

}  // namespace peal
