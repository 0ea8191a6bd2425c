// The inner loops of clicks: weighted sums of tables for several ears at once, and their
// convolution with a force.
//   out[column][n] = sum_rows weights[column][row] table(row, n)
//   out[n + j] += force[j] click[n]
// and mixtures of weights for rows that stand for many others.
// Tables lie in blocks of kClickBlock samples, and in a block row after row, so that they are read
// from front to back. Every column is summed over the rows in their order: a click is the same bits
// whatever it is computed together with.
// The same code is compiled for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once

namespace peal {

inline constexpr int kClickBlock = 16;   // [samples]
inline constexpr int kClickColumns = 4;  // at most, per call
inline constexpr int kLateBasis = 128;   // of a group of rows, see click_tables.h

struct ClickTables {
  const float* data = nullptr;  // 32-byte aligned: [block][row][kClickBlock]
  int rows = 0, blocks = 0;
};

struct ClickKernel {
  /// Rows first .. first + count, of block b only the first active[b] when there is such a list;
  /// out[column] holds blocks * kClickBlock samples.
  void (*sum)(const ClickTables&, int first, int count, const int* active,
              const float* const* weights, int columns, float* const* out) noexcept;
  /// `forces` zeros lie before the click and `forces` + 8 behind it; up to 7 zeros are added to
  /// what follows the samples + forces - 1 of the result.
  void (*convolve)(const float* click, int samples, const float* force, int forces,
                   float* out) noexcept;
  /// out[k] = sum_i rows[members[i]] table[i][k], kLateBasis values; the table 32-byte aligned.
  void (*mix)(const float* table, const int* members, int count, const float* rows,
              float* out) noexcept;
};

extern const ClickKernel kClickKernelPortable, kClickKernelAvx2;

/// The fastest kernel that this processor can run.
const ClickKernel& best_click_kernel() noexcept;

}  // namespace peal
