// Body of the click kernel, included once per instruction set by click_kernel_*.cpp. Everything is
// in an unnamed namespace and nothing else is included (see bank_kernel_body.h).
#include "dsp/radiation/click_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));

const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }
// Off a boundary. Copied: clang takes a reference to a vector for one on its boundary, whatever its
// type says.
Float8 loose8(const float* p) {
  Float8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
void put_loose8(float* p, const Float8& v) { __builtin_memcpy(p, &v, sizeof v); }

// Two vectors of eight samples for each column are held in registers.
template <int Columns>
void sum_columns(const ClickTables& tables, int first, int count, const int* active,
                 const float* const* weights, float* const* out) {
  for (int block = 0; block < tables.blocks; ++block) {
    const long start = static_cast<long>(block) * tables.rows + first;
    const float* table = tables.data + start * kClickBlock;
    Float8 low[Columns] = {}, high[Columns] = {};
    const int rows = active ? active[block] : count;
    for (int row = 0; row < rows; ++row, table += kClickBlock) {
      const Float8 a = lane8(table), b = lane8(table + 8);
      for (int c = 0; c < Columns; ++c) {
        low[c] += weights[c][row] * a;
        high[c] += weights[c][row] * b;
      }
    }
    for (int c = 0; c < Columns; ++c) {
      put_loose8(out[c] + block * kClickBlock, low[c]);
      put_loose8(out[c] + block * kClickBlock + 8, high[c]);
    }
  }
}

void sum(const ClickTables& tables, int first, int count, const int* active,
         const float* const* weights, int columns, float* const* out) noexcept {
  switch (columns) {
    case 1:
      return sum_columns<1>(tables, first, count, active, weights, out);
    case 2:
      return sum_columns<2>(tables, first, count, active, weights, out);
    case 3:
      return sum_columns<3>(tables, first, count, active, weights, out);
    default:
      return sum_columns<4>(tables, first, count, active, weights, out);
  }
}

// The sums over the force stay in registers: of as many samples of the result as zeros after the
// click allow, since each waits for itself.
template <int Held>
int convolve_held(const float* click, int samples, const float* force, int forces, int n,
                  float* out) {
  for (; n + 8 * (Held - 1) < samples + forces - 1; n += 8 * Held) {
    Float8 total[Held] = {};
    // The others meet zeros before and after the click.
    const int from = n - samples + 1 > 0 ? n - samples + 1 : 0;
    const int to = n + 8 * Held < forces ? n + 8 * Held : forces;
    for (int j = from; j < to; ++j)
      for (int v = 0; v < Held; ++v) total[v] += force[j] * loose8(click + n + 8 * v - j);
    for (int v = 0; v < Held; ++v) put_loose8(out + n + 8 * v, loose8(out + n + 8 * v) + total[v]);
  }
  return n;
}

void convolve(const float* click, int samples, const float* force, int forces,
              float* out) noexcept {
  constexpr int kHeld = 4;
  int n = 0;
  if (forces >= 8 * (kHeld - 1)) n = convolve_held<kHeld>(click, samples, force, forces, n, out);
  convolve_held<1>(click, samples, force, forces, n, out);
}

// Half of the sums at a time are held in registers.
void mix(const float* table, const int* members, int count, const float* rows,
         float* out) noexcept {
  constexpr int kHeld = 8;
  for (int first = 0; first < kLateBasis; first += 8 * kHeld) {
    Float8 total[kHeld] = {};
    const float* at = table + first;
    for (int i = 0; i < count; ++i, at += kLateBasis) {
      const float weight = rows[members[i]];
      for (int j = 0; j < kHeld; ++j) total[j] += weight * lane8(at + 8 * j);
    }
    for (int j = 0; j < kHeld; ++j) put_loose8(out + first + 8 * j, total[j]);
  }
}

}  // namespace
}  // namespace peal
