// What a blow would come to if both bodies were at rest in themselves: impulse, restitution, how
// long and how wide its force is (dsp/impact/impact_response.h). For what needs to know that before
// the blow is solved: clicks, friction in the blow.
#pragma once
#include "dsp/impact/impact_response.h"
#include "dsp/modal/force_samples.h"
#include "emission/impact_stage.h"

namespace peal {

/// One body at rest in itself; without `body` it has no modes.
struct RestingSide {
  const RingingBody* body = nullptr;
  const ImpactLadder* ladder = nullptr;  // of its contact poles
  Vec3 point, normal;                    // [m]; from the second body to the first; body frame
};

/// A part of an impact's impulse, and the pulse that carries it.
struct ForcePart {
  double part = 1;
  ForceTimes force;  // [s] after first touch
};

/// Contact after contact; empty when there was none.
std::vector<ForcePart> force_parts(const ImpactResponse& response);

class BlowResponses {
 public:
  ImpactResponse of(const Blow& blow, double rate);
  /// @param pair all but bodies and shapes, which come from the sides.
  ImpactResponse of(const RestingSide (&sides)[2], ImpactPair pair);

 private:
  ImpactGroup group_;
  AlignedVector<double> re_[2], im_[2], chi_[2];
  std::vector<double> shape_;
};

}  // namespace peal
