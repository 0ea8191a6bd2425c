// Bodies that lie still on each other stay coupled while one of them rings: what they lie on
// shifts, mixes and damps their modes, and lets them buzz and rattle where they move by more than
// they are pressed in (dsp/resting_contact.h, solved by the contact stage). Rigid motion, so small
// that nobody sees it, takes part. A body that is hardly held, and what finds no room, is damped to
// first order instead (physics/contact/rest_contact.h). Never gives any energy. A part of source
// `impact`.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "dsp/modal/rigid_ports.h"
#include "dsp/resting_contact.h"
#include "sources/contacts/rest_decay.h"
#include "sources/contacts/resting_places.h"

namespace peal {

class RestingBodies final : public ContactDriver {
 public:
  /// All must outlive it. @param gain of what is heard; @param mechanism whose sound it is.
  RestingBodies(const Scene& scene, const Ensemble& ensemble, ResonatorPool& resonators,
                double gain, int mechanism);
  /// What rests from when on; before the stage advances.
  void add(const std::vector<ContactSample>& samples);

  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override;
  void end_hop(const ContactHop&, const double*, const double*) override {}

 private:
  struct Rigid {
    RigidPorts ports;
    std::vector<bool> used;
    bool moves = false;  // in this hop
  };
  /// A place that is solved with its modes.
  struct Coupled {
    RestingContact law;
    std::vector<double> shape[2];  // from the first body to the second
    int rigid_port[2] = {-1, -1};
    int contact = -1;  // of the stage, while it is active
  };
  struct Track {
    std::vector<ContactSample> waiting;  // in order of time
    std::vector<RestPlace> places;       // while it rests
    std::vector<Coupled> coupled;        // as many; none: first order
    double load = 0;                     // [N] that they were made for
    double shift = 0;                    // largest, of a mode's frequency
    bool active = false;                 // coupled in the last hop
  };
  void follow(Track& track, double time);
  void couple(Track& track);
  void uncouple(Track& track);
  void pause(Track& track);
  Rigid* rigid_of(int body);
  enum class Need { none, some, full };
  Need need(const Track& track) const;
  bool fits(const Track& track, Need need);
  void join(Track& track, std::vector<ContactHop>& out);

  const Scene* scene_;
  const Ensemble* ensemble_;
  ResonatorPool* resonators_;
  double gain_;
  int mechanism_;
  bool joined_ = false;
  std::map<int, Track> tracks_;
  std::map<int, std::unique_ptr<Rigid>> rigid_;  // by object
  std::map<const RingingTwin*, int> ports_;      // in this hop
  int contacts_ = 0;                             // in this hop
  RestDecay decay_;
};

}  // namespace peal
