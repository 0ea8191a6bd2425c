// The offline driver: a checked scene in, sound files, pictures and a report out.
#pragma once
#include <filesystem>
#include <string>

#include "render/report.h"
#include "scene/scene.h"

namespace peal {

struct RenderOptions {
  std::filesystem::path folder;  // made when missing
  bool pictures = true;
  bool quiet = false;          // no progress
  bool cache = true;           // keeps computed modes for later runs
  double block = 0.1;          // [s] of sound per turn; does not change the samples
  std::filesystem::path take;  // instead of the scene's motion
  bool simulate_anew = false;  // even when the folder holds a take of the same motion
  bool motion_files = true;    // motion.glb and events.csv, when anything moves
};

/// Sets up motion and sources and goes no further. Throws Error for what the fields alone do not
/// show: bodies that overlap, spins too fast for the step, sources that cannot sound. Returns
/// warnings that a render would add to the scene's.
std::vector<std::string> check_renderable(const Scene& scene);

/// Throws Error, or Interrupted after Ctrl-C; files that existed before are then still whole.
RenderReport render(const Scene& scene, const RenderOptions& options);

}  // namespace peal
