// Body of surface_sum::baseline and ::avx2. Everything here has internal linkage and uses no inline
// function of another header: code compiled for AVX2 must not be picked by the linker elsewhere.
#include <cstdint>

#include "physics/wave/bem/surface_sum.h"

namespace peal::surface_sum {
namespace {

typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef std::int32_t Ints __attribute__((vector_size(32), aligned(4), may_alias));

Floats load(const float* from) { return *reinterpret_cast<const Floats*>(from); }
void store(float* to, Floats value) { *reinterpret_cast<Floats*>(to) = value; }

struct Block {
  float path[kBlock];    // R - r0 [m]
  float near[kBlock];    // area cos / R^2
  float far[kBlock];     // area cos / R
  float single[kBlock];  // area / R
  float spread[kBlock];  // half the variance of R over the triangle [m^2]
};

// 1 / sqrt: a first guess from the exponent, four Newton steps down to rounding.
Floats inverse_root(Floats square) {
  Ints bits = reinterpret_cast<Ints>(square);
  bits = 0x5f3759df - (bits >> 1);
  Floats root = reinterpret_cast<Floats>(bits);
  for (int step = 0; step < 4; ++step) root *= 1.5f - 0.5f * square * root * root;
  return root;
}

void measure(const Triangles& t, const Listener& listener, std::size_t first, std::size_t count,
             Block& block) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    const std::size_t j = first + i;
    const Floats px = load(t.x + j), py = load(t.y + j), pz = load(t.z + j);
    const Floats dx = listener.x - px, dy = listener.y - py, dz = listener.z - pz;
    const Floats true_square = dx * dx + dy * dy + dz * dz, least = load(t.least_square + j);
    const Floats square = true_square > least ? true_square : least;
    const Floats inverse = inverse_root(square), distance = square * inverse;
    // R - r0 without the cancellation of two large numbers.
    const Floats along = listener.x * px + listener.y * py + listener.z * pz;
    store(block.path + i, (load(t.square + j) - 2.0f * along) / (distance + listener.distance));
    const Floats ux = dx * inverse, uy = dy * inverse, uz = dz * inverse;
    const Floats cosine = ux * load(t.nx + j) + uy * load(t.ny + j) + uz * load(t.nz + j);
    const Floats single = load(t.area + j) * inverse, far = single * cosine;
    store(block.single + i, single);
    store(block.far + i, far);
    store(block.near + i, far * inverse);
    store(block.spread + i,
          ux * ux * load(t.xx + j) + uy * uy * load(t.yy + j) + uz * uz * load(t.zz + j) +
              2.0f *
                  (ux * uy * load(t.xy + j) + ux * uz * load(t.xz + j) + uy * uz * load(t.yz + j)));
  }
}

double total(Floats values) {
  double sum = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) sum += static_cast<double>(values[lane]);
  return sum;
}

template <bool kSpread>
void add(const Block& block, const Mode& mode, std::size_t first, std::size_t count, Sum& out) {
  Floats sum_real{}, sum_imag{};
  for (std::size_t i = 0; i < count; i += kLanes) {
    // phase = pi (turns + t), |t| <= 1/2; the added constant rounds to whole half turns and leaves
    // their parity in the lowest bit.
    const Floats phase = mode.half_turns * load(block.path + i);
    const Floats rounded = phase + 12582912.0f;
    const Floats t = phase - (rounded - 12582912.0f);
    const Ints flip = reinterpret_cast<Ints>(rounded) << 31;
    const Floats t2 = t * t;
    // Chebyshev fits of sin(pi t) / t and cos(pi t), errors 1.4e-8 and 4.7e-8
    const Floats sine =
        t *
        (3.141592640f +
         t2 * (-5.167710077f + t2 * (2.550077387f + t2 * (-0.5982904113f + t2 * 0.07765591228f))));
    const Floats cosine =
        0.999999953f +
        t2 * (-4.934792802f + t2 * (4.058410791f + t2 * (-1.331872973f + t2 * 0.2196824236f)));

    const Floats v = load(mode.velocity + first + i), u = load(mode.potential + first + i);
    const Floats near = load(block.near + i), far = load(block.far + i);
    Floats real = mode.pressure_near * near * v - mode.potential_far * far * u;
    Floats imag = -(mode.potential_near * near * u) -
                  (mode.pressure_far * far + mode.displaced * load(block.single + i)) * v;
    if constexpr (kSpread) {
      // Mean of e^{ikR} over the triangle: Gaussian e^{-q}, written as 1 / (its inverse series).
      const Floats q = mode.k_squared * load(block.spread + i);
      const Floats factor = 1.0f / (1.0f + q * (1.0f + q * (0.5f + q * (1.0f / 6.0f))));
      real *= factor;
      imag *= factor;
    }
    real = reinterpret_cast<Floats>(reinterpret_cast<Ints>(real) ^ flip);
    imag = reinterpret_cast<Floats>(reinterpret_cast<Ints>(imag) ^ flip);
    sum_real += real * cosine - imag * sine;
    sum_imag += real * sine + imag * cosine;
  }
  out.real += total(sum_real);
  out.imag += total(sum_imag);
}

void sum_all(const Triangles& triangles, const Listener& listener, const Mode* modes,
             std::size_t mode_count, Sum* out) {
  Block block;
  for (std::size_t m = 0; m < mode_count; ++m) out[m] = {0, 0};
  for (std::size_t first = 0; first < triangles.count; first += kBlock) {
    const std::size_t left = triangles.count - first, count = left < kBlock ? left : kBlock;
    measure(triangles, listener, first, count, block);
    for (std::size_t m = 0; m < mode_count; ++m) {
      if (modes[m].spread) {
        add<true>(block, modes[m], first, count, out[m]);
      } else {
        add<false>(block, modes[m], first, count, out[m]);
      }
    }
  }
}

}  // namespace
}  // namespace peal::surface_sum
