// Emitters of one sort, made from what sources ask for. A source reaches the pool by its type,
// ensemble.pool<ClickPool>(), and asks it for emitters in the pool's own words; the ensemble knows
// pools only by what is below, so a new sort needs no change there.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "emission/emitter_report.h"

namespace peal {

struct BodySounds;
class Ensemble;

/// Called with a stage of the preparation and the part of it that is done, by what each unit is
/// expected to cost; the first time for each stage on the thread that prepares, then on any.
using PrepareWatch = std::function<void(const char* stage, double done)>;

class EmitterPool {
 public:
  virtual ~EmitterPool() = default;
  /// Of all emitters asked for; also before prepare().
  virtual std::vector<std::string> names() const = 0;
  /// Computes what is needed, once per different body, and adds the emitters to the ensemble.
  virtual void prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) = 0;
  /// All sources have pushed up to `until` [s].
  virtual void advance(double until) { (void)until; }
  /// What the user should know after the last block, one line each.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// About all of them together, after the last block.
  virtual std::vector<Fact> facts() const { return {}; }
};

}  // namespace peal
