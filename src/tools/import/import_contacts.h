// Contacts as other engines report them => impacts, contact samples and summaries of a take.
// Enters: a CSV file with the header time,body_a,body_b,px,py,pz,nx,ny,nz,impulse in any order
// (seconds, world point in metres, unit normal from b to a, N s along the normal), one row per
// point and solver step, sorted by time. Optional: jx,jy,jz [N s] (on a) instead of impulse;
// closing_speed [m/s]. One of the bodies may be "floor", "ground" or empty. Rows of one pair at
// consecutive steps are one contact: its first steps are the impact when the bodies close faster
// than min_closing_speed, the rest is a contact track (force = impulse / step). Rows are not kept:
// any number of them streams.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "motion/rigid/rigid_setup.h"
#include "motion/take/take.h"
#include "physics/geometry/shape.h"

namespace peal {

class CsvReader;

struct ContactImport {
  double min_closing_speed = 0.05;  // [m/s] slower impacts are summarised
  double fps = 0;                   // [1/s] > 0: times are frame numbers
  double scale = 1;                 // [m] per unit of the points; impulses and speeds scale with it
  UpAxis up = UpAxis::y;
  double step = 0;  // [s] of the other engine's solver; 0: found in the first rows or the frames
  std::unordered_map<std::string, int> bodies;                // name => index
  std::function<std::string(const std::string&)> suggestion;  // for an unknown name; may be empty
};

/// Replaces impacts, contacts and summaries of the take, whose tracks say where the bodies are and
/// how fast. Throws an Error with file and line. Returns warnings.
std::vector<std::string> import_contacts(const std::filesystem::path& path, const RigidSetup& setup,
                                         const ContactImport& settings, Take& take);
/// The same from an open table; `step` must be given.
std::vector<std::string> import_contacts(CsvReader& csv, const RigidSetup& setup,
                                         const ContactImport& settings, Take& take);

/// The solver step: the smallest usual distance of times in the first rows [s]. 0 when none is
/// usual, as with impacts far from each other.
double contact_step(CsvReader& csv);

}  // namespace peal
