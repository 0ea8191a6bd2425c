// Where blows between bodies are solved together with their modes, hop after hop, before anything
// is heard (dsp/impact/impact_group.h). Each blow begins at its instant with the closing speed of
// the rigid bodies and the modes as they ring then; it is followed, in parts of samples, until the
// bodies have parted for good: several contacts and chatter included. Blows that share a body feel
// each other through its modes; through its rigid motion only blows of one instant do, because the
// closing speed of a later one has what the earlier ones did to that motion in it already.
// Enters: blows and the twins of the bodies' states. Leaves: forces, for twins and resonators. SI
// units.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "dsp/impact/impact_group.h"
#include "emission/resonator.h"
#include "emission/ringing_twin.h"

namespace peal {

/// One body of a blow. Vectors in its frame.
struct BlowSide {
  RingingTwin* twin = nullptr;  // none: it has no modes
  int body = -1;                // whose rigid motion it is; -1: it does not give way
  double inverse_mass = 0;      // [1/kg] and
  Vec3 inverse_inertia;         // [1/(kg m^2)] diagonal; zeros: it does not give way
  Vec3 point, normal;           // [m]; from the second body of the blow to the first
};

struct Blow {
  double time = 0;          // [s] first touch
  double speed = 0;         // [m/s] closing
  double contact_time = 0;  // [s] of the rigid bodies
  HertzSpring spring;
  double yield = 0;  // [m/s/N] of a plate without edges: 1/Z
  double waves = 0;  // [s^3/kg] of a thick floor: B (physics/contact/half_space.h)
  BlowSide side[2];
  double gain = 1;    // of what is heard, not of the motion
  int mechanism = 0;  // whose blow it is: Ensemble::mechanism()
};

/// [1/kg] of both rigid bodies along the normal.
double rigid_mobility(const Blow& blow);

/// Where the energy of blows went, all together [J].
struct BlowBalance {
  std::int64_t blows = 0, contacts = 0, crowded = 0, cut_short = 0;
  double kinetic = 0;  // of the rigid bodies along the normals, before the blows
  double given = 0;    // by them, through the contacts
  double heat = 0;     // of the contacts
  double support = 0;  // what flows away in a plate floor
  double waves = 0;    // in a thick floor, as its force says; the motion does not lose it
  double rebound() const { return kinetic - given; }
  double modes() const { return given - heat - support; }
};

class ImpactStage {
 public:
  explicit ImpactStage(double rate) : rate_(rate) {}
  /// Blows on bodies that touch, at once: bounded work.
  static constexpr int kMostPlaces = 1024;

  /// Blows may come in any order, but before the hop they begin in is solved.
  void add(const Blow& blow);
  /// The hop that begins at sample hop * kHop: gives forces to twins and resonators.
  void solve_hop(std::int64_t hop);
  const BlowBalance& balance() const { return balance_; }
  /// Whether there is a blow of these two in the coming hop; no twin: a body without modes.
  bool between(const RingingTwin* a, const RingingTwin* b, std::int64_t hop) const;
  /// Whether a blow on this one begins in the coming hop or goes on.
  bool strikes(const RingingTwin* twin, std::int64_t hop) const;

 private:
  struct Active {
    Blow blow;
    AlignedVector<double> chi[2];  // of all modes that contacts feel
    StruckPlace place;
    double first = 0, last = 0;  // [samples] first touch; let go
    int level = 0;
    bool begun = false, over = false, touches = false;
    double given = 0, heat = 0;  // [J] by the rigid bodies; into the spring and its loss
    double support = 0, waves = 0, last_force = 0;  // [J], [J], [N] in the sub-step before
    float before = 0;
    float force[kHop * kStrikeParts] = {};
    int from = -1, until = -1;  // samples of this hop with a force
  };
  void take_due(double end);
  void solve_island(const std::vector<Active*>& island, std::int64_t hop);
  void load(RingingTwin& twin, int sample);
  bool begin_due(const std::vector<Active*>& island, double sample);
  void make_room(std::vector<Active*>& island);
  void leave_out(Active& active);
  int gather(const std::vector<Active*>& island);
  /// What a blow does in one sub-step of a hop.
  struct Substep {
    int sample, number, level;  // number: within the sample
    double force;               // [N]
    double way, approach;       // [m] that the spring is pressed in, [m/s] mean of the bodies
  };
  int stride(const std::vector<Active*>& island, double start, int sample, int level) const;
  void run_samples(int sample, int samples, int level);
  void push(Active& active, const Substep& now);
  void end_over(double sample);
  void keep_places();
  void finish(Active& active);
  void hand_over(Active& active, std::int64_t hop);

  double rate_;
  std::vector<Blow> waiting_;
  std::deque<std::unique_ptr<Active>> active_;
  std::vector<Active*> in_group_;  // places of the group, in order
  std::vector<Active*> beginning_;
  std::vector<RingingTwin*> twins_;
  ImpactGroup group_;
  int room_ = ImpactGroup::kMostPlaces;    // of the group
  std::vector<double> before_, approach_;  // of its places, at the start of a sub-step
  BlowBalance balance_;
};

}  // namespace peal
