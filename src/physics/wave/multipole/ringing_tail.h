// Continues a record of pulses by the damped oscillations of its end
// (physics/wave/multipole/damped_tail.h), until its power is below a bound: air in vessels rings
// far longer than is worth stepping.
#pragma once
#include <vector>

#include "physics/wave/multipole/pulse_record.h"

namespace peal {

/// A DOF whose record was ended while it still rang.
struct RingingDof {
  int dof = 0;
  std::size_t from = 0, end = 0;  // samples in which its oscillations are looked for
  std::size_t most_rates = 0;     // for DampedTail
  double strongest = 0;  // energy of its strongest window, sum over samples and coefficients
  double allowed = 0;    // error of a window, same unit
};

struct TailBound {
  std::size_t window = 0;   // [samples]
  double tail_energy = 0;   // of the strongest window: there it ends, faded
  std::size_t longest = 0;  // [samples] of the record
};

/// Appends to record.values and raises record.samples. @return the last window's energy over the
/// strongest one's, the largest of the DOFs: above the bound when the record became too long,
/// or when the oscillations do not describe what was recorded (that DOF is then only faded).
double continue_ringing(PulseRecord& record, const std::vector<RingingDof>& ringing,
                        const TailBound& bound);

}  // namespace peal
