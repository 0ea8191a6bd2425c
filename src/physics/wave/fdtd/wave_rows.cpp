#include "physics/wave/fdtd/wave_rows.inl"

namespace peal::wave_rows {

const Table kBaseline = kTable;

const Table& best() {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (fast) return kAvx2;
#endif
  return kBaseline;
}

}  // namespace peal::wave_rows
