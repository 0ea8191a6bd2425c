// Body of the blow kernel, included once per instruction set by blow_kernel_*.cpp. Everything is in
// an unnamed namespace and nothing else is included: an inline function shared between the two
// files could be linked in its AVX2 version and stop older processors.
#include "dsp/modal/blow_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));
typedef float Float4 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));

const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }
const Double4& lane4(const double* p) { return *reinterpret_cast<const Double4*>(p); }
Double4& lane4(double* p) { return *reinterpret_cast<Double4*>(p); }

Float8 to_float(const double* p) {
  const Float4 low = __builtin_convertvector(lane4(p), Float4);
  const Float4 high = __builtin_convertvector(lane4(p + 4), Float4);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
void to_double(const Float8& x, double* p) {
  lane4(p) = __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1, 2, 3), Double4);
  lane4(p + 4) = __builtin_convertvector(__builtin_shufflevector(x, x, 4, 5, 6, 7), Double4);
}
double sum_of(const Float8& x) {
  return (double(x[0]) + double(x[4])) + (double(x[1]) + double(x[5])) +
         ((double(x[2]) + double(x[6])) + (double(x[3]) + double(x[7])));
}
Float8 all(float x) { return Float8{x, x, x, x, x, x, x, x}; }

// y_0 and y_1 begin the sequence; each register of `sum` is one sub-step.
struct Ways {
  Float8 sum[kRun] = {};
  void add(const RunTurn& turn, int i, const Float8& chi, const Float8& re, const Float8& im) {
    const Float8 zr = lane8(turn.turn_re + i), zi = lane8(turn.turn_im + i);
    const Float8 wr = chi * lane8(turn.way_re + i), wi = chi * lane8(turn.way_im + i);
    const Float8 twice = zr + zr, size = lane8(turn.size + i);
    Float8 before = re * wr + im * wi;
    Float8 now = (re * zr - im * zi) * wr + (re * zi + im * zr) * wi;
    sum[0] += before, sum[1] += now;
    for (int k = 2; k < kRun; ++k) {
      const Float8 next = twice * now - size * before;
      before = now, now = next;
      sum[k] += next;
    }
  }
  void write(double* out) const {
    for (int k = 0; k < kRun; ++k) out[k] += sum_of(sum[k]);
  }
};

void ways(int padded, const RunTurn& turn, const double* chi, const double* re, const double* im,
          double* out) noexcept {
  Ways sums;
  for (int i = 0; i < padded; i += kLane)
    sums.add(turn, i, to_float(chi + i), to_float(re + i), to_float(im + i));
  sums.write(out);
}

void answers(int padded, const RunTurn& turn, const double* chi, const double* from,
             double* out) noexcept {
  Ways sums;
  for (int i = 0; i < padded; i += kLane) {
    const Float8 c = to_float(from + i);
    sums.add(turn, i, to_float(chi + i), c * lane8(turn.gain_re + i), c * lane8(turn.gain_im + i));
  }
  sums.write(out);
}

void run(int padded, const RunTurn& turn, const double* chi, const double* force, bool turns,
         double* re, double* im) noexcept {
  Float8 f[kRun];
  for (int k = 0; k < kRun; ++k) f[k] = all(static_cast<float>(force[k]));
  for (int i = 0; i < padded; i += kLane) {
    const Float8 zr = lane8(turn.turn_re + i), zi = lane8(turn.turn_im + i);
    const Float8 twice = zr + zr, size = lane8(turn.size + i);
    Float8 before = f[0], now = f[1] + twice * f[0];
    for (int k = 2; k < kRun; ++k) {
      const Float8 next = twice * now + (f[k] - size * before);
      before = now, now = next;
    }
    const Float8 br = now - zr * before, bi = zi * before;
    const Float8 c = to_float(chi + i);
    const Float8 pr = c * lane8(turn.gain_re + i), pi = c * lane8(turn.gain_im + i);
    const Float8 ar = to_float(re + i), ai = to_float(im + i);
    const Float8 fr = turns ? lane8(turn.far_re + i) : all(1);
    const Float8 fi = turns ? lane8(turn.far_im + i) : all(0);
    to_double((ar * fr - ai * fi) + (pr * br - pi * bi), re + i);
    to_double((ar * fi + ai * fr) + (pr * bi + pi * br), im + i);
  }
}

