// One run of emission, propagation and listening over a motion: everything, or one stem of it.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "listener/recorder.h"
#include "motion/take/take.h"
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

struct PassRequest {
  const Scene* scene = nullptr;
  std::shared_ptr<const Take> take;
  std::string label = "sound";                     // for the progress
  std::function<double(const std::string&)> gain;  // by name of emitter
};

/// What is left after a pass: who sounded, and the pressure of each listener.
struct PassResult {
  std::unique_ptr<Motion> motion;  // its tracks are referred to by the ensemble
  std::unique_ptr<Ensemble> ensemble;
  std::unique_ptr<MotionWatch> watch;
  std::vector<std::unique_ptr<Recorder>> recorders;  // one per listener
  std::vector<std::unique_ptr<Source>> sources;
  std::int64_t impacts = 0;
  std::vector<std::string> warnings;
};

PassResult run_pass(const PassRequest& request, const RenderOptions& options, BodySounds& sounds,
                    PassTimes& times);

std::vector<std::unique_ptr<Source>> make_sources(const Scene& scene, Ensemble& ensemble);

}  // namespace peal
