// The .modes file: the modes of one body in HDF5, for other programs and for Peal's cache.
// docs/reference/modes-file.md describes every array.
#pragma once
#include <filesystem>
#include <string>

#include "elastic/modal_analysis.h"

namespace peal {

/// Complete or not at all. @param about a sentence for people: shape and where it came from.
void write_modes_file(const std::filesystem::path& path, const ModalModel& model,
                      const Material& material, const std::string& about);

struct ModesFile {
  ModalModel model;
  Material material;
  std::string about;
};

/// Stops, naming file and array, when something is missing, does not fit together, is not finite,
/// or does not hash to what was written.
ModesFile read_modes_file(const std::filesystem::path& path);

}  // namespace peal