// b = sum z^(..) f in units of g chi; ears hear Re[w g chi b].
template <int Ears>
void strike_ears(int padded, const StrikeModes& modes, const float* force, int samples, int parts,
                 float (*heard)[kHop], double* re, double* im) {
  Float8 sum[Ears > 0 ? Ears : 1][kHop];
  for (int ear = 0; ear < Ears; ++ear)
    for (int n = 0; n < samples - 1; ++n) sum[ear][n] = all(0);
  for (int i = 0; i < padded; i += kLane) {
    const Float8 zr = lane8(modes.part_re + i), zi = lane8(modes.part_im + i);
    const Float8 twice = zr + zr, size = lane8(modes.part_size + i);
    const Float8 tr = lane8(modes.turn_re + i), ti = lane8(modes.turn_im + i);
    const Float8 shape = to_float(modes.shape + i);
    const Float8 pr = shape * lane8(modes.gain_re + i), pi = shape * lane8(modes.gain_im + i);
    Float8 wr[Ears > 0 ? Ears : 1], wi[Ears > 0 ? Ears : 1];
    for (int ear = 0; ear < Ears; ++ear) {
      const Float8 x = lane8(modes.weight_re[ear] + i), y = lane8(modes.weight_im[ear] + i);
      wr[ear] = x * pr - y * pi, wi[ear] = x * pi + y * pr;
    }
    Float8 br = all(0), bi = all(0);
    const float* f = force;
    for (int n = 0; n < samples; ++n, f += parts) {
      Float8 fr = all(f[0]), fi = all(0);
      if (parts > 1) {
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
      if (n + 1 < samples)
        for (int ear = 0; ear < Ears; ++ear) sum[ear][n] += wr[ear] * br - wi[ear] * bi;
    }
    to_double(pr * br - pi * bi, re + i);
    to_double(pr * bi + pi * br, im + i);
  }
  for (int ear = 0; ear < Ears; ++ear)
    for (int n = 0; n < samples - 1; ++n) heard[ear][n] += static_cast<float>(sum_of(sum[ear][n]));
}

void strike(int padded, const StrikeModes& modes, const float* force, int samples, int parts,
            float (*heard)[kHop], double* re, double* im) noexcept {
  if (modes.ears == 4)
    strike_ears<4>(padded, modes, force, samples, parts, heard, re, im);
  else if (modes.ears == 2)
    strike_ears<2>(padded, modes, force, samples, parts, heard, re, im);
  else if (modes.ears == 1)
    strike_ears<1>(padded, modes, force, samples, parts, heard, re, im);
  else
    strike_ears<0>(padded, modes, force, samples, parts, heard, re, im);
}

void turn_on(int padded, const double* z_re, const double* z_im, int n, const double* re,
             const double* im, bool add, double* to_re, double* to_im) noexcept {
  for (int i = 0; i < padded; i += 4) {
    Double4 zr = lane4(z_re + i), zi = lane4(z_im + i), ar = lane4(re + i), ai = lane4(im + i);
    for (int left = n; left > 0; left >>= 1) {
      if (left & 1) {
        const Double4 turned = ar * zr - ai * zi;
        ai = ar * zi + ai * zr, ar = turned;
      }
      const Double4 squared = zr * zr - zi * zi;
      zi = 2 * zr * zi, zr = squared;
    }
    lane4(to_re + i) = add ? lane4(to_re + i) + ar : ar;
    lane4(to_im + i) = add ? lane4(to_im + i) + ai : ai;
  }
}

double direct(int padded, const double* shape, const float* x_re, const float* x_im,
              const float* w_re, const float* w_im) noexcept {
  Float8 sum = all(0);
  for (int i = 0; i < padded; i += kLane)
    sum += to_float(shape + i) *
           (lane8(w_re + i) * lane8(x_im + i) + lane8(w_im + i) * lane8(x_re + i));
  return sum_of(sum);
}

Double4 size_of(const Double4& x) { return x < 0 ? -x : x; }

// |a| <= max(most + 0.236 least, 0.822 most + 0.592 least) of its parts, the chords of sqrt(1 +
// t^2) up to 1/2 and from there: 3 % too large at most.
void bound(int padded, const double* chi, const double* period, const double* re, const double* im,
           double* way, double* speed) noexcept {
  Double4 speeds = {}, ways_sum = {};
  for (int i = 0; i < padded; i += 4) {
    const Double4 x = size_of(lane4(re + i)), y = size_of(lane4(im + i));
    const Double4 most = x > y ? x : y, least = x > y ? y : x;
    const Double4 low = most + 0.23606797749979 * least;
    const Double4 high = 0.82185440511665 * most + 0.5923591472565 * least;
    const Double4 v = size_of(lane4(chi + i)) * (low > high ? low : high);
    speeds += v, ways_sum += v * lane4(period + i);
  }
  *speed += (speeds[0] + speeds[1]) + (speeds[2] + speeds[3]);
  *way += (ways_sum[0] + ways_sum[1]) + (ways_sum[2] + ways_sum[3]);
}

}  // namespace
}  // namespace peal
