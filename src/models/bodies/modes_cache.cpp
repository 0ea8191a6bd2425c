#include "models/bodies/modes_cache.h"

#include "models/bodies/modes_file.h"

namespace peal {

ModalModel ModesKind::read(const std::filesystem::path& path, std::string& about) {
  ModesFile file = read_modes_file(path, Hdf5Origin::own_cache);
  about = file.about;
  return std::move(file.model);
}

void ModesKind::write(const std::filesystem::path& path, const ModalModel& model,
                      const std::string& about) {
  Material unit;
  unit.name = "unit";
  unit.young = unit.density = 1;
  unit.damping.loss_factor = 0;
  write_modes_file(path, model, unit, about);
}

}  // namespace peal
