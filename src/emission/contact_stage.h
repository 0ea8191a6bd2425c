// Where contacts that push back are solved, hop after hop, before anything is heard: each body
// that takes part has a twin of its modal state here, which feels every push and every contact;
// the forces found are handed to the bodies' resonators, which ring and radiate.
// Enters: pushes (mirrored by the resonators) and what drivers say about their contacts. Leaves:
// forces per sample. SI units.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "dsp/modal/bank_ports.h"
#include "dsp/modal/coupling.h"
#include "dsp/stepped_coupling.h"
#include "emission/impact_stage.h"
#include "emission/resonator.h"
#include "emission/ringing_twin.h"

namespace peal {

/// One side of a contact in the coming hop: a point and a direction of a resonator's body, or a
/// body of the driver's own (a mass), or nothing that gives way.
struct ContactEnd {
  static constexpr int kMostPassed = 8;
  Resonator* resonator = nullptr;
  Vec3 point, direction;  // [m], unit; body frame
  // Places and directions on the way to there in the hop, when it is long: what a mode feels is
  // their mean, or a load that runs over many of its waves would excite it by steps from hop to
  // hop.
  int passed = 0;
  std::array<Vec3, kMostPassed> passed_points = {}, passed_directions = {};
  CoupledBody* own = nullptr;  // its port 0
  /// Shape per mode [kg^-1/2] instead of that of point and direction; stays while they do.
  const std::vector<double>* shape = nullptr;
  CoupledBody* rigid = nullptr;  // moves besides the vibration
  int rigid_port = 0;
};

/// A contact in the coming hop; see dsp/modal/coupling.h for signs.
struct ContactHop {
  int contact = 0;  // from ContactStage::open()
  ContactEnd a, b;
  CoupledBody* extra = nullptr;  // moves besides a's vibration: a mass of the driver's own
  ContactLaw* law = nullptr;     // its controls are set for this hop
  const double* slip = nullptr;  // [m/s] prescribed, kHop values; none: 0
  double gain = 1;               // of what is heard, not of the motion
  int mechanism = 0;             // whose contact it is: Ensemble::mechanism()
};

/// Who knows where bodies touch; sources implement it.
class ContactDriver {
 public:
  virtual ~ContactDriver() = default;
  /// Appends its contacts in the hop that begins at sample hop * kHop.
  virtual void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) = 0;
  /// One of them was solved: force [N] and relative velocity [m/s] per sample.
  virtual void end_hop(const ContactHop& contact, const double* force, const double* velocity) = 0;
};

class ContactStage {
 public:
  explicit ContactStage(double rate) : rate_(rate), impacts_(rate) {}
  /// So many contacts on bodies they share are solved by responses (dsp/modal/coupling.h), more are
  /// stepped (dsp/stepped_coupling.h), and as many on one body are heard one by one.
  static constexpr int kFew = 8;
  static constexpr int kMostDrives = 2 * kFew + 2;  // a port that moves needs two
  static constexpr int kMostContacts = 4096;        // at once: bounded work

  double rate() const { return rate_; }
  /// Blows between bodies of this stage.
  ImpactStage& impacts() { return impacts_; }
  /// None for a resonator that was not added.
  RingingTwin* twin(Resonator& resonator) const {
    const auto found = twins_.find(&resonator);
    return found == twins_.end() ? nullptr : found->second.get();
  }
  void add(Resonator& resonator);
  /// The driver must outlive the stage's use.
  void add(ContactDriver& driver) { drivers_.push_back(&driver); }
  /// A number for a new contact; close it when the bodies have parted.
  int open();
  void close(int contact);

  /// Solves all hops that end before `until` [s]; the first begins at sample 0.
  void advance(double until);
  /// Contacts that found no room in the worst hop.
  int left_out() const { return left_out_; }

 private:
  struct Side {
    RingingTwin* twin = nullptr;
    int port = -1;
    Vec3 point, direction;
    double before = 0;  // [N] force on this side in the last sample
    bool placed = false, moved = false;
    bool pressed = false;      // heard in the last hop with all others of its body
    std::vector<double> from;  // shape at the start of the hop, if it moved
  };
  struct Contact {
    Side a, b;
    std::int64_t last = -2;  // hop in which it was solved
  };
  /// Contacts of a hop that share bodies, directly or through others, and their couplings.
  struct Island {
    std::vector<std::size_t> hops;  // of hops_, in order
  };
  void connect(Side& side, const ContactEnd& end);
  void free_side(Side& side);
  void keep_start(Side& side);
  CoupledContact coupled(const ContactHop& hop) const;
  void find_islands();
  void solve_few(const Island& island);
  void solve_many(const Island& island);
  int part_of(const RingingTwin& twin, const ContactHop& hop);
  void found(const ContactHop& hop, ContactDriver& driver, const double* force,
             const double* velocity);
  void solve_hop();
  void hand_over(Side& side, double scale, const ContactHop& hop, const double* force);
  void press_parts();

  double rate_;
  std::int64_t hop_ = 0;
  std::map<Resonator*, std::unique_ptr<RingingTwin>> twins_;  // looked up only; walked in order_
  std::vector<RingingTwin*> order_;
  std::vector<ContactDriver*> drivers_;
  std::map<int, Contact> contacts_;
  int next_ = 0, left_out_ = 0;
  std::vector<Island> islands_;
  /// Responses are kept from hop to hop, by the first contact of an island.
  struct Few {
    Coupling coupling{kFew};
    std::int64_t last = 0;
  };
  std::map<int, Few> few_;
  SteppedCoupling many_;
  /// Who hears what of a body that many contacts press, in the hop.
  struct Part {
    int mechanism;
    double gain;
  };
  std::map<const RingingTwin*, std::vector<Part>> parts_;  // looked up only
  std::map<const RingingTwin*, int> ports_used_;           // in the hop, looked up only
  ImpactStage impacts_;
  std::vector<ContactHop> hops_;
  std::vector<ContactDriver*> driver_of_;
  std::vector<double> shape_, passed_;
};

}  // namespace peal
