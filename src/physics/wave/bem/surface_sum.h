// Innermost sums of SurfaceRadiation: all modes of one body at one listener. Plain data only, since
// the same code is also compiled for AVX2 (surface_sum_avx2.cpp); the two differ in rounding only.
// In: triangles as structure of arrays [m], per mode velocity v and added-mass potential u.
// Out per mode: sum of area * e^{ik(R - r0)} * (real + i imag) with
//   real =  (b/k) cos/R^2 v - k a cos/R u
//   imag = -a cos/R^2 u - (b cos/R + s/R) v             (docs/theory/approximate-radiation.md, eq.
//   6)
// a and b: shares of quasi-static and plane-wave surface pressure. s is 1; 0 for sheets, whose
// faces displace nothing together, and whose a and b are those of both faces.
#pragma once
#include <cstddef>

namespace peal::surface_sum {

inline constexpr std::size_t kLanes = 8;
inline constexpr std::size_t kBlock = 128;  // triangles whose geometry is kept on the stack

/// Arrays of `count` floats, count a multiple of kLanes; padding triangles have no area.
struct Triangles {
  std::size_t count;
  const float *x, *y, *z;     // centroid
  const float *nx, *ny, *nz;  // unit normal
  const float* area;
  const float* square;                       // |centroid|^2
  const float* least_square;                 // R^2 is not taken smaller than this
  const float *xx, *xy, *xz, *yy, *yz, *zz;  // half the second moments of the triangle per area
};

struct Mode {
  const float* velocity;   // v, count floats
  const float* potential;  // u
  float half_turns;        // k / pi
  float k_squared;
  float pressure_near;   // b / k
  float potential_far;   // k a
  float potential_near;  // a
  float pressure_far;    // b
  float displaced;       // s
  bool spread;           // wavelength not long against the triangles: average the phase over them
};

struct Listener {
  float x, y, z;
  float distance;  // r0 = |x|
};

struct Sum {
  double real, imag;
};

void baseline(const Triangles&, const Listener&, const Mode*, std::size_t modes, Sum* out);
void avx2(const Triangles&, const Listener&, const Mode*, std::size_t modes, Sum* out);
/// The fastest of them on this processor.
void run(const Triangles&, const Listener&, const Mode*, std::size_t modes, Sum* out);

}  // namespace peal::surface_sum
