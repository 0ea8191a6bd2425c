// Innermost loops of the wave equation: one row of cells at a time. Plain data only, since the same
// code is also compiled for AVX2; the two differ in rounding only. In units where the step is one:
//   next = 2 p - before + g sum_faces A (p_neighbour - p),     g = (c dt / dx)^2 / V
// `next` enters holding `before` and leaves holding the pressure one step later.
#pragma once

namespace peal::wave_rows {

inline constexpr int kLayer = 8;  // cells of the absorbing layer at each end of an axis

/// Cells from .. to - 1 of a row, which has more at both ends, and its four neighbours.
struct Row {
  int from, to;
  float* next;
  const float *here, *y_low, *y_high, *z_low, *z_high;
};

/// Openings of the low faces (x: n + 1 of them, the last is the row's high end) and of the faces
/// towards y_high and z_high; gain is g, 0 in the solid.
struct Openings {
  const float *gain, *x, *y_low, *y_high, *z_low, *z_high;
};

/// Recursive convolution of the absorbing layer along one axis (Pasalic & McGarry 2010):
///   psi <- b psi + a (p_high - p_low) at faces, zeta <- b zeta + a D at cells,
///   D = second difference + difference of psi; the cell gains D + zeta instead of the difference.
struct LayerCell {
  float b, a;
};
/// The same for both ends of a row: kLayer at the low, kLayer at the high end.
struct LayerEnds {
  float b[2 * kLayer], a[2 * kLayer];
};

struct Table {
  void (*plain)(const Row&, float gain);
  void (*cut)(const Row&, const Openings&);
  /// psi of a row of faces between two rows of cells.
  void (*faces)(int n, float* psi, const float* low, const float* high, LayerCell);
  /// Adds the layer's part to `next`; psi may be null where there is none (the layer's inner end).
  void (*cells)(int n, float* next, float* zeta, const float* low, const float* here,
                const float* high, const float* psi_low, const float* psi_high, LayerCell,
                float gain);
  /// The same along the row itself, both ends. psi and zeta: as in LayerEnds.
  void (*ends)(int n, float* next, const float* here, float* psi, float* zeta,
               const LayerEnds& faces, const LayerEnds& cells, float gain);
};

extern const Table kBaseline, kAvx2;
/// The fastest of them on this processor.
const Table& best();

}  // namespace peal::wave_rows
