#include "physics/wave/bem/helmholtz_rows.inl"

namespace peal::helmholtz_rows {

void avx2(const Panels& panels, const Wave& wave, std::size_t row, std::size_t first,
          std::size_t count, Block& out) {
  add_all(panels, wave, row, first, count, out);
}

}  // namespace peal::helmholtz_rows
