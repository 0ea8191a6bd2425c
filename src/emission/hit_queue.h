// Short hits that wait for their time: any number on one body, each a jump of its modes at its own
// instant (dsp/modal/modal_hits.h). For grains, beads and contacts of rods, which come by the
// thousand; a push or a blow (emission/resonator.h) is heard more exactly while it lasts. And
// forces that last, given sample by sample by any number of contacts.
#pragma once
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
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

/// The force of a contact at one place along one direction, held over each of some samples.
struct DrivenModes {
  std::int64_t first = 0;    // sample at the resonator's rate
  Vec3 point, direction;     // [m], unit; body frame
  std::vector<float> force;  // [N] per sample
  int mechanism = 0;         // whose contact it is: Ensemble::mechanism()
};

/// Forces of all contacts of a body over one hop, summed per mode (emission/contact_stage.h).
struct PressedHop {
  std::int64_t hop = 0;      // at the resonator's rate
  std::vector<float> force;  // [N kg^-1/2] kHop rows, modes padded to kLane
  int mechanism = 0;         // whose contacts they are: Ensemble::mechanism()
};

class HitQueue {
 public:
  /// In any order, but before the hop that its middle lies in begins.
  void add(const Hit& hit) { waiting_.push_back({hit, order_++}), sorted_ = false; }
  void add(const DrivenModes& driven) { driven_.push_back({driven, {}}); }
  /// In order of hops.
  void add(PressedHop pressed) { pressed_.push_back(std::move(pressed)); }
  std::int64_t count() const { return count_; }
  /// Forces that were begun.
  std::int64_t driven() const { return driven_count_; }

  /// Stops with a sentence when what happens at this sample lies in a hop that was begun, or at no
  /// time. @param what "a hit", @param name of the body.
  void refuse_past(double sample, double rate, const char* what, const std::string& name) const;

  /// Gives those whose middle lies in the hop that starts at sample `start` to the modes, and the
  /// forces in it. Hits from before the first hop come at its start.
  /// @param poles of the hop. @return whether something is to be heard or felt.
  bool begin(double start, double rate, const RingingBody& body,
             std::span<const Complex<double>> poles);
  /// Null until the first hit.
  ModalHits* modes() { return modes_.get(); }

 private:
  struct Waiting {
    Hit hit;
    std::int64_t order = 0;
  };
  struct Driven {
    DrivenModes driven;
    AlignedVector<float> shape;  // per mode, once begun
  };
  void hit_modes(double start, double rate, const RingingBody& body, std::size_t until);
  void drive_modes(std::int64_t start, const RingingBody& body);
  const float* project(const Vec3& point, const Vec3& along, const RingingBody& body);

  std::vector<Waiting> waiting_;  // from head_ on; by their middles when sorted_
  std::size_t head_ = 0;
  bool sorted_ = true;
  std::deque<Driven> driven_;
  std::deque<PressedHop> pressed_;
  std::int64_t order_ = 0, count_ = 0, driven_count_ = 0;
  double begun_ = -std::numeric_limits<double>::infinity();  // [samples] end of the last hop begun
  std::unique_ptr<ModalHits> modes_;
  std::vector<double> projected_;
  AlignedVector<float> shape_;
};

}  // namespace peal
