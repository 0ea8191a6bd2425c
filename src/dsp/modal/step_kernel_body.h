// Body of the step kernel, included once per instruction set by step_kernel_*.cpp. Everything is in
// an unnamed namespace and nothing else is included (see drive_kernel_body.h).
#include "dsp/modal/step_kernel.h"

namespace peal {
namespace {

typedef double Double4 __attribute__((vector_size(32)));
typedef double Double4u __attribute__((vector_size(32), aligned(8)));
typedef float Float8 __attribute__((vector_size(32)));
typedef float Float4 __attribute__((vector_size(16)));

const Double4& lane4(const double* p) { return *reinterpret_cast<const Double4*>(p); }
Double4& lane4(double* p) { return *reinterpret_cast<Double4*>(p); }
const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }
Float8 all(float x) { return Float8{x, x, x, x, x, x, x, x}; }
double sum_of(const Double4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

Float8 to_float(const double* p) {
  const Float4 low = __builtin_convertvector(lane4(p), Float4);
  const Float4 high = __builtin_convertvector(lane4(p + 4), Float4);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
Double4 low_half(const Float8& x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1, 2, 3), Double4);
}
Double4 high_half(const Float8& x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 4, 5, 6, 7), Double4);
}

void ring(int padded, const double* turn_re, const double* turn_im, const double* period,
          const double* start_re, const double* start_im, int count, double* rows) noexcept {
  for (int i = 0; i < padded; i += kLane) {
    const Double4 zr0 = lane4(turn_re + i), zi0 = lane4(turn_im + i);
    const Double4 zr1 = lane4(turn_re + i + 4), zi1 = lane4(turn_im + i + 4);
    Double4 ar0 = lane4(start_re + i) * lane4(period + i);
    Double4 ai0 = lane4(start_im + i) * lane4(period + i);
    Double4 ar1 = lane4(start_re + i + 4) * lane4(period + i + 4);
    Double4 ai1 = lane4(start_im + i + 4) * lane4(period + i + 4);
    double* row = rows + i;
    for (int n = 0; n <= count; ++n, row += padded) {
      lane4(row) += ai0, lane4(row + 4) += ai1;
      const Double4 next0 = ar0 * zr0 - ai0 * zi0, next1 = ar1 * zr1 - ai1 * zi1;
      ai0 = ar0 * zi0 + ai0 * zr0, ai1 = ar1 * zi1 + ai1 * zr1;
      ar0 = next0, ar1 = next1;
    }
  }
}

// b = sum z^(..) f in units of gain times shape; the sum over a sample is Goertzel's
// (blow_kernel.h).
void strike(int padded, const StepStrike& s, const double* period, double* rows, double* re,
            double* im) noexcept {
  for (int i = 0; i < padded; i += kLane) {
    const Float8 zr = lane8(s.part_re + i), zi = lane8(s.part_im + i);
    const Float8 twice = zr + zr, size = lane8(s.part_size + i);
    const Float8 tr = lane8(s.turn_re + i), ti = lane8(s.turn_im + i);
    const Float8 shape = to_float(s.shape + i);
    const Float8 pr = shape * lane8(s.gain_re + i), pi = shape * lane8(s.gain_im + i);
    Float8 br = all(0), bi = all(0);
    const float* f = s.force;
    double* row = rows + padded + i;
    for (int n = 0; n < s.count; ++n, f += s.parts, row += padded) {
      Float8 fr = all(f[0]), fi = all(0);
      if (s.parts > 1) {
        Float8 before = fr, now = all(f[1]) + twice * fr;
        for (int k = 2; k < 8; ++k) {
          const Float8 next = twice * now + (all(f[k]) - size * before);
          before = now, now = next;
        }
        fr = now - zr * before, fi = zi * before;
      }
      const Float8 turned = br * tr - bi * ti + fr;
      bi = br * ti + bi * tr + fi;
      br = turned;
      const Float8 moved = pr * bi + pi * br;
      lane4(row) += low_half(moved) * lane4(period + i);
      lane4(row + 4) += high_half(moved) * lane4(period + i + 4);
    }
    const Float8 end_re = pr * br - pi * bi, end_im = pr * bi + pi * br;
    lane4(re + i) = low_half(end_re), lane4(re + i + 4) = high_half(end_re);
    lane4(im + i) = low_half(end_im), lane4(im + i + 4) = high_half(end_im);
  }
}

