// Stems: buses of their own beside those of the whole mix, for each object, group of objects or
// kind of source, filled in the same pass. Leaves: <listener>-<stem>.wav, with the gain of the
// listener's own file, so that they add up to it, and a picture with its scales.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "emission/ensemble.h"
#include "listener/recorder.h"
#include "propagation/propagation.h"
#include "render/render.h"

namespace peal {

/// Which emitter belongs to which stem. Mix 0 is the whole; stem i is mix i + 1.
class StemPlan {
 public:
  /// After the ensemble is prepared; both must outlive the plan.
  StemPlan(const Scene& scene, Ensemble& ensemble);

  const std::vector<std::string>& names() const { return names_; }  // unique, parts of file names
  int mixes() const { return static_cast<int>(names_.size()) + 1; }
  /// Gain: master and object of the scene's mix.
  Sends sends(const Emitter& emitter) const;

 private:
  void add(const std::string& name);
  std::string stem_of(const Emitter& emitter) const;

  const Scene* scene_;
  std::vector<std::string> names_;
  std::vector<std::string> kinds_;  // of stems that are mechanisms, by their number
};

/// Adds the files to the listeners of the report, which are there already.
/// @param recorders of each mix, for each listener.
void write_stems(const Scene& scene, const RenderOptions& options,
                 const std::vector<std::string>& names,
                 const std::vector<std::vector<std::unique_ptr<Recorder>>>& recorders,
                 RenderReport& report);

}  // namespace peal
