// Approximate radiation of a body's modes (physics/wave/bem/surface_radiation.h) with the powers
// that they send out, kept between runs: a table's dense system and its beams cost seconds. Bytes
// are the same whether it was computed now or found. SI units.
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/cache/record_cache.h"
#include "physics/wave/bem/surface_radiation.h"

namespace peal {

/// Change it when radiation gives other numbers: older entries are then no longer found.
inline constexpr int kQuickRadiationVersion = 1;

struct QuickRadiationRecord {
  std::vector<double> potentials;  // added_mass_potentials()
  std::vector<double> powers;      // [W] radiated_powers()
};

struct QuickRadiationKind {
  static constexpr const char* kFolder = "quick";
  static constexpr const char* kEnding = ".quick";
  static constexpr const char* kOther = "holds the radiation of another body";
  static QuickRadiationRecord read(const std::filesystem::path& path, std::string& about);
  static void write(const std::filesystem::path& path, const QuickRadiationRecord& record,
                    const std::string& about);
};
using QuickRadiationCache = RecordCache<QuickRadiationRecord, QuickRadiationKind>;

struct QuickRadiation {
  std::unique_ptr<SurfaceRadiation> radiation;
  std::vector<double> powers;  // [W] of each mode of unit velocity
};

/// What cannot be read or written is computed and not kept.
QuickRadiation quick_radiation(const TriangleMesh& mesh, const Air& air,
                               std::span<const SurfaceMode> modes, SurfaceKind kind,
                               const QuickRadiationCache& cache);

}  // namespace peal
