// Body of the rod kernel: the blocks on and beside the diagonal of the inverse, from a factor. With
// Z the inverse, S the two blocks after i on its way to the middle and L = (B A^-1, C A^-1):
//   Z_Si = -Z_SS L      Z_ii = A^-1 - L^T Z_Si      (Takahashi's recursion, from the middle out)
#pragma once
#include "physics/rods/lanes_kernel_body.h"

namespace peal {
namespace {

inline Lanes times(const Four& a, Lanes v) {
  return (a.v[0] * spread<0>(v) + a.v[1] * spread<1>(v)) +
         (a.v[2] * spread<2>(v) + a.v[3] * spread<3>(v));
}
inline Four turned_over(const Four& a) { return transposed(a.v[0], a.v[1], a.v[2], a.v[3]); }
inline void put_block(double* to, const Four& a) {
  for (int k = 0; k < 4; ++k) store(to + 4 * k, a.v[k]);
}

/// Blocks of the inverse around the next block and the one after it (far), in columns.
struct Around {
  Four next, far_next, far;  // Z_nn, Z_fn, Z_ff
};

/// Moves one block outward: the block becomes `next`, what was next `far`.
inline void step_out(const double* panel, Around& z) {
  const Four next_far = turned_over(z.far_next);
  Four to_next, to_far, own;
  for (int k = 0; k < 4; ++k) {
    const Lanes l1 = load(panel + 12 * k + 4), l2 = load(panel + 12 * k + 8);
    to_next.v[k] = -times(z.next, l1) - times(next_far, l2);
    to_far.v[k] = -times(z.far_next, l1) - times(z.far, l2);
  }
  for (int k = 0; k < 4; ++k) {
    const Lanes n = to_next.v[k], f = to_far.v[k];
    own.v[k] = load(panel + 12 * k) - sums(load(panel + 4) * n + load(panel + 8) * f,
                                           load(panel + 16) * n + load(panel + 20) * f,
                                           load(panel + 28) * n + load(panel + 32) * f,
                                           load(panel + 40) * n + load(panel + 44) * f);
  }
  z.far = z.next, z.far_next = to_next, z.next = own;
}

void inverse_blocks(int count, int middle, const double* panels, double* own,
                    double* beside) noexcept {
  const double *p = panels + kRodPanel * middle, *q = p + kRodPanel;
  Four first, second, between;  // Z of the middle, the one after it, and K(middle + 1, middle)
  for (int k = 0; k < 4; ++k) second.v[k] = load(q + 12 * k);
  for (int k = 0; k < 4; ++k) between.v[k] = -times(second, load(p + 12 * k + 4));
  for (int k = 0; k < 4; ++k) {
    const Lanes n = between.v[k];
    first.v[k] = load(p + 12 * k) -
                 sums(load(p + 4) * n, load(p + 16) * n, load(p + 28) * n, load(p + 40) * n);
  }
  put_block(own + 16 * middle, first);
  put_block(own + 16 * (middle + 1), second);
  put_block(beside + 16 * middle, between);
  Around front{first, between, second}, back{second, turned_over(between), first};
  for (int i = middle - 1; i >= 0; --i) {
    step_out(panels + kRodPanel * i, front);
    put_block(own + 16 * i, front.next);
    put_block(beside + 16 * i, front.far_next);
  }
  for (int j = middle + 2; j < count; ++j) {
    step_out(panels + kRodPanel * j, back);
    put_block(own + 16 * j, back.next);
    put_block(beside + 16 * (j - 1), turned_over(back.far_next));
  }
}

}  // namespace
}  // namespace peal
