// What makes the motion of a recorded surface fit to be heard: the four criteria of O'Brien, Cook
// and Essl (2001), as far as numbers tell. Enters: a file that motion/solids/surface_file.h could
// open. Leaves: numbers and warnings; an Error where it would sound wrong.
#pragma once
#include <string>
#include <vector>

#include "motion/solids/surface_file.h"

namespace peal {

struct SurfaceFindings {
  double disagreement = 0;  // rms of velocities, summed up, against differences of positions
  double fastest = 0;       // [m/s]
  double heard = 0;         // [m/s] rms of what moves above 20 Hz, of the points looked at
  double top = 0;           // [dB] accelerations in the top tenth of the band against all
  std::vector<std::string> warnings;
};

/// Reads the file once.
SurfaceFindings check_surface(const SurfaceFile& file);

}  // namespace peal
