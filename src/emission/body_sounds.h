// Bodies computed so far, and where what they are made of is kept: shared by the pools of an
// ensemble, and by several ensembles of one scene. Not thread safe.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "emission/body_sound.h"
#include "emission/click_body.h"
#include "models/bake/transfer_library.h"

namespace peal {

struct BodySounds {
  /// @param fields of clicks; none: they are computed and not kept between runs.
  /// @param transfers of modes; the same.
  explicit BodySounds(ModesLibrary& modes, std::shared_ptr<PulseLibrary> fields = nullptr,
                      std::shared_ptr<TransferLibrary> transfers = nullptr);
  ModesLibrary* library;
  std::shared_ptr<PulseLibrary> pulses;
  std::shared_ptr<TransferLibrary> transfers;
  std::map<std::string, std::shared_ptr<const BodySound>> known;    // by content
  std::map<std::string, std::shared_ptr<const ClickField>> clicks;  // by content
};

}  // namespace peal
