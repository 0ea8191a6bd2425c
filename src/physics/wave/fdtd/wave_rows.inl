// Body of the row loops, included once per instruction set by wave_rows*.cpp, in an unnamed
// namespace: nothing shared may be linked in its AVX2 version.
#include "physics/wave/fdtd/wave_rows.h"

namespace peal::wave_rows {
namespace {

void plain(const Row& row, float gain) {
  float* __restrict next = row.next;
  const float* __restrict here = row.here;
  const float* __restrict y0 = row.y_low;
  const float* __restrict y1 = row.y_high;
  const float* __restrict z0 = row.z_low;
  const float* __restrict z1 = row.z_high;
  const float middle = 2 - 6 * gain;
  for (int i = row.from; i < row.to; ++i)
    next[i] = middle * here[i] - next[i] +
              gain * (((here[i - 1] + here[i + 1]) + (y0[i] + y1[i])) + (z0[i] + z1[i]));
}

void cut(const Row& row, const Openings& open) {
  float* __restrict next = row.next;
  const float* __restrict here = row.here;
  const float* __restrict y0 = row.y_low;
  const float* __restrict y1 = row.y_high;
  const float* __restrict z0 = row.z_low;
  const float* __restrict z1 = row.z_high;
  const float* __restrict gain = open.gain;
  const float* __restrict ax = open.x;
  const float* __restrict ay0 = open.y_low;
  const float* __restrict ay1 = open.y_high;
  const float* __restrict az0 = open.z_low;
  const float* __restrict az1 = open.z_high;
  for (int i = row.from; i < row.to; ++i) {
    const float p = here[i];
    const float flow = ((ax[i] * (here[i - 1] - p) + ax[i + 1] * (here[i + 1] - p)) +
                        (ay0[i] * (y0[i] - p) + ay1[i] * (y1[i] - p))) +
                       (az0[i] * (z0[i] - p) + az1[i] * (z1[i] - p));
    next[i] = 2 * p - next[i] + gain[i] * flow;
  }
}

void faces(int n, float* __restrict psi, const float* __restrict low, const float* __restrict high,
           LayerCell f) {
  for (int i = 1; i < n - 1; ++i) psi[i] = f.b * psi[i] + f.a * (high[i] - low[i]);
}

void cells(int n, float* __restrict next, float* __restrict zeta, const float* __restrict low,
           const float* __restrict here, const float* __restrict high, const float* psi_low,
           const float* psi_high, LayerCell f, float gain) {
  const auto add = [&](int i, float slope) {
    const float d = (low[i] + high[i]) - 2 * here[i] + slope;
    zeta[i] = f.b * zeta[i] + f.a * d;
    next[i] += gain * (slope + zeta[i]);
  };
  if (psi_low && psi_high)
    for (int i = 1; i < n - 1; ++i) add(i, psi_high[i] - psi_low[i]);
  else if (psi_high)
    for (int i = 1; i < n - 1; ++i) add(i, psi_high[i]);
  else
    for (int i = 1; i < n - 1; ++i) add(i, -psi_low[i]);
}

// One end: cells first .. first + kLayer - 1 and the kLayer faces that have a psi. At the low end
// those are the cells' low faces, at the high end their high faces.
template <bool Low>
void end(float* __restrict next, const float* __restrict here, float* __restrict psi,
         float* __restrict zeta, const LayerEnds& face, const LayerEnds& cell, float gain) {
  constexpr int k = Low ? 0 : kLayer, shift = Low ? 0 : 1;
  // A face without psi at the layer's inner end: behind the last, or before the first.
  float padded[kLayer + 1];
  float* __restrict fresh = padded + shift;
  for (int s = 0; s < kLayer; ++s)
    fresh[s] = face.b[k + s] * psi[s] + face.a[k + s] * (here[s + shift] - here[s + shift - 1]);
  for (int s = 0; s < kLayer; ++s) psi[s] = fresh[s];
  padded[Low ? kLayer : 0] = 0;
  float slope[kLayer];
  for (int s = 0; s < kLayer; ++s) slope[s] = padded[s + 1] - padded[s];
  for (int s = 0; s < kLayer; ++s) {
    const float d = (here[s - 1] + here[s + 1]) - 2 * here[s] + slope[s];
    const float z = cell.b[k + s] * zeta[s] + cell.a[k + s] * d;
    zeta[s] = z;
    next[s] += gain * (slope[s] + z);
  }
}

void ends(int n, float* next, const float* here, float* psi, float* zeta, const LayerEnds& face,
          const LayerEnds& cell, float gain) {
  end<true>(next + 1, here + 1, psi, zeta, face, cell, gain);
  const int first = n - 1 - kLayer;
  end<false>(next + first, here + first, psi + kLayer, zeta + kLayer, face, cell, gain);
}

constexpr Table kTable{plain, cut, faces, cells, ends};

}  // namespace
}  // namespace peal::wave_rows
