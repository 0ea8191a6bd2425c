// Body of the rod kernel: block elimination of a symmetric block pentadiagonal matrix. A panel
// (A, B, C) holds a block's own part and those of the two blocks that come after it on its way to
// the middle; eliminating it takes B A^-1 B^T, C A^-1 B^T and C A^-1 C^T from what is left. Two
// chains, one from each end, do not wait for each other.
#pragma once
#include "physics/rods/lanes_kernel_body.h"

namespace peal {
namespace {

/// What the blocks eliminated so far take from the next block (a, b) and the one after it (far).
struct Chain {
  Lanes a[4], b[4], far[4];
};

inline Chain empty_chain() {
  Chain chain;
  for (int k = 0; k < 4; ++k) chain.a[k] = chain.b[k] = chain.far[k] = all(0);
  return chain;
}

inline Lanes pick(Lanes a, Lanes b, Lanes c, Lanes d) {  // lane 0 of a, 1 of b, 2 of c, 3 of d
  return __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 5, 2, 7),
                                 __builtin_shufflevector(c, d, 0, 5, 2, 7), 0, 1, 6, 7);
}

/// One block on its way out. Columns below their pivots, divided by these, are L. Everything stays
/// in lanes, where a number moves faster than through scalars.
template <int kParts>
struct Elimination {
  Lanes a[4], b[4], c[4];  // columns of the panel
  Lanes d0, d1, d2, d3;    // reciprocal pivots, in all lanes
  Lanes l10, l20, l30, l21, l31, l32;

  void begin(const double* panel, const Chain& chain) {
    for (int k = 0; k < 4; ++k) {
      a[k] = load(panel + 12 * k) - chain.a[k];
      if (kParts > 1) b[k] = load(panel + 12 * k + 4) - chain.b[k];
      if (kParts > 2) c[k] = load(panel + 12 * k + 8);
    }
  }
  void clear(int j, Lanes by, int k) {
    a[j] -= by * a[k];
    if (kParts > 1) b[j] -= by * b[k];
    if (kParts > 2) c[j] -= by * c[k];
  }
  void first() {
    d0 = 1 / spread<0>(a[0]);
    l10 = spread<1>(a[0]) * d0, l20 = spread<2>(a[0]) * d0, l30 = spread<3>(a[0]) * d0;
    clear(1, l10, 0), clear(2, l20, 0), clear(3, l30, 0);
  }
  void second() {
    d1 = 1 / spread<1>(a[1]);
    l21 = spread<2>(a[1]) * d1, l31 = spread<3>(a[1]) * d1;
    clear(2, l21, 1), clear(3, l31, 1);
  }
  void third() {
    d2 = 1 / spread<2>(a[2]);
    l32 = spread<3>(a[2]) * d2;
    clear(3, l32, 2);
  }
  void fourth() { d3 = 1 / spread<3>(a[3]); }

  /// Column kColumn of what goes over to the next blocks.
  template <int kColumn>
  void pass_column(const Lanes (&scaled_b)[4], const Lanes (&scaled_c)[4], Chain& chain) {
    Lanes own = chain.far[kColumn], next = all(0), far = all(0);
    for (int k = 0; k < 4; ++k) {
      const Lanes by_b = spread<kColumn>(scaled_b[k]);
      own += by_b * b[k];
      if (kParts > 2) {
        next += by_b * c[k];
        far += spread<kColumn>(scaled_c[k]) * c[k];
      }
    }
    chain.a[kColumn] = own, chain.b[kColumn] = next, chain.far[kColumn] = far;
  }

  /// The chain moves on by one block, the panel becomes (A^-1, B A^-1, C A^-1).
  void finish(double* panel, Chain& chain) {
    Lanes scaled_b[4], scaled_c[4];
    const auto scale = [&](const Lanes(&u)[4], Lanes(&scaled)[4]) {
      scaled[0] = d0 * u[0], scaled[1] = d1 * u[1], scaled[2] = d2 * u[2], scaled[3] = d3 * u[3];
    };
    if (kParts > 1) scale(b, scaled_b);
    if (kParts > 2) scale(c, scaled_c);
    if (kParts > 1) {  // first what the next block waits for
      pass_column<0>(scaled_b, scaled_c, chain), pass_column<1>(scaled_b, scaled_c, chain);
      pass_column<2>(scaled_b, scaled_c, chain), pass_column<3>(scaled_b, scaled_c, chain);
    }
    // n = L^-1, unit lower triangular; A^-1 = n^T d n
    const Lanes n10 = -l10, n21 = -l21, n32 = -l32;
    const Lanes n20 = -l20 - l21 * n10, n31 = -l31 - l32 * n21;
    const Lanes n30 = -l30 - l31 * n10 - l32 * n20;
    const Lanes unit = all(1), none = all(0);
    const auto put = [&](int part, Lanes u0, Lanes u1, Lanes u2, Lanes u3) {
      store(panel + part, u0 + n10 * u1 + n20 * u2 + n30 * u3);
      store(panel + 12 + part, u1 + n21 * u2 + n31 * u3);
      store(panel + 24 + part, u2 + n32 * u3);
      store(panel + 36 + part, u3);
    };
    put(0, d0 * pick(unit, none, none, none), d1 * pick(n10, unit, none, none),
        d2 * pick(n20, n21, unit, none), d3 * pick(n30, n31, n32, unit));
    if (kParts > 1) put(4, scaled_b[0], scaled_b[1], scaled_b[2], scaled_b[3]);
    if (kParts > 2) put(8, scaled_c[0], scaled_c[1], scaled_c[2], scaled_c[3]);
  }
};

