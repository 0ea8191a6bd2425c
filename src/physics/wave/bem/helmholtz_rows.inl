// Body of helmholtz_rows::baseline and ::avx2. Everything here has internal linkage and uses no
// inline function of another header: code compiled for AVX2 must not be picked by the linker
// elsewhere.
#include <cstdint>

#include "physics/wave/bem/helmholtz_rows.h"

namespace peal::helmholtz_rows {
namespace {

typedef double Doubles __attribute__((vector_size(32), may_alias));
typedef std::uint64_t Longs __attribute__((vector_size(32), may_alias));

Doubles load(const double* from) { return *reinterpret_cast<const Doubles*>(from); }
void store(double* to, Doubles value) { *reinterpret_cast<Doubles*>(to) = value; }

// 1 / sqrt: a first guess from the exponent, three Newton steps down to 3e-11. Finite for 0.
Doubles inverse_root(Doubles square) {
  Longs bits = reinterpret_cast<Longs>(square);
  bits = 0x5fe6eb50c7b537a9 - (bits >> 1);
  Doubles root = reinterpret_cast<Doubles>(bits);
  for (int step = 0; step < 3; ++step) root *= 1.5 - 0.5 * square * root * root;
  return root;
}

// Taylor series of sin(pi t) and cos(pi t) for |t| <= 1/2, errors below 7e-10; the added constant
// rounds to whole half turns and leaves their parity in the lowest bit.
void sine_cosine(Doubles half_turns, Doubles& sine, Doubles& cosine) {
  constexpr double kRound = 6755399441055744.0;
  const Doubles rounded = half_turns + kRound;
  const Doubles t = half_turns - (rounded - kRound), u = t * t;
  const Longs flip = reinterpret_cast<Longs>(rounded) << 63;
  Doubles s = u * 4.6630280576761255e-04 - 7.3704309457143480e-03;
  s = s * u + 8.2145886611128190e-02;
  s = s * u - 5.9926452932079190e-01;
  s = s * u + 2.5501640398773454e+00;
  s = s * u - 5.1677127800499702e+00;
  s = s * u + 3.1415926535897932e+00;
  Doubles c = 1.9295743094039230e-03 - u * 1.0463810492484565e-04;
  c = c * u - 2.5806891390014060e-02;
  c = c * u + 2.3533063035889320e-01;
  c = c * u - 1.3352627688545894e+00;
  c = c * u + 4.0587121264167682e+00;
  c = c * u - 4.9348022005446793e+00;
  c = c * u + 1.0;
  sine = reinterpret_cast<Doubles>(reinterpret_cast<Longs>(s * t) ^ flip);
  cosine = reinterpret_cast<Doubles>(reinterpret_cast<Longs>(c) ^ flip);
}

constexpr double kPi = 3.14159265358979323846;

struct Row {
  double point[3][3], normal[3], area, curl[3][3];
};

Row row_of(const Panels& panels, std::size_t t) {
  Row row;
  const auto field = [&](int i) { return panels.data[i * panels.count + t]; };
  for (int d = 0; d < 3; ++d) {
    for (int q = 0; q < 3; ++q) {
      row.point[q][d] = field(3 * q + d);
      row.curl[q][d] = field(13 + 3 * q + d);
    }
    row.normal[d] = field(9 + d);
  }
  row.area = field(12);
  return row;
}

struct Pair {
  Doubles real[3][3], imag[3][3];  // matrix, integrated over the column's triangle only
  Doubles right_real[3], right_imag[3];
  Doubles sum_real, sum_imag;  // of G over all pairs of points
};

// One point of the row against the three points of the column's triangles.
inline void add_point(const double* from, const double* from_normal, const double* panel,
                      std::size_t stride, const Wave& wave, Doubles facing, int p, Pair& pair) {
  const Doubles nx = load(panel + 9 * stride), ny = load(panel + 10 * stride),
                nz = load(panel + 11 * stride);
  Doubles value_real[3], value_imag[3];
  Doubles right_real{}, right_imag{};
  const double e = wave.eta_imag;
  for (int q = 0; q < 3; ++q) {
    const double* at = panel + 3 * q * stride;
    const Doubles dx = load(at) - from[0], dy = load(at + stride) - from[1],
                  dz = load(at + 2 * stride) - from[2];
    const Doubles square = dx * dx + dy * dy + dz * dz;
    const Doubles root = inverse_root(square);
    const Doubles inverse = square > 0.0 ? root : square;
    const Doubles phase = wave.k * square * inverse;
    Doubles sine, cosine;
    sine_cosine(phase * (1 / kPi), sine, cosine);
    const Doubles real = cosine * inverse;
    const Doubles imag = square > 0.0 ? sine * inverse : wave.k + square;
    const Doubles inverse2 = inverse * inverse;
    // (ikR - 1) G / R^2
    const Doubles slope_real = (-real - phase * imag) * inverse2;
    const Doubles slope_imag = (phase * real - imag) * inverse2;
    const Doubles out = dx * nx + dy * ny + dz * nz;
    const Doubles in = e * (dx * from_normal[0] + dy * from_normal[1] + dz * from_normal[2]);
    value_real[q] = facing * imag - slope_real * out;
    value_imag[q] = -(facing * real) - slope_imag * out;
    right_real += real + slope_imag * in;  // eta dG/dn_x = -i e slope (d . n_x)
    right_imag += imag - slope_real * in;
    pair.sum_real += real;
    pair.sum_imag += imag;
  }
  const Doubles sixth_real = (value_real[0] + value_real[1] + value_real[2]) * (1.0 / 6),
                sixth_imag = (value_imag[0] + value_imag[1] + value_imag[2]) * (1.0 / 6);
  for (int b = 0; b < 3; ++b) {
    pair.real[p][b] = sixth_real + 0.5 * value_real[b];
    pair.imag[p][b] = sixth_imag + 0.5 * value_imag[b];
  }
  pair.right_real[p] = right_real;
  pair.right_imag[p] = right_imag;
}

void add_all(const Panels& panels, const Wave& wave, std::size_t row_index, std::size_t first,
             std::size_t count, Block& out) {
  const Row row = row_of(panels, row_index);
  const std::size_t stride = panels.count;
  const double e = wave.eta_imag;
  for (std::size_t i = 0; i < count; i += kLanes) {
    const double* panel = panels.data + first + i;
    // eta k^2 n.n = i facing
    const Doubles facing =
        e * wave.k * wave.k *
        (load(panel + 9 * stride) * row.normal[0] + load(panel + 10 * stride) * row.normal[1] +
         load(panel + 11 * stride) * row.normal[2]);
    Pair pair{};
    for (int p = 0; p < 3; ++p)
      add_point(row.point[p], row.normal, panel, stride, wave, facing, p, pair);
    const Doubles weight = load(panel + 12 * stride) * (row.area / (36 * kPi));
    Doubles sixth_real[3], sixth_imag[3];
    for (int b = 0; b < 3; ++b) {
      sixth_real[b] = (pair.real[0][b] + pair.real[1][b] + pair.real[2][b]) * (1.0 / 6);
      sixth_imag[b] = (pair.imag[0][b] + pair.imag[1][b] + pair.imag[2][b]) * (1.0 / 6);
    }
    const Doubles right_real =
        (pair.right_real[0] + pair.right_real[1] + pair.right_real[2]) * (1.0 / 6);
    const Doubles right_imag =
        (pair.right_imag[0] + pair.right_imag[1] + pair.right_imag[2]) * (1.0 / 6);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        const double* curl = panel + (13 + 3 * b) * stride;
        const Doubles curls =
            e * (load(curl) * row.curl[a][0] + load(curl + stride) * row.curl[a][1] +
                 load(curl + 2 * stride) * row.curl[a][2]);
        store(out.real[3 * a + b] + i,
              weight * (sixth_real[b] + 0.5 * pair.real[a][b] - curls * pair.sum_imag));
        store(out.imag[3 * a + b] + i,
              weight * (sixth_imag[b] + 0.5 * pair.imag[a][b] + curls * pair.sum_real));
      }
      store(out.right_real[a] + i, weight * (right_real + 0.5 * pair.right_real[a]));
      store(out.right_imag[a] + i, weight * (right_imag + 0.5 * pair.right_imag[a]));
    }
  }
}

}  // namespace
}  // namespace peal::helmholtz_rows
