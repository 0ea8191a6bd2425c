// The solids of a scene, stepped explicitly beside the rigid bodies, many steps to a sample. Floors
// hold back nodes by projection of their velocities, with Coulomb friction
// (physics/solids/explicit_body.h); rigid bodies and other solids: solid_contacts.h. Sample n goes
// from (n - 1/2) / rate to (n + 1/2) / rate: the mean acceleration in between belongs to it
// exactly. SI units.
#pragma once
#include <memory>
#include <vector>

#include "motion/solids/solid_contacts.h"
#include "motion/solids/solid_holds.h"
#include "motion/worlds/world.h"

namespace peal {

class SolidWorld final : public World {
 public:
  /// @param objects those with `body` solid. Throws an Error that names the object when it cannot
  /// be simulated or overlaps the floor at the start.
  SolidWorld(const Scene& scene, std::vector<int> objects);

  void advance(double until, const Surroundings& around, MotionBlock& happened) override;
  std::vector<std::string> warnings() const override { return warnings_; }
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

  /// For tests.
  ExplicitBody& body(std::size_t i) { return *solids_[i].body; }

 private:
  struct Blow {
    SurfacePoint at;
    std::array<int, 3> corners;
    double begin, duration, impulse;
    Vec3 direction;
  };
  struct Solid {
    int object = 0;
    std::unique_ptr<ExplicitBody> body;
    std::vector<int> nodes;  // of the body, one for each point of its surface
    SolidHolds holds;
    std::vector<Blow> blows;
    std::vector<Vec3> velocity, place;  // of points, at the beginning of the sample
    ShapeSamples samples;
    std::vector<ShapePush> pushes;
    Vec3 floor_impulse, floor_moment;  // of the sample
    double floor_weight = 0;
  };
  void add(int object, std::vector<SolidContacts::Part>& parts);
  void choose_steps();
  int steps_for(std::size_t solid, double critical) const;
  void watch_step(std::size_t solid);
  double sample_begin(std::int64_t sample) const {
    return (static_cast<double>(sample) - 0.5) / rate_;
  }
  void strike(Solid& solid, double time) const;
  void begin_sample(Solid& solid) const;
  void begin_step(Solid& solid, double time) const;
  void finish_step(Solid& solid, double time) const;
  void end_sample(Solid& solid, std::int64_t sample) const;
  void run_apart(std::int64_t first, int count);
  void run_together(RigidWorld& rigid, std::int64_t first, int count,
                    std::vector<ShapePush>& pushes);
  void record_track(const Solid& solid, double time, std::vector<PoseTrack>& tracks) const;

  const Scene& scene_;
  double rate_ = 0;
  std::int64_t next_ = 0;  // sample that comes next
  bool begun_ = false;
  std::vector<Solid> solids_;
  std::vector<int> steps_;  // to a sample, of each solid
  std::unique_ptr<SolidContacts> contacts_;
  std::vector<std::string> warnings_;
};

}  // namespace peal
