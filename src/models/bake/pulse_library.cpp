#include "models/bake/pulse_library.h"

#include "models/bake/pulse_file.h"

namespace peal {

std::shared_ptr<const PulseRecord> PulseLibrary::get(const TriangleMesh& surface,
                                                     const PulseRequest& request,
                                                     const Progress& progress) {
  return library_.get(pulse_key(surface, request), [&] {
    PulseRecord record = compute_pulses(surface, plan_pulses(surface, request), progress);
    round_pulses(record);
    check_pulses(record, "the computed field");
    return record;
  });
}

bool PulseLibrary::keeps(const TriangleMesh& surface, const PulseRequest& request) const {
  return library_.cache().holds(pulse_key(surface, request));
}

}  // namespace peal
