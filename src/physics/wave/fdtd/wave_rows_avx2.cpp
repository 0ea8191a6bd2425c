#include "physics/wave/fdtd/wave_rows.inl"

namespace peal::wave_rows {

const Table kAvx2 = kTable;

}  // namespace peal::wave_rows
