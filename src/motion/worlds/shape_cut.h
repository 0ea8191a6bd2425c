// Samples of a shape, appended while a world steps and cut off in blocks.
#pragma once
#include "motion/motion.h"

namespace peal {

/// Appends `more`, whose first sample follows the last of `all`.
void append(ShapeSamples& all, const ShapeSamples& more);
/// Pieces that follow each other as one; they are used up.
ShapeSamples joined(std::vector<ShapeSamples>& pieces);
/// Takes the samples before `sample` away from the front.
ShapeSamples cut_before(ShapeSamples& all, std::int64_t sample);

}  // namespace peal
