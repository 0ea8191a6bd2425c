// Four elements or nodes side by side for the bodies of the solid kernel. Everything is in an
// unnamed namespace, so that no code for AVX2 leaves its file.
#pragma once

#include "physics/solids/solid_kernel.h"

namespace peal {
namespace {

typedef double Lanes __attribute__((vector_size(32)));

inline Lanes load(const double* p) { return *reinterpret_cast<const Lanes*>(p); }
inline void store(double* p, Lanes v) { *reinterpret_cast<Lanes*>(p) = v; }
inline Lanes all(double v) { return Lanes{v, v, v, v}; }

inline Lanes root(Lanes v) {
#ifdef __AVX2__
  return __builtin_ia32_sqrtpd256(v);
#else
  return Lanes{__builtin_sqrt(v[0]), __builtin_sqrt(v[1]), __builtin_sqrt(v[2]),
               __builtin_sqrt(v[3])};
#endif
}

struct Lanes3 {
  Lanes x, y, z;
};

inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Lanes3 operator-(const Lanes3& a) { return {-a.x, -a.y, -a.z}; }
inline Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Lanes3 operator*(double s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Four {
  Lanes v[4];
};

inline Four transposed(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab0 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Lanes ab1 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd0 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Lanes cd1 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return {{__builtin_shufflevector(ab0, cd0, 0, 1, 4, 5),
           __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5),
           __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7),
           __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7)}};
}

/// Rows (x, y, z, 0) of four places => coordinates in lanes.
inline Lanes3 rows(const double* base, const int* at) {
  const Four t =
      transposed(load(base + at[0]), load(base + at[1]), load(base + at[2]), load(base + at[3]));
  return {t.v[0], t.v[1], t.v[2]};
}
inline void put_rows(double* base, const int* at, const Lanes3& v) {
  const Four t = transposed(v.x, v.y, v.z, all(0));
  for (int k = 0; k < 4; ++k) store(base + at[k], t.v[k]);
}

}  // namespace
}  // namespace peal
