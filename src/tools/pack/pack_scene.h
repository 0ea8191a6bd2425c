// The objects of a scene as a bank holds them: their bodies are computed as a render computes them,
// equal ones once. Nothing moves.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "emission/resonator_pool.h"
#include "engine/bank/bank_writer.h"
#include "scene/scene.h"
#include "sources/source.h"
#include "tools/pack/pack_body.h"

namespace peal {

/// What a bank may lose, rms: -64 dB of a mode's shape and of each degree of its transfer, -80 dB
/// of a click, whose rows may cancel. Strikes differ from the exact bank's by less than -50 dB.
inline constexpr BankPrecision kPacked{6e-4, 6e-4, 1e-4};

/// A different body that rings.
struct PackPlanRow {
  std::string name;         // of its first object
  bool modes_kept = false;  // in the cache
  bool transfer = false;    // else approximate radiation
};

class PackScene {
 public:
  /// @param scene must outlive it. @param cache keeps what was computed between runs.
  PackScene(const Scene& scene, bool cache);
  PackScene(const PackScene&) = delete;
  PackScene& operator=(const PackScene&) = delete;

  std::vector<PackPlanRow> plan();
  /// The long work. Returns warnings, one line each.
  std::vector<std::string> prepare(bool quiet);
  /// Different bodies, each named after the first object that is one, and all objects, with air and
  /// ground of the scene. What the bank points to lives as long as this does.
  BankContents pack(const PackOptions& options, bool quiet);
  const std::vector<std::unique_ptr<PackedBody>>& packed() const { return packed_; }

 private:
  ResonatorPool& resonators() { return ensemble_.pool<ResonatorPool>(); }

  const Scene& scene_;
  std::vector<PoseTrack> tracks_;
  Ensemble ensemble_;
  ModesLibrary modes_;
  BodySounds sounds_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::unique_ptr<PackedBody>> packed_;
};

}  // namespace peal