void velocities(int padded, int ports, double* rows, const double* changes, const double* w,
                double* out) noexcept {
  for (int p = 0; p < ports; ++p) {
    double* row = rows + static_cast<long>(p) * padded;
    Double4 sum0 = {}, sum1 = {};
    if (changes) {
      const double* change = changes + static_cast<long>(p) * padded;
      for (int i = 0; i < padded; i += kLane) {
        const Double4 x = lane4(row + i) + lane4(change + i);
        const Double4 y = lane4(row + i + 4) + lane4(change + i + 4);
        lane4(row + i) = x, lane4(row + i + 4) = y;
        sum0 += x * lane4(w + i), sum1 += y * lane4(w + i + 4);
      }
    } else {
      for (int i = 0; i < padded; i += kLane) {
        sum0 += lane4(row + i) * lane4(w + i);
        sum1 += lane4(row + i + 4) * lane4(w + i + 4);
      }
    }
    out[p] = sum_of(sum0 + sum1);
  }
}

void push(int padded, int ports, const double* rows, const double* force, double* sum) noexcept {
  for (int i = 0; i < padded; i += 4) lane4(sum + i) = Double4{};
  int p = 0;
  for (; p + 4 <= ports; p += 4) {
    const double* a = rows + static_cast<long>(p) * padded;
    const double *b = a + padded, *c = b + padded, *d = c + padded;
    const double fa = force[p], fb = force[p + 1], fc = force[p + 2], fd = force[p + 3];
    for (int i = 0; i < padded; i += 4)
      lane4(sum + i) +=
          (lane4(a + i) * fa + lane4(b + i) * fb) + (lane4(c + i) * fc + lane4(d + i) * fd);
  }
  for (; p < ports; ++p) {
    const double *a = rows + static_cast<long>(p) * padded, f = force[p];
    for (int i = 0; i < padded; i += 4) lane4(sum + i) += lane4(a + i) * f;
  }
}

void advance(int padded, const StepModes& m, const double* q, double* re, double* im,
             double* w) noexcept {
  for (int i = 0; i < padded; i += 4) {
    const Double4 zr = lane4(m.turn_re + i), zi = lane4(m.turn_im + i);
    const Double4 ar = lane4(re + i), ai = lane4(im + i), force = lane4(q + i);
    const Double4 br = ar * zr - ai * zi + lane4(m.gain_re + i) * force;
    const Double4 bi = ar * zi + ai * zr + lane4(m.gain_im + i) * force;
    lane4(re + i) = br, lane4(im + i) = bi;
    lane4(w + i) = br * lane4(m.way_re + i) + bi * lane4(m.way_im + i);
  }
}

void add(int padded, const double* row, double scale, double* to) noexcept {
  for (int i = 0; i < padded; i += 4) lane4(to + i) += lane4(row + i) * scale;
}

double dot(int count, const double* a, const double* b) noexcept {
  Double4 sum0 = {}, sum1 = {};
  int k = 0;
  for (; k + 8 <= count; k += 8) {
    sum0 += *reinterpret_cast<const Double4u*>(a + k) * *reinterpret_cast<const Double4u*>(b + k);
    sum1 += *reinterpret_cast<const Double4u*>(a + k + 4) *
            *reinterpret_cast<const Double4u*>(b + k + 4);
  }
  double sum = sum_of(sum0 + sum1);
  for (; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace
}  // namespace peal
