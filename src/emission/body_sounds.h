// Bodies computed so far, and where what they are made of is kept: shared by the pools of an
// ensemble, and by several ensembles of one scene. Not thread safe. The modes of several bodies,
// side by side.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

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
  bool groups = false;  // of modes beyond max_modes: BodySoundRequest
  std::shared_ptr<PulseLibrary> pulses;
  std::shared_ptr<TransferLibrary> transfers;
  std::map<std::string, std::shared_ptr<const BodySound>> known;    // by content
  std::map<std::string, std::shared_ptr<const ClickField>> clicks;  // by content
};

struct NamedBodyRequest {
  std::string name;  // of the object, for messages
  BodySoundRequest request;
};

/// Plans all, then computes what the library does not hold. Stops with the name of the object whose
/// body cannot be analysed.
/// @param tell told the part of the time that has passed, by one at a time.
std::vector<std::shared_ptr<BodySound>> analysed_bodies(std::span<const NamedBodyRequest> bodies,
                                                        ModesLibrary& library,
                                                        const std::function<void(double)>& tell);

}  // namespace peal
