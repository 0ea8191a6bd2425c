// Innermost sums of HelmholtzBem: one triangle against many, three points on each. Plain data only,
// since the same code is also compiled for AVX2 (helmholtz_rows_avx2.cpp); the two differ in
// rounding only. e^{-i omega t}, G = e^{ikR} / (4 pi R), eta = i * eta_imag:
//   matrix_ab = integrals of  -dG/dn_y f_a f_b + eta G (curl f_a . curl f_b - k^2 n.n f_a f_b)
//   right_a   = integrals of  (G + eta dG/dn_x) f_a
// A pair of points in one place counts the part of G beyond 1/(4 pi R) only.
#pragma once
#include <cstddef>

namespace peal::helmholtz_rows {

inline constexpr std::size_t kLanes = 4;
inline constexpr std::size_t kBlock = 64;  // triangles per call at most
inline constexpr std::size_t kFields = 22;

/// kFields arrays of `count` doubles one after the other, count a multiple of kLanes: x, y, z of
/// three points; normal; area; three curls. On a 32-byte boundary. Padding triangles have no area.
struct Panels {
  std::size_t count;
  const double* data;
};

struct Wave {
  double k;         // [1/m]
  double eta_imag;  // [m]
};

struct alignas(32) Block {
  double real[9][kBlock], imag[9][kBlock];              // matrix, [3 a + b]
  double right_real[3][kBlock], right_imag[3][kBlock];  // right side, [a]
};

/// Triangle `row` as a against triangles first .. first + count - 1 as b, count <= kBlock; `first`
/// and `count` are multiples of kLanes.
void baseline(const Panels&, const Wave&, std::size_t row, std::size_t first, std::size_t count,
              Block& out);
void avx2(const Panels&, const Wave&, std::size_t row, std::size_t first, std::size_t count,
          Block& out);
/// The fastest of them on this processor.
void run(const Panels&, const Wave&, std::size_t row, std::size_t first, std::size_t count,
         Block& out);

}  // namespace peal::helmholtz_rows
