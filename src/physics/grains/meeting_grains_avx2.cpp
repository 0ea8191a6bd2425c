// Four neighbours at a time. Decides nothing that the exact calculation would decide otherwise:
// what is rejected misses by more than rounding, the rest is calculated again.
#include <immintrin.h>

#include <algorithm>

#include "physics/grains/grain_flight.h"

namespace peal {
namespace {

constexpr double kRounding = 1e-12;      // of the discriminant
constexpr double kLater = 1e-9;          // a meeting that is found is later than this part says
constexpr double kGrazing = 1e-4;        // root over closing: less may be no meeting
constexpr double kLeastClosing = 1e-17;  // [m^2/s]

}  // namespace

int meeting_grains_avx2(const GrainFlight* flights, const GrainView& view, std::int32_t* near,
                        int count, bool equal) noexcept {
  const auto all = [](double a) { return _mm256_set1_pd(a); };
  const __m256d x0 = all(view.x.x), y0 = all(view.x.y), z0 = all(view.x.z);
  const __m256d vx0 = all(view.v.x), vy0 = all(view.v.y), vz0 = all(view.v.z);
  const __m256d gx = all(view.gravity.x), gy = all(view.gravity.y), gz = all(view.gravity.z);
  const __m256d now = all(view.t), half = all(0.5), reach2 = all(view.reach * view.reach);
  const __m256i state_bits = _mm256_set1_epi64x(0x00FF000000000000);
  int kept = 0;
  double best = view.earlier;
  alignas(32) double closings[4], gaps[4], roots[4];
  for (int k = 0; k < count; k += 4) {
    const int last = count - 1;
    const std::int32_t ids[4] = {near[k], near[k + 1 < count ? k + 1 : last],
                                 near[k + 2 < count ? k + 2 : last],
                                 near[k + 3 < count ? k + 3 : last]};
    __m256d a[4], b[4];
    for (int i = 0; i < 4; ++i) {
      const auto* p = reinterpret_cast<const double*>(flights + ids[i]);
      a[i] = _mm256_load_pd(p), b[i] = _mm256_load_pd(p + 4);
    }
    const auto turn = [](const __m256d(&m)[4], __m256d& c0, __m256d& c1, __m256d& c2, __m256d& c3) {
      const __m256d l0 = _mm256_unpacklo_pd(m[0], m[1]), h0 = _mm256_unpackhi_pd(m[0], m[1]);
      const __m256d l1 = _mm256_unpacklo_pd(m[2], m[3]), h1 = _mm256_unpackhi_pd(m[2], m[3]);
      c0 = _mm256_permute2f128_pd(l0, l1, 0x20), c1 = _mm256_permute2f128_pd(h0, h1, 0x20);
      c2 = _mm256_permute2f128_pd(l0, l1, 0x31), c3 = _mm256_permute2f128_pd(h0, h1, 0x31);
    };
    __m256d x, y, z, vx, vy, vz, t, meta;
    turn(a, x, y, z, vx), turn(b, vy, vz, t, meta);
    const __m256d dt = now - t, hdt = half * dt;
    const __m256d rx = x0 - x - dt * (vx + hdt * gx), ry = y0 - y - dt * (vy + hdt * gy),
                  rz = z0 - z - dt * (vz + hdt * gz);
    const __m256d ux = vx0 - vx - dt * gx, uy = vy0 - vy - dt * gy, uz = vz0 - vz - dt * gz;
    const __m256d closing = rx * ux + ry * uy + rz * uz, square = closing * closing;
    const __m256d c = rx * rx + ry * ry + rz * rz - reach2;
    const __m256d d = square - (ux * ux + uy * uy + uz * uz) * c;
    const __m256d meets = _mm256_and_pd(_mm256_cmp_pd(closing, all(kLeastClosing), _CMP_LT_OQ),
                                        _mm256_cmp_pd(d, all(-kRounding) * square, _CMP_GE_OQ));
    const __m256d limit = all(best), left = c + limit * closing;
    const __m256d in_time = _mm256_or_pd(
        _mm256_cmp_pd(left, _mm256_setzero_pd(), _CMP_LE_OQ),
        _mm256_cmp_pd(left * left, limit * limit * (d + all(kRounding) * square), _CMP_LE_OQ));
    const __m256i flies = _mm256_cmpeq_epi64(
        _mm256_and_si256(_mm256_castpd_si256(meta), state_bits), _mm256_setzero_si256());
    const __m256d keep = _mm256_or_pd(
        _mm256_and_pd(meets, in_time),
        _mm256_xor_pd(_mm256_castsi256_pd(flies), _mm256_castsi256_pd(_mm256_set1_epi64x(-1))));
    const int tail = count - k < 4 ? (1 << (count - k)) - 1 : 15;
    int mask = _mm256_movemask_pd(keep) & tail;
    if (mask == 0) continue;
    _mm256_store_pd(closings, closing), _mm256_store_pd(gaps, c);
    _mm256_store_pd(roots, _mm256_sqrt_pd(_mm256_max_pd(d, _mm256_setzero_pd())));
    for (; mask != 0; mask &= mask - 1) {
      const int i = __builtin_ctz(static_cast<unsigned>(mask));
      near[kept++] = ids[i];
      const bool certain = equal && ids[i] != view.self && closings[i] < 0 && gaps[i] > 0 &&
                           flights[ids[i]].state == GrainState::flies &&
                           roots[i] > kGrazing * -closings[i];
      if (certain) best = std::min(best, gaps[i] / (roots[i] - closings[i]) * (1 + kLater));
    }
  }
  return kept;
}

}  // namespace peal
