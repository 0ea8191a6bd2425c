// Pulse records kept between runs, one .pulses file each (bake/pulse_file.h), named by what they
// were made from: surface, air, request and version of the solver. A damaged entry is removed with
// a warning and computed again.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "geometry/triangle_mesh.h"
#include "wave/pulse_record.h"
#include "wave/rigid_pulse.h"

namespace peal {

/// Change it when the solver gives other numbers: older entries are then no longer found.
inline constexpr int kPulseVersion = 4;

/// Of everything the record depends on: the same surface, air and request give the same key.
std::string pulse_key(const TriangleMesh& surface, const PulseRequest& request);

class PulseCache {
 public:
  PulseCache() = default;  // keeps nothing
  explicit PulseCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// $PEAL_CACHE/pulses, else $XDG_CACHE_HOME/peal/pulses, else ~/.cache/peal/pulses; empty
  /// PEAL_CACHE: no cache.
  static PulseCache of_user();

  using Warn = std::function<void(const std::string&)>;

  /// Nothing when there is no such entry or it is damaged (then it is removed, with a warning).
  std::optional<PulseRecord> load(const std::string& key, const Warn& warn) const;
  /// Whether an entry of that name is there; its content is not looked at.
  bool holds(const std::string& key) const;
  /// Stops when it cannot be written: full disk, folder that is read-only.
  void store(const std::string& key, const PulseRecord& record) const;

  bool keeps() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path_of(const std::string& key) const {
    return folder_ / (key + ".pulses");
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace peal
