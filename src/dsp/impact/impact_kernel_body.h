// Body of the impact kernel, included once per instruction set by impact_kernel_*.cpp. Everything
// is in an unnamed namespace and nothing else is included: an inline function shared between the
// two files could be linked in its AVX2 version and stop older processors.
#include "dsp/impact/impact_kernel.h"

namespace peal {
namespace {

typedef double Double4 __attribute__((vector_size(32)));

const Double4& lane4(const double* p) { return *reinterpret_cast<const Double4*>(p); }
Double4& lane4(double* p) { return *reinterpret_cast<Double4*>(p); }

double way(int padded, const ModalTurn& turn, const double* chi, const double* re,
           const double* im) noexcept {
  Double4 sum0 = {}, sum1 = {};
  for (int i = 0; i < padded; i += kLane) {
    sum0 += lane4(chi + i) *
            (lane4(re + i) * lane4(turn.way_re + i) + lane4(im + i) * lane4(turn.way_im + i));
    sum1 += lane4(chi + i + 4) * (lane4(re + i + 4) * lane4(turn.way_re + i + 4) +
                                  lane4(im + i + 4) * lane4(turn.way_im + i + 4));
  }
  const Double4 sum = sum0 + sum1;
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void push(int padded, const ModalTurn& turn, const double* chi, double force, double* re,
          double* im) noexcept {
  for (int i = 0; i < padded; i += 4) {
    const Double4 add = lane4(chi + i) * force;
    lane4(re + i) += lane4(turn.gain_re + i) * add;
    lane4(im + i) += lane4(turn.gain_im + i) * add;
  }
}

void step(int padded, const ModalTurn& turn, const double* chi, double force, double* re,
          double* im) noexcept {
  for (int i = 0; i < padded; i += 4) {
    const Double4 zr = lane4(turn.turn_re + i), zi = lane4(turn.turn_im + i);
    const Double4 ar = lane4(re + i), ai = lane4(im + i), push = lane4(chi + i) * force;
    lane4(re + i) = ar * zr - ai * zi + lane4(turn.gain_re + i) * push;
    lane4(im + i) = ar * zi + ai * zr + lane4(turn.gain_im + i) * push;
  }
}

}  // namespace
}  // namespace peal
