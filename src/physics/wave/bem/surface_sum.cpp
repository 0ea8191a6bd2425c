#include "physics/wave/bem/surface_sum.inl"

namespace peal::surface_sum {

void baseline(const Triangles& triangles, const Listener& listener, const Mode* modes,
              std::size_t mode_count, Sum* out) {
  sum_all(triangles, listener, modes, mode_count, out);
}

void run(const Triangles& triangles, const Listener& listener, const Mode* modes,
         std::size_t mode_count, Sum* out) {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (fast) return avx2(triangles, listener, modes, mode_count, out);
#endif
  baseline(triangles, listener, modes, mode_count, out);
}

}  // namespace peal::surface_sum
