// The .pulses file: one PulseRecord in HDF5. docs/reference/pulse-file.md describes every array.
#pragma once
#include <filesystem>
#include <string>

#include "io/data/hdf5_origin.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

/// Largest rounding error of a stored value, part of the largest value of its DOF.
inline constexpr double kPulseRounding = 1e-4;

/// Rounds every value to a multiple of a power of two, the largest that keeps the error of each
/// DOF below kPulseRounding: what is left deflates well. Twice is the same as once.
void round_pulses(PulseRecord& record);

/// Complete or not at all; values are written as they are. @param about what it was made from
void write_pulse_file(const std::filesystem::path& path, const PulseRecord& record,
                      const std::string& about);

struct PulseFile {
  PulseRecord record;
  std::string about;
};

/// Stops, naming file and array, when something is missing, does not fit together, is out of range,
/// or does not hash to what was written.
PulseFile read_pulse_file(const std::filesystem::path& path, Hdf5Origin origin = Hdf5Origin::given);

/// Stops with `where` when a record's numbers do not fit together: sizes, ranges, finite values.
void check_pulses(const PulseRecord& record, const std::string& where);

}  // namespace peal
