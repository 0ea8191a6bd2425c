// A take: what moved and what touched, recorded. From our engine (take_recorder.h), from another
// (import_*.h) or from a file (take_file.h); a TakeMotion plays it. SI units; poses are of the body
// frame (centre of mass, principal axes) in the world, y up.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/files/chunk_file.h"
#include "motion/motion.h"

namespace peal {

/// What a body weighed when the take was made: another mass would need another motion.
struct TakeBody {
  std::string name;
  double mass = 0;  // [kg] 0: does not react to impacts (static or animated)
  Vec3 inertia;     // [kg m^2] principal, body frame
};

struct Take {
  double begin = 0, end = 0;      // [s] of the recording; scene time, 0 is the first sample heard
  std::vector<TakeBody> bodies;   // what body indices mean
  std::vector<PoseTrack> tracks;  // one per body
  std::vector<Impact> impacts;    // sorted by time
  std::vector<ContactSample> contacts;   // sorted by time
  std::vector<ImpactSummary> summaries;  // sorted by begin
  double min_closing_speed = 0;          // [m/s] slower impacts are only in the summaries
  double frame_rate = 0;                 // [Hz] of the poses it was made from; 0: simulated
  std::string motion_key;             // hash of all that decided the motion; empty: made elsewhere
  std::string origin;                 // a sentence for people: program and files
  std::vector<std::string> warnings;  // of the simulation; not in files
  std::vector<std::pair<std::string, double>> counts;  // of the simulation; not in files
  /// What rods and grains did: events, shapes, emission tracks. None when there are none.
  std::shared_ptr<const ChunkFile> tape;
  std::uint64_t tape_bytes = 0;  // it has this length when it is whole; 0: none belongs to the take
};

/// Throws an Error that names body, time and field: unsorted or not finite data, an unknown body, a
/// normal that is not a unit vector, a track that jumps.
void check(const Take& take, const std::string& file);

}  // namespace peal
