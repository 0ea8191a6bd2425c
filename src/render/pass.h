// Emission, propagation and listening over a motion: the whole mix, and its stems beside it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "emission/body_sounds.h"
#include "emission/ensemble.h"
#include "listener/recorder.h"
#include "motion/motion.h"
#include "render/motion_watch.h"
#include "render/render.h"
#include "sources/source.h"

namespace peal {

/// Wall time of the stages [s].
struct PassTimes {
  double prepare = 0, modes = 0, motion = 0, sound = 0, write = 0;
};

/// Adds its lifetime to a total.
class Stopwatch {
 public:
  explicit Stopwatch(double& total);
  ~Stopwatch();

 private:
  double& total_;
  double start_;
};

/// Those of the scene, in its order; they ask the ensemble for what they need.
std::vector<std::unique_ptr<Source>> make_sources(const Scene& scene, Ensemble& ensemble);

/// The sources of a scene and what they asked to sound, before anything has moved. Throws an Error
/// for sources that cannot sound and for results that would be one file.
struct Orchestra {
  explicit Orchestra(const Scene& scene);
  std::vector<std::string> warnings() const;  // of the sources

  std::unique_ptr<Ensemble> ensemble;
  std::vector<std::unique_ptr<Source>> sources;
};

/// What is left after a pass: who sounded, and the pressure of each listener.
struct PassResult {
  std::unique_ptr<MotionWatch> watch;
  std::vector<std::string> stems;  // names
  /// One per listener: of the whole, then of each stem.
  std::vector<std::vector<std::unique_ptr<Recorder>>> recorders;
  std::int64_t impacts = 0;
};

/// @param motion must outlive the orchestra's use: its tracks are referred to.
PassResult run_pass(const Scene& scene, Orchestra& orchestra, Motion& motion,
                    const RenderOptions& options, BodySounds& sounds, PassTimes& times);

}  // namespace peal
