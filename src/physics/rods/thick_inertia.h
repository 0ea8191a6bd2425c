// Rotary inertia and shear of thick rods, as inertia beside the masses of the points: to first
// order in k^2 I / A (k the wave number, I / A the squared radius of the section) all that
// Timoshenko's beam has and Euler's has not, with its free ends and pinned ones.
//
// Sections that tilt have the energy 1/2 rho I |t'|^2. Shear moves the line by w = w_b + w_s from
// where bending alone has it, w_s = -s w_b'', s = E I / (kappa G A), and holds 1/2 kappa G A
// w_s'^2. Of the kinetic energy 1/2 rho A (w_b' + w_s')^2 the mixed term is to first order minus
// twice that: half of it stays. So the points stand for w_b, and what moves is N w_b, N = 1 - s/2
// d^2/dx^2:
//   T = 1/2 Int rho A |N v|^2 + rho I |v'|^2,  at free ends w_b'' = 0: there N = 1.
// T is positive at any wave number (rho I (1 + E / kappa G) |v'|^2, which has the same dispersion
// to first order, would need a term at free ends that is not), and its matrix as narrow as that of
// bending: w^2 = (E I / rho A) k^4 / ((1 + s k^2 / 2)^2 + k^2 I / A). The shear beside a clamp is
// left out. SI units.
#pragma once
#include <vector>

#include "base/vec.h"
#include "physics/rods/rod_design.h"

namespace peal {

class RodMatrix;

class ThickInertia {
 public:
  ThickInertia() = default;  // of a thin rod: none
  ThickInertia(const RodDesign& design, const std::vector<double>& rest_lengths);

  bool none() const { return edges_.empty(); }
  struct Frames {
    const double *d1[3], *d2[3];  // of edges
    const double* mass;           // of points [kg]
  };
  /// out += (M_thick - M) b for vectors of points; b and out are called as b(i) => Vec3 and
  /// out(i, Vec3).
  template <class In, class Out>
  void multiply(const Frames& at, const In& b, const Out& out) const;
  /// factor (M_thick - M) into the system.
  void add_to(RodMatrix& matrix, const Frames& at, double factor) const noexcept;

 private:
  struct Edge {
    double length = 0;                // at rest [m]
    double rotary1 = 0, rotary2 = 0;  // rho I / length [kg]
    double shear1 = 0, shear2 = 0;    // s / 2 [m^2]
  };
  static Vec3 in(const Frames& at, int edge, double along1, double along2, const Vec3& v);
  int points() const { return points_; }
  int inner_begin() const { return closed_ ? 0 : 1; }
  int inner_end() const { return closed_ ? points_ : points_ - 1; }
  int before(int i) const { return i > 0 ? i - 1 : points_ - 1; }
  int after(int i) const { return i + 1 < points_ ? i + 1 : 0; }
  /// S / 2 at a point between two edges.
  Vec3 sheared(const Frames& at, int i, const Vec3& v) const {
    const Edge &e0 = edges_[before(i)], &e1 = edges_[i];
    return 0.5 * (in(at, before(i), e0.shear1, e0.shear2, v) + in(at, i, e1.shear1, e1.shear2, v));
  }

  int points_ = 0;
  bool closed_ = false;
  std::vector<Edge> edges_;
};

inline Vec3 ThickInertia::in(const Frames& at, int edge, double along1, double along2,
                             const Vec3& v) {
  const Vec3 d1{at.d1[0][edge], at.d1[1][edge], at.d1[2][edge]},
      d2{at.d2[0][edge], at.d2[1][edge], at.d2[2][edge]};
  return along1 * dot(d1, v) * d1 + along2 * dot(d2, v) * d2;
}

template <class In, class Out>
void ThickInertia::multiply(const Frames& at, const In& b, const Out& out) const {
  for (int j = 0; j < static_cast<int>(edges_.size()); ++j) {
    const Vec3 f = in(at, j, edges_[j].rotary1, edges_[j].rotary2, b(after(j)) - b(j));
    out(j, -f), out(after(j), f);
  }
  // N^T m N - m, (N b)_i = b_i - z_i with z_i = S/2 (second difference of b)_i.
  for (int i = inner_begin(); i < inner_end(); ++i) {
    const double l0 = edges_[before(i)].length, l1 = edges_[i].length, l = (l0 + l1) / 2;
    const double c0 = 1 / (l0 * l), c1 = 1 / (l1 * l);
    const Vec3 here = b(i);
    const Vec3 z = sheared(at, i, c0 * (b(before(i)) - here) + c1 * (b(after(i)) - here));
    out(i, -at.mass[i] * z);
    const Vec3 f = sheared(at, i, -at.mass[i] * (here - z));
    out(before(i), c0 * f), out(after(i), c1 * f), out(i, -(c0 + c1) * f);
  }
}

}  // namespace peal
