// About which point every body of a scene flies in poses from elsewhere, and with which moments of
// inertia: told by the exporter (simulated_body.h), or found in the poses (flight_centre.h), or
// that of the mesh. SI units.
#pragma once
#include <string>
#include <vector>

#include "scene/scene.h"
#include "tools/import/events/flight_frame.h"
#include "tools/import/events/simulated_body.h"

namespace peal {

struct Flights {
  std::vector<FlightFrame> frames;  // one per object of the scene
  std::vector<double> margins;      // [m] one per object
  double floor_margin = 0;          // [m]
  std::vector<std::string> notes;   // for people, on what differs from the mesh
};

/// Moves setup and poses, which are of body frames, to the frames of flight; shapes get their
/// margins as skins, and the floor its own.
Flights find_flights(const Scene& scene, const SimulatedBodies& told, RigidSetup& setup,
                     PoseFrames& poses);

}  // namespace peal
