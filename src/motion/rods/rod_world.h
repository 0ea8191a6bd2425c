// The rods of a scene, stepped at audio rate beside the rigid bodies, with contacts to them and to
// the floor. A contact's law holds for the velocity in the middle of a step, (v0 + v1) / 2, whose
// product with an impulse is the work that it does. Along the normal it is Hertz' spring with loss
// (hertz_press.h), against bodies that give way through their modes (touched_bodies.h); friction
// against the middle velocity takes energy out, and nothing brings any in.
// Step n goes from (n - 1/2) / rate to (n + 1/2) / rate: what its points were
// accelerated by on the average belongs to sample n exactly. SI units.
#pragma once
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "motion/rigid/scene_motion.h"
#include "motion/rods/hertz_press.h"
#include "motion/rods/rod_contacts.h"
#include "motion/rods/rod_excitation.h"
#include "motion/rods/rod_joints.h"
#include "motion/rods/rod_pairs.h"
#include "motion/rods/rod_sleep.h"
#include "motion/rods/touched_bodies.h"
#include "motion/worlds/world.h"
#include "physics/coulomb/coulomb_solver.h"
#include "physics/rods/rod_radiation.h"
#include "physics/rods/rod_stepper.h"
#include "scene/scene.h"

namespace peal {

inline SymMat3 symmetric(const Mat3& m, double k) {
  return {k * m(0, 0), k * m(1, 1), k * m(2, 2), k * m(0, 1), k * m(0, 2), k * m(1, 2)};
}

class RodWorld final : public World {
 public:
  /// @param objects those with `body` rod. Throws an Error that names the object when it cannot be
  /// simulated or overlaps something at the start.
  /// @param law knows how bodies give way; none: they do not.
  RodWorld(const Scene& scene, std::vector<int> objects, std::shared_ptr<ImpactLaw> law = {});

  void advance(double until, const Surroundings& around, MotionBlock& happened) override;
  std::vector<std::string> warnings() const override;
  MotionCounts counts() const override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

  bool asleep() const { return sleep_.asleep(); }
  /// For tests: energies, momentum.
  const ElasticRod& rod(std::size_t i) const { return *rods_[i].rod; }
  const RodJoints& joints() const { return *joints_; }
  const CoulombReport& last_contacts() const { return report_; }
  double energy_of_contacts() const;  // [J] in their springs
  /// Places where rods touched rods or themselves in the last step.
  const std::vector<RodPairTouch>& last_pairs() const { return last_pairs_; }
  /// Of all steps in which rods touched rods.
  struct PairCount {
    std::int64_t steps = 0, contacts = 0, most = 0, sweeps = 0, loose = 0;
    double worst = 0;  // natural map
  };
  const PairCount& pair_count() const { return count_; }
  const std::vector<std::string>& repairs() const { return repairs_; }
  /// [J] in the modes of what rods touch.
  double energy_of_bodies() const { return touched_.energy(kFloor, next_); }

 private:
  struct Rod {
    int object = 0;
    std::unique_ptr<ElasticRod> rod;
    std::unique_ptr<RodStepper> stepper;
    std::unique_ptr<RodExcitation> excitation;
    bool turning_sounds = false;
    ShapeSamples samples;       // of the present rigid step
    std::int64_t in_parts = 0;  // steps that could not be solved in whole
    double first_in_parts = 0;  // [s]
  };
  class Answer;
  double end_of_step() const { return (static_cast<double>(next_) + 0.5) / rate_; }
  Vec3 middle_velocity(int rod, int point) const;
  double middle_turning(int rod, int edge) const;
  void one_step(const Surroundings& around, MotionBlock& happened);
  void find_mobilities(const std::vector<RodTouch>& touches);
  HertzPress new_press(const RodTouch& touch, const Surroundings& around, double closing) const;
  std::pair<Vec3, double> add_body(const RodTouch& touch, const Surroundings& around,
                                   CoulombContact& contact, double& gap);
  void gather_contacts(const std::vector<RodTouch>& touches, const Surroundings& around);
  bool settle_rods();
  void solve_contacts(const std::vector<RodTouch>& touches, const Surroundings& around,
                      MotionBlock& happened);
  void refuse_overlap(const RigidWorld& rigid);
  void wake();
  void part_rods();
  void find_pairs();
  void gather_pairs();
  void close_pairs();
  void calm_rods();
  template <class Work>
  void over_rods(const Work& work);
  std::uint32_t shared_point(int rod, int point);
  std::uint32_t shared_twist(int rod, int edge);
  CoulombSide side_of(const RodPairSide& side);
  Vec3 velocity_of(const CoulombSide& side) const;
  void record(Rod& rod, std::int64_t sample);
  void record_rest(Rod& rod, std::int64_t sample) const;
  void record_track(const Rod& rod, double time, std::vector<PoseTrack>& tracks) const;

