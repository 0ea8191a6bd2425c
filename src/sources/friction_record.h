// What a friction source did, sample by sample: for pictures that move with the sound, and for
// researchers. Out: an HDF5 file with force, relative velocity, bristle, and the positions and
// velocities of exciter and resonator at the contact, all at the rate of the sound; velocities are
// means over a sample, positions are those at its end.
#pragma once
#include <filesystem>
#include <vector>

#include "base/vec.h"
#include "dsp/held_mode.h"
#include "emission/given/given_modes.h"

namespace peal {

class FrictionRecord {
 public:
  /// @param exciter modes of the exciter besides its mass.
  void begin(const std::vector<GivenMode>& exciter, double rate);
  /// One hop. @param carried [m/s] of the exciter without its modes, per sample.
  /// @param on_modes [N] from outside on the exciter's modes; may be null.
  void add(const double* force, const double* velocity, const double* bend, const Vec3& rubbed,
           const double* carried, const double* on_modes);
  void write(const std::filesystem::path& file, double rate) const;

 private:
  double rate_ = 0, exciter_at_ = 0, resonator_at_ = 0;
  std::vector<HeldMode> modes_;
  std::vector<double> force_, velocity_, bend_;  // per sample
  std::vector<double> exciter_velocity_, exciter_position_, resonator_velocity_,
      resonator_position_;
  std::vector<double> point_;  // per hop, three values
};

}  // namespace peal
