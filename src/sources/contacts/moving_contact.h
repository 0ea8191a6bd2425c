// One contact track of a take as sound: where the bodies touch, how fast they slide and roll and
// how hard they press, from contact samples and pose tracks => contacts for the contact stage. How
// it sounds is in dsp/contact_sound.h. SI units.
#pragma once
#include <deque>

#include "dsp/contact_sound.h"
#include "emission/contact_stage.h"
#include "motion/motion.h"

namespace peal {

class MovingContact {
 public:
  struct Body {
    Resonator* resonator = nullptr;    // none: it does not ring
    const PoseTrack* track = nullptr;  // none: the floor
    Vec3 axis = {};                    // unit, body frame, of a turned body; zero: none
  };
  /// How loud it is, and to whom its sound is put down.
  struct Heard {
    double gain = 1;
    int mechanism = 0;  // Ensemble::mechanism()
  };
  /// @param follows_a the place of touch stays on a when nothing rolls; otherwise on b.
  MovingContact(const ContactPair& pair, const ContactSample& first, const Body& a, const Body& b,
                bool follows_a, ContactStage& stage, const Heard& heard);

  void add(const ContactSample& sample) { waiting_.push_back(sample); }
  /// Appends the contacts of the coming hop, if it sounds.
  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out);
  /// One of its contacts was solved; others are not for it.
  void end_hop(const ContactHop& contact, const double* force) {
    if (contact.contact == normal_number_) sound_.pressed(force);
  }
  /// True when the bodies have parted and all is quiet.
  bool over() const { return ended_ && sound_.quiet(); }
  void close(ContactStage& stage);

 private:
  struct Kinematics {
    Vec3 place, slip;       // [m], [m/s] world
    double rim_radius = 0;  // [m] of curvature along the rim that it rolls on; 0: no rim
  };
  Kinematics move_to(double time);
  void roll_on(const Pose& pose, Kinematics& out) const;
  void turn_along(const Vec3& slip);

  ContactSound sound_;
  Body a_, b_;
  bool follows_a_;
  double rate_;
  Heard heard_;
  int normal_number_, slide_number_;
  std::deque<ContactSample> waiting_;
  ContactSample now_;
  bool ended_ = false, turned_ = false;
  Vec3 anchor_;          // [m] the place of touch in the frame of the body that it stays on
  Vec3 below_;           // [m] from the centre of that body to it, world
  Vec3 along_{1, 0, 0};  // unit, world: direction of slip
};

}  // namespace peal
