#include "physics/wave/bem/surface_sum.inl"

namespace peal::surface_sum {

void avx2(const Triangles& triangles, const Listener& listener, const Mode* modes,
          std::size_t mode_count, Sum* out) {
  sum_all(triangles, listener, modes, mode_count, out);
}

}  // namespace peal::surface_sum
