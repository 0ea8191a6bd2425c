#include "emission/body_sounds.h"

#include "models/bake/transfer_compute.h"

namespace peal {

BodySounds::BodySounds(ModesLibrary& modes, std::shared_ptr<PulseLibrary> fields,
                       std::shared_ptr<TransferLibrary> of_modes)
    : library(&modes),
      pulses(fields ? fields : std::make_shared<PulseLibrary>()),
      transfers(of_modes ? of_modes
                         : std::make_shared<TransferLibrary>(TransferCache(), compute_transfer)) {}

}  // namespace peal
