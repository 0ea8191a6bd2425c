// The bodies of a scene whose ringing needs an acoustic transfer, as a render of that scene asks
// for them: the same sources ask, all copies are planned first, keys are the same.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "emission/resonator_pool.h"
#include "models/bake/transfer_library.h"
#include "scene/scene.h"
#include "sources/source.h"

namespace peal {

/// One record of the cache.
struct TransferUnit {
  std::string key, name;            // name: "kitchen.json: object 'mug'"
  std::string object;               // the one with the most modes of those that share it
  std::unique_ptr<BodySound> body;  // of that object
};

class RingingScene {
 public:
  /// @param folder of the cache. Stops when a source cannot be made.
  RingingScene(const Scene& scene, const std::filesystem::path& folder);
  RingingScene(const RingingScene&) = delete;
  RingingScene& operator=(const RingingScene&) = delete;

  const std::string& file() const { return scene_->file; }
  std::string name_of(const WantedBody& body) const;
  /// Those with transfer.
  const std::vector<const WantedBody*>& bodies() const { return bodies_; }
  ModesLibrary& modes() { return modes_; }
  TransferLibrary& transfers() { return transfers_; }

  /// Of the bodies given, most modes first: the same order in every process. The modes come from
  /// the cache or are computed.
  std::vector<TransferUnit> units(const std::vector<const WantedBody*>& bodies);

 private:
  const Scene* scene_;
  Ensemble ensemble_;
  std::vector<const WantedBody*> bodies_;
  ModesLibrary modes_;
  TransferLibrary transfers_;
};

}  // namespace peal
