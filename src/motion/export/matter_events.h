// What rods and grains did, for events.csv: from the tape of a take, where there may be millions.
// Touches: pushes of a rod on an object without a pause of 1 ms are one. Hits: when there are too
// many, the strongest of every window of 10 ms (longer in scenes beyond 100 s), as many of each
// as fit. SI units, world.
#pragma once
#include <vector>

#include "motion/take/take.h"
#include "scene/scene.h"

namespace peal {

struct MatterEvent {
  double time = 0;      // [s] of the first touch
  bool is_hit = false;  // of grains; otherwise a rod touches
  int a = 0;            // crowd, or object of the take (the rod)
  bool b_is_crowd = false;
  int b = kFloor;            // crowd, or object of the take
  Vec3 place;                // [m]
  double impulse = 0;        // [N s] of a touch: the sum of its pushes, as vectors
  double closing_speed = 0;  // [m/s] of hits
};

struct MatterEvents {
  std::vector<MatterEvent> events;  // in order of time
  std::size_t hits = 0;             // that happened
  std::size_t left_out = 0;         // of them
};

inline constexpr std::size_t kMaxHitRows = 100'000;  // ten megabytes of a table

MatterEvents matter_events(const Take& take, const std::vector<GrainsSpec>& crowds,
                           std::size_t most_hits = kMaxHitRows);

}  // namespace peal
