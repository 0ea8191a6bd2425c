// One island of disturbed bodies between two frames => the question for IntervalFit: where they
// begin and end, how exactly that is known, and what they may have touched. SI units, world frame.
#pragma once
#include <vector>

#include "tools/import/events/flight_frame.h"
#include "tools/import/events/frame_islands.h"
#include "tools/import/events/interval_fit.h"

namespace peal {

struct FrameBodies {
  const std::vector<RigidState>& now;  // arriving at the frame
  const std::vector<bool>& sure;       // now comes from clean frames, not from a guess
  const std::vector<FrameWay>& way;
  const std::vector<FlightFrame>& flights;  // may be empty
};

/// The bodies of the island come first, in its order.
Interval frame_interval(const RigidSetup& setup, const FrameView& view, const FrameBodies& bodies,
                        const FrameIslands& islands, const std::vector<std::size_t>& island,
                        std::size_t k);

}  // namespace peal
