// Small vectors, rotations and 3x3 matrices of doubles. Plain aggregates without Eigen, so that
// real-time kernels and public headers can use them.
#pragma once
#include <array>
#include <cmath>

namespace peal {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  Vec3& operator+=(const Vec3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  Vec3& operator-=(const Vec3& b) {
    x -= b.x, y -= b.y, z -= b.z;
    return *this;
  }
  Vec3& operator*=(double s) {
    x *= s, y *= s, z *= s;
    return *this;
  }
  bool operator==(const Vec3&) const = default;
};

inline Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
inline Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(Vec3 a, double s) { return a *= s; }
inline Vec3 operator*(double s, Vec3 a) { return a *= s; }
inline Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm_squared(const Vec3& a) { return dot(a, a); }
inline double norm(const Vec3& a) { return std::sqrt(dot(a, a)); }
/// Unit vector along a, or `fallback` when a is zero.
inline Vec3 normalized(const Vec3& a, const Vec3& fallback = {0, 0, 0}) {
  const double length = norm(a);
  return length > 0 ? a / length : fallback;
}
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// Row-major 3x3 matrix.
struct Mat3 {
  std::array<Vec3, 3> row{};

  static Mat3 identity() { return diagonal({1, 1, 1}); }
  static Mat3 diagonal(const Vec3& d) {
    return {{Vec3{d.x, 0, 0}, Vec3{0, d.y, 0}, Vec3{0, 0, d.z}}};
  }
  double operator()(int i, int j) const { return row[i][j]; }
  double& operator()(int i, int j) { return row[i][j]; }
  Vec3 column(int j) const { return {row[0][j], row[1][j], row[2][j]}; }
};

inline Vec3 operator*(const Mat3& a, const Vec3& v) {
  return {dot(a.row[0], v), dot(a.row[1], v), dot(a.row[2], v)};
}
inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  Mat3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = dot(a.row[i], b.column(j));
  return c;
}
inline Mat3 transpose(const Mat3& a) { return {{a.column(0), a.column(1), a.column(2)}}; }
inline double determinant(const Mat3& a) { return dot(a.row[0], cross(a.row[1], a.row[2])); }
/// Inverse by cofactors; the caller knows that the determinant is not zero.
inline Mat3 inverse(const Mat3& a) {
  const Vec3 c0 = cross(a.row[1], a.row[2]), c1 = cross(a.row[2], a.row[0]),
             c2 = cross(a.row[0], a.row[1]);
  const double d = dot(a.row[0], c0);
  return transpose(Mat3{{c0 / d, c1 / d, c2 / d}});
}

/// Unit quaternion w + xi + yj + zk: rotates body coordinates into world coordinates.
struct Quat {
  double w = 1, x = 0, y = 0, z = 0;

  static Quat from_axis_angle(const Vec3& axis, double angle) {
    const Vec3 n = normalized(axis, {0, 1, 0});
    const double s = std::sin(angle / 2);
    return {std::cos(angle / 2), n.x * s, n.y * s, n.z * s};
  }
  bool operator==(const Quat&) const = default;
};

inline Quat operator*(const Quat& a, const Quat& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
inline Quat conjugate(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }
inline double dot(const Quat& a, const Quat& b) {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Quat normalized(const Quat& q) {
  const double n = std::sqrt(dot(q, q));
  return n > 0 ? Quat{q.w / n, q.x / n, q.y / n, q.z / n} : Quat{};
}
inline Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
inline Vec3 rotate_back(const Quat& q, const Vec3& v) { return rotate(conjugate(q), v); }
inline Mat3 rotation_matrix(const Quat& q) {
  const Vec3 a = rotate(q, {1, 0, 0}), b = rotate(q, {0, 1, 0}), c = rotate(q, {0, 0, 1});
  return {{Vec3{a.x, b.x, c.x}, Vec3{a.y, b.y, c.y}, Vec3{a.z, b.z, c.z}}};
}

}  // namespace peal