  const Scene& scene_;
  double rate_ = 0;
  std::int64_t next_ = 0;  // step that comes next
  bool begun_ = false;
  std::vector<Rod> rods_;
  std::unique_ptr<RodJoints> joints_;
  std::vector<const ElasticRod*> view_;
  RodContacts contacts_;
  RodSleep sleep_;
  std::unique_ptr<RodPairs> rod_pairs_;
  TouchedBodies touched_;
  double floor_resistance_ = 0;                       // [kg/s] of a floor that is a plate
  std::map<std::array<int, 3>, HertzPress> springs_;  // closed ones, by rod, point and body
  CoulombSolver solver_;
  CoulombReport report_;
  std::vector<std::vector<PairValues>> pairs_;  // of rod and object, the floor last
  std::vector<Mat3> mobilities_, all_mobilities_;
  std::vector<CoulombPoint> points_;
  std::vector<CoulombTwist> twists_;
  std::vector<CoulombRigid> rigids_;
  std::vector<CoulombContact> solving_;
  std::vector<std::pair<int, std::uint32_t>> rigid_slots_;  // by object
  struct Closed {                                           // of a contact that is solved
    std::size_t touch = 0;
    HertzPress press;
    PressStep step;
    bool fixed = false;  // what it presses on
    RodHold hold;
  };
  std::vector<Closed> closed_;  // the first of what is solved; pairs of rods follow
  struct ClosedPair {
    std::size_t touch = 0;
    HertzPress press;
    PressStep step;
  };
  std::vector<ClosedPair> closed_pairs_;
  std::vector<RodPairTouch> last_pairs_;
  std::vector<char> paired_, touching_;  // rods that touch rods in this step; that touch anything
  struct Places {                        // of one rod: what the solver takes it to give way by
    std::vector<Mat3> points;
    std::vector<double> twists;
    std::vector<std::uint32_t> point_slot, twist_slot;
  };
  std::vector<Places> places_of_;
  std::vector<std::string> repairs_;
  PairCount count_;
  bool many_points_ = false;
  static constexpr int kPlace = -1;
  static constexpr std::uint32_t kNoSlot = 0xffffffff;
  struct Slot {
    int rod = 0, index = 0;  // point or edge; kPlace: place of a touched body
    Vec3 given;              // [N s] so far
    double turned = 0;       // [N m s]
  };
  std::vector<Slot> point_slots_, twist_slots_;
  std::vector<RodHold> holds_;        // of one rod
  std::vector<std::size_t> holding_;  // contacts that they are
  std::vector<KeptImpulse> begin_with_;
  std::vector<Vec3> place_impulses_, place_velocities_;
};

/// work(r) for each rod: over threads where there is enough to do for that.
template <class Work>
void RodWorld::over_rods(const Work& work) {
  if (many_points_)
    parallel_for(rods_.size(), work);
  else
    for (std::size_t r = 0; r < rods_.size(); ++r) work(r);
}

}  // namespace peal
