// The .modes file: the modes of one body in HDF5, for other programs and for Peal's cache.
// docs/reference/modes-file.md describes every array.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "io/data/hdf5_origin.h"
#include "physics/elastic/modal_analysis.h"

namespace peal {

/// 3 x 4, row-major, from the coordinates of the mesh file to the body frame:
/// models/bodies/mesh_frame.h.
using MeshToBody = std::array<double, 12>;

/// Complete or not at all. @param about a sentence for people: shape and where it came from.
/// @param mesh_to_body left out for entries of the cache, which belong to no one mesh.
void write_modes_file(const std::filesystem::path& path, const ModalModel& model,
                      const Material& material, const std::string& about,
                      const std::optional<MeshToBody>& mesh_to_body = {});

struct ModesFile {
  ModalModel model;
  Material material;
  std::string about;
  std::optional<MeshToBody> mesh_to_body;  // empty in files that do not have it
};

/// Stops, naming file and array, when something is missing, does not fit together, is not finite,
/// or does not hash to what was written.
ModesFile read_modes_file(const std::filesystem::path& path, Hdf5Origin origin = Hdf5Origin::given);

}  // namespace peal
