// Body of the rod kernel: frames of the edges.
#pragma once
#include "physics/rods/lanes_kernel_body.h"

namespace peal {
namespace {

struct Turn {
  Lanes cosine, sine;
};

/// By series to the 16th power for the small angles of a step, by the library for others.
inline Turn turn_by(Lanes angle) {
  if (!within(angle, 0.5)) {
    Turn out;
    for (int k = 0; k < 4; ++k) {
      out.cosine[k] = __builtin_cos(angle[k]);
      out.sine[k] = __builtin_sin(angle[k]);
    }
    return out;
  }
  const Lanes z = angle * angle;
  Lanes c = all(1 / 20922789888000.0);  // 1/16!
  c = c * z - 1 / 87178291200.0;
  c = c * z + 1 / 479001600.0;
  c = c * z - 1 / 3628800.0;
  c = c * z + 1 / 40320.0;
  c = c * z - 1 / 720.0;
  c = c * z + 1 / 24.0;
  c = c * z - 0.5;
  Lanes s = all(-1 / 1307674368000.0);  // 1/15!
  s = s * z + 1 / 6227020800.0;
  s = s * z - 1 / 39916800.0;
  s = s * z + 1 / 362880.0;
  s = s * z - 1 / 5040.0;
  s = s * z + 1 / 120.0;
  s = s * z - 1 / 6.0;
  return {1 + c * z, angle + angle * z * s};
}

void copy_edge(const Channels& c, int from, int to) {
  for (int channel = kRodT; channel <= kRodInverse; ++channel)
    *c.at(channel, to) = *c.at(channel, from);
}

void move_frames(const RodView& rod) noexcept {
  const Channels c(rod);
  const int m = rod.points, edges = rod.edges;
  if (edges == m)  // a ring: the points and rates behind the end are those at the beginning
    for (int channel = kRodX; channel < kRodX + 3; ++channel)
      for (int k = 0; k < kRodPad; ++k) *c.at(channel, m + k) = *c.at(channel, k);
  for (int j = 0; j < edges; j += 4) {
    const Lanes3 e = c.three(kRodX, j + 1) - c.three(kRodX, j);
    const Lanes inverse = 1 / root(dot(e, e));
    const Lanes3 t = inverse * e, before = c.three(kRodStartT, j);
    // PT(u) = c u + b x u + b (b.u) / (1 + c)
    const Lanes3 b = cross(before, t), u = c.three(kRodStartD, j);
    const Lanes cosine = dot(before, t);
    Lanes3 d = cosine * u + cross(b, u) + (dot(b, u) / (1 + cosine)) * b;
    const Turn turn = turn_by(c.one(kRodX + 3, j) - c.one(kRodStartTwist, j));
    d = turn.cosine * d + turn.sine * cross(t, d);
    d = d - dot(d, t) * t;
    d = (1.5 - 0.5 * dot(d, d)) * d;  // as 1 / |d|, which is 1 but for rounding
    c.put(kRodT, j, t);
    c.put(kRodD1, j, d);
    c.put(kRodD2, j, cross(t, d));
    store(c.at(kRodInverse, j), inverse);
  }
  if (edges == m) {
    for (int k = 1; k <= kRodPad; ++k) copy_edge(c, m - k, -k);
    for (int k = 0; k < kRodBehind; ++k) copy_edge(c, k % m, m + k);
    for (int channel = kRodV; channel < kRodV + 4; ++channel)
      for (int k = 0; k < kRodPad; ++k) {
        *c.at(channel, -k - 1) = *c.at(channel, m - k - 1);
        *c.at(channel, m + k) = *c.at(channel, k);
      }
  } else {
    for (int k = 1; k <= kRodPad; ++k) copy_edge(c, 0, -k);
    for (int j = edges; j < m + kRodBehind; ++j) copy_edge(c, edges - 1, j);
  }
}

void predict_state(const RodView& rod, double h, int order, double* change, double* before,
                   double* long_before, double* misses) noexcept {
  const Channels c(rod);
  const double now = order == 0 ? 0 : order, then = order == 2 ? -1 : 0;
  Lanes none = all(0), line = all(0), parabola = all(0);
  for (int i = 0; i < rod.points; i += 4) {
    Lanes guess[4];
    for (int k = 0; k < 4; ++k) {
      const int at = 4 * (i + k);
      const Lanes was = load(change + at), last = load(before + at), once = was - last;
      const Lanes twice = once - (last - load(long_before + at));
      none += was * was, line += once * once, parabola += twice * twice;
      guess[k] = now * was + then * last;
      store(long_before + at, last), store(before + at, was), store(change + at, guess[k]);
    }
    const Four rows = transposed(guess[0], guess[1], guess[2], guess[3]);
    for (int k = 0; k < 4; ++k) {
      const Lanes v = c.one(kRodV + k, i), a = c.one(kRodA + k, i), more = rows.v[k];
      store(c.at(kRodX + k, i), c.one(kRodX + k, i) + h * (v + (h / 2) * (a + 0.5 * more)));
      store(c.at(kRodV + k, i), v + h * (a + 0.5 * more));
      store(c.at(kRodA + k, i), a + more);
    }
  }
  misses[0] = none[0] + none[1] + none[2];  // without the twists
  misses[1] = line[0] + line[1] + line[2];
  misses[2] = parabola[0] + parabola[1] + parabola[2];
}

void add_blocks(int points, const double* d, double* sum) noexcept {
  for (int i = 0; i < 4 * points; i += 4) store(sum + i, load(sum + i) + load(d + i));
}

void measure_state(const RodView& rod, const double* r, double arm, double* sums) noexcept {
  const Channels c(rod);
  Lanes residual = all(0), inertial = all(0);
  for (int i = 0; i < rod.points; ++i) residual += load(r + 4 * i) * load(r + 4 * i);
  int i = 0;
  for (; i + 4 <= rod.points; i += 4) {
    const Lanes3 a = c.three(kRodA, i);
    const Lanes m = c.one(kRodMass, i), t = (arm * c.one(kRodInertia, i)) * c.one(kRodA + 3, i);
    inertial += (m * m) * dot(a, a) + t * t;
  }
  for (; i < rod.points; ++i)
    for (int k = 0; k < 4; ++k) {
      const double f =
          *c.at(kRodA + k, i) * *c.at(k < 3 ? kRodMass : kRodInertia, i) * (k < 3 ? 1 : arm);
      inertial[k] += f * f;
    }
  sums[0] = residual[0] + residual[1] + residual[2] + arm * arm * residual[3];
  sums[1] = inertial[0] + inertial[1] + inertial[2] + inertial[3];
}

void advance_state(const RodView& rod, const double* d, double to_x, double to_v,
                   double to_a) noexcept {
  const Channels c(rod);
  for (int i = 0; i < rod.points; i += 4) {
    const double* at = d + 4 * i;
    const Four rows = transposed(load(at), load(at + 4), load(at + 8), load(at + 12));
    for (int k = 0; k < 4; ++k) {
      store(c.at(kRodX + k, i), c.one(kRodX + k, i) + to_x * rows.v[k]);
      store(c.at(kRodV + k, i), c.one(kRodV + k, i) + to_v * rows.v[k]);
      store(c.at(kRodA + k, i), c.one(kRodA + k, i) + to_a * rows.v[k]);
    }
  }
}

}  // namespace
}  // namespace peal
