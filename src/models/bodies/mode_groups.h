// Modes too many to be computed one by one, told in groups where they overlap: within half of a
// bandwidth nobody tells them apart, and the sound of all is that of their mean. A group of n modes
// is one mode of unit mass, their sum with random signs over sqrt(n), which a force pushes sqrt(n)
// times as hard: the places that are struck move, take energy and send it out as they do with all
// of them, on the mean over places. Shapes are those of the draft mesh; how many modes there really
// are is known from the body's own mesh. SI units, body frame. docs/theory/impacts.md
#pragma once
#include <vector>

#include "models/bodies/body_modes.h"

namespace peal {

struct ModeGroups {
  ModalModel model;             // of the draft mesh; shapes as forces feel them
  std::vector<double> members;  // per mode of the model: n
  int told = 0;                 // modes that they stand for
  int modes() const { return static_cast<int>(members.size()); }
};

/// @param model what was computed one by one, the lowest max_modes of the request.
/// None where modes do not overlap.
ModeGroups mode_groups(const BodyModesRequest& request, const ModalModel& model,
                       ModesLibrary& library);

/// Modes of the lowest that do not overlap yet; all of them when none does.
int distinct_modes(const ModalModel& model, const Material& material);

}  // namespace peal
