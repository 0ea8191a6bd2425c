// Four points side by side: vectors of doubles for the bodies of the rod kernel. Everything is in
// an unnamed namespace, so that no code for AVX2 leaves its file.
#pragma once

namespace peal {
namespace {

typedef double Lanes __attribute__((vector_size(32)));
typedef double LooseLanes __attribute__((vector_size(32), aligned(8), may_alias));

inline Lanes load(const double* p) { return *reinterpret_cast<const LooseLanes*>(p); }
inline void store(double* p, Lanes v) { *reinterpret_cast<LooseLanes*>(p) = v; }
inline Lanes all(double v) { return Lanes{v, v, v, v}; }

inline Lanes root(Lanes v) {
#ifdef __AVX2__
  return __builtin_ia32_sqrtpd256(v);
#else
  return Lanes{__builtin_sqrt(v[0]), __builtin_sqrt(v[1]), __builtin_sqrt(v[2]),
               __builtin_sqrt(v[3])};
#endif
}

/// Whether |v| <= bound in all lanes (not if one is NaN).
inline bool within(Lanes v, double bound) {
  const auto inside = (v <= bound) & (v >= -bound);  // all bits or none
#ifdef __AVX2__
  return __builtin_ia32_movmskpd256((Lanes)inside) == 15;
#else
  return (inside[0] & inside[1] & inside[2] & inside[3]) != 0;
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
inline Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Lanes3 operator*(double s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A rod's channels.
struct Channels {
  double* base;
  long stride;

  explicit Channels(const RodView& rod) : base(rod.base + kRodPad), stride(rod.stride) {}
  double* at(int channel, int i) const { return base + channel * stride + i; }
  Lanes one(int channel, int i) const { return load(at(channel, i)); }
  Lanes3 three(int channel, int i) const {
    return {one(channel, i), one(channel + 1, i), one(channel + 2, i)};
  }
  void put(int channel, int i, const Lanes3& v) const {
    store(at(channel, i), v.x), store(at(channel + 1, i), v.y), store(at(channel + 2, i), v.z);
  }
};

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

/// (sum of a, sum of b, sum of c, sum of d)
inline Lanes sums(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

template <int kLane>
inline __attribute__((always_inline)) Lanes spread(Lanes v) {
  return __builtin_shufflevector(v, v, kLane, kLane, kLane, kLane);
}

}  // namespace
}  // namespace peal
