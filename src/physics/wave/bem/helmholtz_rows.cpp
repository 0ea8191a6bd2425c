#include "physics/wave/bem/helmholtz_rows.inl"

namespace peal::helmholtz_rows {

void baseline(const Panels& panels, const Wave& wave, std::size_t row, std::size_t first,
              std::size_t count, Block& out) {
  add_all(panels, wave, row, first, count, out);
}

void run(const Panels& panels, const Wave& wave, std::size_t row, std::size_t first,
         std::size_t count, Block& out) {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (fast) return avx2(panels, wave, row, first, count, out);
#endif
  baseline(panels, wave, row, first, count, out);
}

}  // namespace peal::helmholtz_rows
