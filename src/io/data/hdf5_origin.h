#pragma once

namespace peal {

/// Where an HDF5 file comes from. What was given by somebody is read by a process of its own, which
/// a damaged or hostile file may crash (hdf5_child.h); our own cache is read faster, in this one,
/// as long as its files have checksums.
enum class Hdf5Origin { given, own_cache };

}  // namespace peal
