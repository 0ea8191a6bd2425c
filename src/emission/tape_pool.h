// Clouds whose sound was made while the motion was simulated: their blocks are on the tape of the
// take (emission/cloud_tape.h).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/files/chunk_file.h"
#include "emission/emitter_pool.h"

namespace peal {

class TapePool final : public EmitterPool {
 public:
  /// Asks for the cloud of an object, on the track of its number. @param rate [Hz] of its samples;
  /// @param gain of its mechanism.
  void want(int object, const std::string& name, double rate, int mechanism, double gain);
  /// Before prepare(); none: there is no tape, the clouds are silent.
  void play(std::shared_ptr<const ChunkFile> tape) { tape_ = std::move(tape); }

  std::vector<std::string> names() const override;
  void prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch& watch) override;

 private:
  struct Wanted {
    int object = 0;
    std::string name;
    double rate = 0;
    int mechanism = 0;
    double gain = 1;
  };
  std::vector<Wanted> wanted_;
  std::shared_ptr<const ChunkFile> tape_;
};

}  // namespace peal
