// Pressure over time at fixed points: what `peal field` writes, `peal compare` reads, and other
// programs can write. Enters and leaves: HDF5 or CSV files, docs/reference/pressure-probes.md.
// SI units. Foreign files are checked: equal lengths, finite numbers, even steps.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/vec.h"

namespace peal {

struct Probe {
  std::string name;
  std::vector<double> pressure;  // [Pa], or what `unit` says
};

struct PressureProbes {
  double begin = 0;             // [s] of the first sample
  double step = 0;              // [s] between samples
  std::vector<Probe> probes;    // equally long
  std::vector<Vec3> positions;  // [m] one per probe, or none
  std::string unit = "Pa";

  std::size_t samples() const { return probes.empty() ? 0 : probes[0].pressure.size(); }
};

/// Complete or not there. @param about a sentence kept in the file
void write_probe_file(const std::filesystem::path& path, const PressureProbes& probes,
                      const std::string& about = "");
PressureProbes read_probe_file(const std::filesystem::path& path);

/// A column of evenly spaced times [s] called time, t or time_s, and one column of pressure per
/// probe; its heading is the name of the probe.
PressureProbes read_probe_table(const std::filesystem::path& path);

/// A table of points with the columns x, y, z [m] and, optionally, name.
struct ProbePoint {
  std::string name;
  Vec3 position;
};
std::vector<ProbePoint> read_probe_points(const std::filesystem::path& path);

}  // namespace peal