template <int kParts>
inline void eliminate(double* panel, Chain& chain) {
  Elimination<kParts> one;
  one.begin(panel, chain);
  one.first(), one.second(), one.third(), one.fourth();
  one.finish(panel, chain);
}

/// Two at once, pivot by pivot: the divisions of one hide those of the other.
inline void eliminate_both(double* panel, Chain& chain, double* other_panel, Chain& other_chain) {
  Elimination<3> one, other;
  one.begin(panel, chain), other.begin(other_panel, other_chain);
  one.first(), other.first();
  one.second(), other.second();
  one.third(), other.third();
  one.fourth(), other.fourth();
  one.finish(panel, chain), other.finish(other_panel, other_chain);
}

void factor_panels(int count, int middle, double* panels) noexcept {
  Chain front = empty_chain(), back = empty_chain();
  int i = 0, j = count - 1;
  for (; i < middle && j > middle + 1; ++i, --j)
    eliminate_both(panels + kRodPanel * i, front, panels + kRodPanel * j, back);
  for (; i < middle; ++i) eliminate<3>(panels + kRodPanel * i, front);
  for (; j > middle + 1; --j) eliminate<3>(panels + kRodPanel * j, back);
  // The chains meet: seen from the back `middle + 1` is the next block, `middle` the one after.
  const Four turned = transposed(back.b[0], back.b[1], back.b[2], back.b[3]);
  for (int k = 0; k < 4; ++k) {
    front.a[k] += back.far[k];
    front.b[k] += turned.v[k];
    front.far[k] += back.a[k];
  }
  eliminate<2>(panels + kRodPanel * middle, front);
  eliminate<1>(panels + kRodPanel * (middle + 1), front);
}

/// r_next -= L1 r, r_far -= L2 r
inline __attribute__((always_inline)) void take(const double* panel, Lanes r, Lanes& next,
                                                Lanes& far) {
  const Lanes s0 = spread<0>(r), s1 = spread<1>(r), s2 = spread<2>(r), s3 = spread<3>(r);
  next -= (load(panel + 4) * s0 + load(panel + 16) * s1) +
          (load(panel + 28) * s2 + load(panel + 40) * s3);
  far -= (load(panel + 8) * s0 + load(panel + 20) * s1) +
         (load(panel + 32) * s2 + load(panel + 44) * s3);
}

inline Lanes own_part(const double* panel, Lanes r) {
  return (load(panel) * spread<0>(r) + load(panel + 12) * spread<1>(r)) +
         (load(panel + 24) * spread<2>(r) + load(panel + 36) * spread<3>(r));
}

/// x = A^-1 r - L1^T x_next - L2^T x_far
inline __attribute__((always_inline)) Lanes give(const double* panel, Lanes r, Lanes next,
                                                 Lanes far) {
  return own_part(panel, r) - sums(load(panel + 4) * next + load(panel + 8) * far,
                                   load(panel + 16) * next + load(panel + 20) * far,
                                   load(panel + 28) * next + load(panel + 32) * far,
                                   load(panel + 40) * next + load(panel + 44) * far);
}

void solve_panels_for(int count, int middle, const double* panels, double* r) noexcept {
  const auto panel = [&](int i) { return panels + kRodPanel * i; };
  Lanes f0 = load(r), f1 = load(r + 4);  // block i and the next, without what came before
  Lanes b0 = load(r + 4 * (count - 1)), b1 = load(r + 4 * (count - 2));
  // Blocks of the middle are shared: the chains only collect there.
  int i = 0, j = count - 1;
  const auto next_front = [&] {
    Lanes far = i + 2 < middle + 2 ? load(r + 4 * (i + 2)) : all(0);
    store(r + 4 * i, f0);
    take(panel(i), f0, f1, far);
    f0 = f1, f1 = far, ++i;
  };
  const auto next_back = [&] {
    Lanes far = j - 2 > middle + 1 ? load(r + 4 * (j - 2)) : all(0);
    store(r + 4 * j, b0);
    take(panel(j), b0, b1, far);
    b0 = b1, b1 = far, --j;
  };
  if (count - 2 <= middle + 1) b1 = all(0);
  if (count - 1 <= middle + 1) b0 = all(0);
  while (i < middle && j > middle + 1) next_front(), next_back();
  while (i < middle) next_front();
  while (j > middle + 1) next_back();
  // Front: f0 is block `middle`, f1 the next. Back: b0 is block `middle + 1`, b1 block `middle`.
  f0 += b1, f1 += b0;
  Lanes none = all(0);
  take(panel(middle), f0, f1, none);
  const Lanes x1 = own_part(panel(middle + 1), f1);
  const double* p = panel(middle);
  const Lanes x0 = own_part(p, f0) -
                   sums(load(p + 4) * x1, load(p + 16) * x1, load(p + 28) * x1, load(p + 40) * x1);
  store(r + 4 * middle, x0), store(r + 4 * (middle + 1), x1);
  Lanes up0 = x0, up1 = x1, down0 = x1, down1 = x0;
  i = middle - 1, j = middle + 2;
  const auto back_front = [&] {
    const Lanes x = give(panel(i), load(r + 4 * i), up0, up1);
    store(r + 4 * i, x);
    up1 = up0, up0 = x, --i;
  };
  const auto back_back = [&] {
    const Lanes x = give(panel(j), load(r + 4 * j), down0, down1);
    store(r + 4 * j, x);
    down1 = down0, down0 = x, ++j;
  };
  while (i >= 0 && j < count) back_front(), back_back();
  while (i >= 0) back_front();
  while (j < count) back_back();
}

}  // namespace
}  // namespace peal
