// What a friction source did, sample by sample: for pictures that move with the sound, and for
// researchers. Out: an HDF5 file.
#pragma once
#include <filesystem>
#include <vector>

#include "emission/contact_stage.h"

namespace peal {

class FrictionRecord {
 public:
  /// One hop. @param exciter_velocity, exciter_position at its end.
  void add(const double* force, const double* velocity, const double* bend,
           const ContactEnd& rubbed, double exciter_velocity, double exciter_position);
  void write(const std::filesystem::path& file, double rate) const;

 private:
  std::vector<double> force_, velocity_, bend_;              // per sample
  std::vector<double> exciter_velocity_, exciter_position_;  // per hop
  std::vector<double> point_;                                // per hop, three values
};

}  // namespace peal
