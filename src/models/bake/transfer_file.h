// The .transfer file: a TransferRecord, or the pressures of modes at places, in HDF5. It is what
// the cache keeps and what other programs may write to be compared or rendered:
// docs/reference/transfer-file.md describes every array.
#pragma once
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

#include "io/data/hdf5_origin.h"
#include "physics/wave/multipole/transfer_record.h"

namespace peal {

/// Rounds every number to 12 bits after its leading one (1.2e-4 of it) and drops what adds less
/// than 2e-5 of the mode's pressure at every distance: what is left deflates well. Twice is the
/// same as once.
void round_transfer(TransferRecord& record);

/// Stops with `where` when a record's numbers do not fit together: sizes, ranges, finite values.
/// A mode without coefficients is one that was not computed.
void check_transfer(const TransferRecord& record, const std::string& where);

struct TransferFile {
  TransferRecord record;
  std::string about;
  bool hashed = false;  // files of other programs need not have a hash
};

/// Complete or not at all; values are written as they are. @param about what it was made from
void write_transfer_file(const std::filesystem::path& path, const TransferRecord& record,
                         const std::string& about);
/// Stops, naming file and array, when something is missing, does not fit together, is out of range,
/// or does not hash to what was written.
TransferFile read_transfer_file(const std::filesystem::path& path,
                                Hdf5Origin origin = Hdf5Origin::given);

}  // namespace peal
