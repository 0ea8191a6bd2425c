// The offline driver: a checked scene in, sound files, pictures and a report out.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "io/plot/sound_picture.h"
#include "listener/pressure_spool.h"
#include "render/report.h"
#include "scene/scene.h"

namespace peal {

struct RenderOptions {
  std::filesystem::path folder;  // made when missing
  bool pictures = true;
  std::optional<LevelRange> levels;  // of the colours in all pictures; the sound's own when empty
  std::optional<double> peak;        // [Pa] of the waveforms' axes, likewise
  bool quiet = false;                // no progress
  bool cache = true;                 // keeps computed modes for later runs
  double block = 0.1;                // [s] of sound per turn; does not change the samples
  std::filesystem::path take;        // instead of the scene's motion
  bool simulate_anew = false;        // even when the folder holds a take of the same motion
  double checkpoint_every = 10;      // [s] from which a simulation that is killed can go on
  bool motion_files = true;          // motion.glb and events.csv, when anything moves
  /// Called when all results are written, but not yet in `folder`: they lie in the folder it is
  /// given, where it may add one more. When it fails, the others take their places all the same.
  std::function<void(const std::filesystem::path&, const RenderReport&)> add_result = {};
  /// When given, it gets the sound of each listener in turn, and no file is written; `folder` is
  /// for what lies on disk meanwhile.
  std::function<void(const PressureSpool&)> hear = {};
};

/// Sets up motion and sources and goes no further. Throws Error for what the fields alone do not
/// show: bodies that overlap, spins too fast for the step, sources that cannot sound. Returns
/// warnings that a render would add to the scene's.
std::vector<std::string> check_renderable(const Scene& scene);

/// The results replace those of an earlier render all together (base/files/file_set.h). Throws
/// Error, or Interrupted after Ctrl-C; then the folder is as it was.
RenderReport render(const Scene& scene, const RenderOptions& options);

}  // namespace peal
