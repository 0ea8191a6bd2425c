// The other content of a .transfer file: pressures of modes at places, as any method can give them,
// for comparisons. docs/reference/transfer-file.md
#pragma once
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

#include "physics/wave/multipole/transfer_record.h"

namespace peal {

/// Pressures of modes at places [Pa per unit modal velocity], e^{-i omega t}, body frame.
struct ModePressures {
  std::vector<double> omega;                   // [rad/s]
  std::vector<Vec3> places;                    // [m]
  std::vector<std::complex<float>> pressures;  // [mode][place]
  std::complex<float> at(std::size_t mode, std::size_t place) const {
    return pressures[mode * places.size() + place];
  }
};

void write_mode_pressures(const std::filesystem::path& path, const ModePressures& pressures,
                          const std::string& about);
ModePressures read_mode_pressures(const std::filesystem::path& path);

/// All modes of a record at places outside its sphere; 0 for modes that were not computed.
ModePressures pressures_at(const TransferRecord& record, const std::vector<Vec3>& places);

}  // namespace peal
