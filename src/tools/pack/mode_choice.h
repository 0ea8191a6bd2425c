// Which modes of a body are heard most: for banks that shall be small.
#pragma once
#include <vector>

#include "dsp/play_body.h"

namespace peal {

/// The `count` loudest modes, in order of frequency: energy of what a blow leaves at 1 m on average
/// over places and directions, |shape|^2 |T|^2 / (2 sigma), A-weighted.
std::vector<int> loudest_modes(const PlayBody& body, int count);

}  // namespace peal
