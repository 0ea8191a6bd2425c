// Pulse records kept between runs, one .pulses file each (models/bake/pulse_file.h), named by what
// they were made from: surface, air, request and version of the solver. A damaged entry is removed
// with a warning and computed again.
#pragma once
#include <filesystem>
#include <string>

#include "models/cache/record_cache.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/multipole/pulse_record.h"
#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

/// Change it when the solver gives other numbers: older entries are then no longer found.
inline constexpr int kPulseVersion = 5;

/// Of everything the record depends on: the same surface, air and request give the same key.
std::string pulse_key(const TriangleMesh& surface, const PulseRequest& request);

struct PulseKind {
  static constexpr const char* kFolder = "pulses";
  static constexpr const char* kEnding = ".pulses";
  static constexpr const char* kOther = "holds the pulses of another body";
  static PulseRecord read(const std::filesystem::path& path, std::string& about);
  static void write(const std::filesystem::path& path, const PulseRecord& record,
                    const std::string& about);
};
using PulseCache = RecordCache<PulseRecord, PulseKind>;

}  // namespace peal
