// The grains of a scene: one event-driven world of all crowds, among the floor and the true
// surfaces of rigid bodies, which they push when these can move. Enters: the scene, bodies as they
// go through the coming step. Leaves: hits in order of time, places at frame rate, pushes. SI.
#pragma once
#include <memory>
#include <vector>

#include "motion/grains/grain_roster.h"
#include "motion/worlds/world.h"
#include "physics/grains/grain_world.h"
#include "scene/scene.h"

namespace peal {

class CrowdWorld final : public World {
 public:
  /// Throws an Error that names crowd and place when grains overlap something at the start.
  explicit CrowdWorld(const Scene& scene);

  void advance(double until, const Surroundings& around, MotionBlock& happened) override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

  const GrainWorld& world() const { return *world_; }

 private:
  struct Pour {  // of one crowd
    int crowd = 0;
    int next = 0;           // grain of the crowd that comes next
    std::int64_t turn = 0;  // instants of release that have passed
  };
  Vec3 place_in(int crowd, int grain, int attempt) const;
  double release_time(const Pour& pour) const;
  bool release(Pour& pour);
  void carry_bodies(double until, const RigidWorld& rigid);
  void push_bodies(double until, RigidWorld& rigid);
  void play(double until, MotionBlock& happened);
  void advance_to(double time, MotionBlock& happened);
  void record_frames(double time, MotionBlock& happened) const;

  const Scene& scene_;
  GrainRoster roster_;
  double begin_ = 0;            // [s] scene time of the world's time 0
  std::vector<int> object_of_;  // by body of the walls
  std::vector<int> carried_;    // bodies of the walls that move
  bool begun_ = false;
  std::vector<Pour> pours_;
  std::vector<int> grain_of_;   // roster's number, by that of the world
  std::vector<int> number_of_;  // the world's, by that of the roster; -1: not there yet
  std::int64_t next_frame_ = 0;
  std::unique_ptr<GrainWorld> world_;
  std::vector<GrainHit> hits_;
};

}  // namespace peal
