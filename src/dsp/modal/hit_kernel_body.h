// Body of the hit kernel, included once per instruction set by hit_kernel_*.cpp. Everything is in
// an unnamed namespace and nothing else is included (see drive_kernel_body.h).
#include "dsp/modal/hit_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));

const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }
Float8& lane8(float* p) { return *reinterpret_cast<Float8*>(p); }

float sum8(const Float8& v) {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

void hit_modes(int padded, const HitTerms& t) noexcept {
  const float r = t.rest, r2 = r * r;
  for (int i = 0; i < padded; i += kLane) {
    const Float8 narrow = lane8(t.narrow + i);
    const Float8 j =
        t.impulse * lane8(t.shape + i) * (narrow + t.wide * (lane8(t.wider + i) - narrow));
    const Float8 re = 1.0f + r * lane8(t.sh_re + i) + r2 * lane8(t.sh2_re + i);
    const Float8 im = r * lane8(t.sh_im + i) + r2 * lane8(t.sh2_im + i);
    const Float8 pr = lane8(t.phase_re + i), pi = lane8(t.phase_im + i);
    lane8(t.jump_re + i) += j * (pr * re - pi * im);
    lane8(t.jump_im + i) += j * (pr * im + pi * re);
    lane8(t.before + i) += (1 - t.part) * j;
    lane8(t.after + i) += t.part * j;
  }
}

void press_modes(int padded, float force, const float* shape, float* sum) noexcept {
  for (int i = 0; i < padded; i += kLane) lane8(sum + i) += force * lane8(shape + i);
}

void hold_modes(int padded, const HoldTerms& t) noexcept {
  for (int i = 0; i < padded; i += kLane) {
    const Float8 q = lane8(t.force + i), part = t.half * q;
    lane8(t.jump_re + i) += q * lane8(t.gain_re + i);
    lane8(t.jump_im + i) += q * lane8(t.gain_im + i);
    lane8(t.before + i) += part;
    lane8(t.after + i) += part;
  }
}

void step_modes(int padded, const float* z_re, const float* z_im, const float* jump_re,
                const float* jump_im, float* re, float* im) noexcept {
  for (int i = 0; i < padded; i += kLane) {
    const Float8 zr = lane8(z_re + i), zi = lane8(z_im + i), ar = lane8(re + i), ai = lane8(im + i);
    lane8(re + i) = zr * ar - zi * ai + lane8(jump_re + i);
    lane8(im + i) = zr * ai + zi * ar + lane8(jump_im + i);
  }
}

float hear_modes(int padded, const float* w_re, const float* w_im, const float* re,
                 const float* im) noexcept {
  Float8 sum = {};
  for (int i = 0; i < padded; i += kLane)
    sum += lane8(w_re + i) * lane8(re + i) - lane8(w_im + i) * lane8(im + i);
  return sum8(sum);
}

float weigh_modes(int padded, const float* w, const float* x) noexcept {
  Float8 sum = {};
  for (int i = 0; i < padded; i += kLane) sum += lane8(w + i) * lane8(x + i);
  return sum8(sum);
}

}  // namespace
}  // namespace peal
