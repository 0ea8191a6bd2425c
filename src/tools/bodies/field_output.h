// What `peal field` leaves behind: field.png, frames/frame_0000.png ..., field.mp4, probes.h5.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/data/pressure_probes.h"
#include "physics/wave/pulses/field_slices.h"

namespace peal {

inline constexpr int kMostFieldPictures = 240;

struct FieldOutput {
  std::filesystem::path folder;
  std::string name;        // of the body
  Vec3 centre;             // [m] of mass, in the shape's own frame
  std::size_t stills = 0;  // the first slices are for field.png, those after it for the movie
  bool video = false;
};

/// Makes the folders; before the long work.
void prepare_field_folder(const std::filesystem::path& folder);

/// Pictures, frames, movie and probes, and a line to `say` for each. What an earlier run
/// left is replaced; its movie and frames are removed first, so that none stays beside new
/// pictures.
/// @param points in the shape's own frame; empty: the plan's six.
void write_field(const FieldOutput& output, const FieldPlan& plan, const FieldRecord& record,
                 const std::vector<ProbePoint>& points,
                 const std::function<void(const std::string&)>& say);

}  // namespace peal
