// The inner loops of clouds: what one element sends in CloudBlock::kKnot samples, spread over the
// samples of an ear's future. A sample with place q + s (in samples of arrival; q on the grid of
// the table's phases, s small) is heard at j with h(q - j + s) = h + s h' + s^2/2 h'', so
//   out = h * A + h' * (s A - B) + h'' * (s^2/2 A - s B)
// A: what is heard as it is (m/r + d.n/r^2), B: what is heard by its rate of change (d.n rate/(c
// r)). The same code is compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run
// time.
#pragma once

namespace peal {

inline constexpr int kCloudRun = 32;  // CloudBlock::kKnot
inline constexpr int kMostCloudTaps = 32;
/// Values of a row of the table: whole vectors of 8, zeros behind the taps.
constexpr int cloud_row(int taps) { return (taps + 7) & -8; }

/// One element on its way to one ear, kCloudRun samples of it. Weights go linearly from the first
/// knot to the second, the delay [samples] is a cubic of u = n / kCloudRun.
struct CloudRun {
  const float* monopole;
  const float* dipole[3];
  float monopole_weight[2];   // [1/m]
  float dipole_weight[3][2];  // n/r^2 [1/m^2]
  float rate_weight[2];       // r rate/c
  float delay[4];             // less the whole number of samples that `out` begins with
};

struct CloudKernel {
  /// @param table rows of h, h', h'', cloud_row(taps) values each, for phases 0 .. phases - 1 of a
  /// sample; phases: a power of 2
  /// @param out sample that belongs to delay 0 of the run's first sample and to the first tap; at
  /// least kCloudRun + taps + 16 + (largest delay) values. @return false: nothing to hear.
  bool (*spread)(const CloudRun& run, const float* table, int phases, int taps,
                 float* out) noexcept;
};

extern const CloudKernel kCloudKernelPortable, kCloudKernelAvx2;

/// The fastest kernel that this processor can run.
const CloudKernel& best_cloud_kernel() noexcept;

}  // namespace peal
