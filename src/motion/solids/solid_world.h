// The solids of a scene, stepped explicitly beside the rigid bodies, many steps to a sample. They touch the floor: nodes are held back by projection of their velocities, with
// Coulomb friction (physics/solids/explicit_body.h); other bodies they pass through. Sample n goes
// from (n - 1/2) / rate to (n + 1/2) / rate: the mean acceleration in between belongs to it
// exactly. SI units.
#pragma once
#include <memory>
#include <vector>

#include "motion/solids/scene_solid.h"
#include "motion/worlds/world.h"
#include "physics/solids/surface_point.h"

namespace peal {

class SolidWorld final : public World {
 public:
  /// @param objects those with `body` solid. Throws an Error that names the object when it cannot
  /// be simulated or overlaps the floor at the start.
  SolidWorld(const Scene& scene, std::vector<int> objects);

  void advance(double until, const Surroundings& around, MotionBlock& happened) override;
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
    int object = 0, steps = 1;  // to a sample
    std::unique_ptr<ExplicitBody> body;
    std::vector<int> nodes;  // of the body, one for each point of its surface
    std::vector<Blow> blows;
    double start = 0;                   // [s] of its first step
    std::vector<Vec3> velocity, place;  // of points, at the beginning of the sample
    ShapeSamples samples;
    std::vector<ShapePush> pushes;
  };
  void add(int object);
  void strike(Solid& solid) const;
  void one_sample(Solid& solid, std::int64_t sample) const;
  void record_track(const Solid& solid, double time, std::vector<PoseTrack>& tracks) const;

  const Scene& scene_;
  double rate_ = 0;
  std::int64_t next_ = 0;  // sample that comes next
  std::vector<Solid> solids_;
};

}  // namespace peal
