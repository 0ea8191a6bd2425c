// The .take file: a take in HDF5, bit for bit, so that it is simulated or imported once.
// docs/reference/take-file.md describes every array.
#pragma once
#include <filesystem>

#include "motion/take/take.h"

namespace peal {

/// Complete or not at all; the same take gives the same bytes. A take that check() refuses is not
/// written.
void write_take_file(const std::filesystem::path& path, const Take& take);

/// Stops, naming file and array, when it is not a take, of a later version, cut off, damaged (does
/// not hash to what was written), or when check() refuses it.
/// A tape that belongs to it lies beside it, as tape_of() says, and is opened.
Take read_take_file(const std::filesystem::path& path);

/// "motion.tape" for "motion.take".
std::filesystem::path tape_of(const std::filesystem::path& take);
/// Stops when it is not whole or not there.
void open_tape(Take& take, const std::filesystem::path& path);

}  // namespace peal
