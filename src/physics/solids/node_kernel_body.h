// Explicit time steps of nodes: forces of all slots summed in their order, leapfrog, and for
// directors one Lagrange multiplier per node that keeps their length (SHAKE; Ryckaert, Ciccotti and
// Berendsen 1977).
#pragma once
#include "physics/solids/solid_lanes_kernel_body.h"

namespace peal {
namespace {

template <int kRows>
void kick_rows(const NodeCall& call, long first, long last) {
  const double keep = (1 - 0.5 * call.drag * call.step) / (1 + 0.5 * call.drag * call.step);
  const double gain = call.step / (1 + 0.5 * call.drag * call.step);
  for (long n = first; n < last; ++n) {
    Lanes force[kRows];
    for (int r = 0; r < kRows; ++r) force[r] = load(call.load + n * 4 * kRows + 4 * r);
    for (int s = call.first_slot[n]; s < call.first_slot[n + 1]; s += 4 * kRows)
      for (int r = 0; r < kRows; ++r) force[r] += load(call.slots + s + 4 * r);
    for (int r = 0; r < kRows; ++r) {
      const long at = n * 4 * kRows + 4 * r;
      store(call.rate + at,
            keep * load(call.rate + at) + gain * load(call.inverse + at) * force[r]);
    }
  }
}

void kick_nodes(const NodeCall& call, long first, long last) noexcept {
  if (call.stride == 8)
    kick_rows<2>(call, first, last);
  else
    kick_rows<1>(call, first, last);
}

// y = d + h w, d' = y + mu d with |d'| = 1: mu = -y.d + sqrt((y.d)^2 - |y|^2 + 1)
void drift_nodes(const NodeCall& call, long first, long last) noexcept {
  const double h = call.step;
  if (call.stride == 4) {
    for (long at = 4 * first; at < 4 * last; at += 4)
      store(call.state + at, load(call.state + at) + h * load(call.rate + at));
    return;
  }
  const double rate = 1 / h;
  for (long n = first; n < last; n += 4) {
    const int base = static_cast<int>(8 * n);
    const int at[4] = {base + 4, base + 12, base + 20, base + 28};
    for (long x = base; x < base + 32; x += 8)
      store(call.state + x, load(call.state + x) + h * load(call.rate + x));
    const Lanes3 d = rows(call.state, at), y = d + h * rows(call.rate, at);
    const Lanes along = dot(y, d);
    const Lanes mu = root(along * along - dot(y, y) + 1) - along;
    const Lanes3 next = y + mu * d;
    put_rows(call.rate, at, rate * (next - d));
    put_rows(call.state, at, next);
  }
}

}  // namespace
}  // namespace peal
