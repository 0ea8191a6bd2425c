// A transfer of any program: multipoles, or pressures of modes at places
// (models/bake/transfer_file.h).
#pragma once
#include <filesystem>
#include <optional>

#include "models/bake/mode_pressures.h"

namespace peal {

struct TransferResult {
  std::string name;                      // of the file
  std::optional<TransferRecord> record;  // one of the two is there
  std::optional<ModePressures> pressures;

  std::size_t size() const { return record ? record->modes.size() : pressures->omega.size(); }
  double omega(std::size_t mode) const {
    return record ? record->modes[mode].omega : pressures->omega[mode];
  }
  /// Modes that were not computed have none.
  bool has_data(std::size_t mode) const;
};

/// Whether the file says so, or its name ends in .transfer; nothing else of it is looked at.
bool is_transfer(const std::filesystem::path& path);
TransferResult read_transfer(const std::filesystem::path& path);

}  // namespace peal
