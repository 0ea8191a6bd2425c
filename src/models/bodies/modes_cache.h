// Analyses kept between runs, one .modes file each (models/bodies/modes_file.h), named by the
// content they were made from. They are of a material of unit stiffness and density.
#pragma once
#include <filesystem>
#include <string>

#include "models/cache/record_cache.h"
#include "physics/elastic/modal_analysis.h"

namespace peal {

struct ModesKind {
  static constexpr const char* kFolder = "modes";
  static constexpr const char* kEnding = ".modes";
  static constexpr const char* kOther = "holds another analysis";
  static ModalModel read(const std::filesystem::path& path, std::string& about);
  static void write(const std::filesystem::path& path, const ModalModel& model,
                    const std::string& about);
};
using ModesCache = RecordCache<ModalModel, ModesKind>;

}  // namespace peal
