// Short hits that wait for their time: any number on one body, each a jump of its modes at its own
// instant (dsp/modal/modal_hits.h). For grains, beads and contacts of rods, which come by the
// thousand; a push or a blow (emission/resonator.h) is heard more exactly while it lasts.
#pragma once
#include <memory>
#include <vector>

#include "base/aligned.h"
#include "base/vec.h"
#include "dsp/modal/modal_hits.h"
#include "emission/ringing_body.h"

namespace peal {

struct Hit {
  double time = 0;      // [s] first touch
  double duration = 0;  // [s] of the contact, a half-sine
  Vec3 point;           // [m] body frame
  Vec3 impulse;         // [N s] body frame
  int mechanism = 0;    // whose hit it is: Ensemble::mechanism()
};

class HitQueue {
 public:
  /// In any order, but before the hop that its middle lies in begins.
  void add(const Hit& hit) { waiting_.push_back(hit); }
  std::int64_t count() const { return count_; }

  /// Gives those whose middle lies in the hop that starts at sample `start` to the modes. Hits from
  /// before come at its start. @return whether something is to be heard or felt.
  bool begin(double start, double rate, const RingingBody& body);
  /// Null until the first hit.
  ModalHits* modes() { return modes_.get(); }

 private:
  std::vector<Hit> waiting_;
  std::int64_t count_ = 0;
  std::unique_ptr<ModalHits> modes_;
  std::vector<double> projected_;
  AlignedVector<float> shape_;
};

}  // namespace peal
