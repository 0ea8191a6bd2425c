#include "motion/compose/make_motion.h"

#include "motion/grains/crowd_world.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/scene_motion.h"
#include "motion/rods/rod_world.h"
#include "motion/solids/recorded_world.h"
#include "motion/solids/solid_world.h"
#include "motion/worlds/worlds_motion.h"

namespace peal {

std::unique_ptr<Motion> make_motion(const Scene& scene, std::shared_ptr<ImpactLaw> law) {
  RigidSetup setup = rigid_setup(scene);
  setup.law = law;
  std::vector<std::unique_ptr<World>> worlds;
  std::vector<int> rods;
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
    if (scene.objects[i].body == BodyKind::rod) rods.push_back(i);
  if (!rods.empty()) worlds.push_back(std::make_unique<RodWorld>(scene, rods, law));
  std::vector<int> solids, recorded;
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
    if (scene.objects[i].body == BodyKind::solid)
      (scene.objects[i].solid.recording.empty() ? solids : recorded).push_back(i);
  if (!solids.empty()) worlds.push_back(std::make_unique<SolidWorld>(scene, solids));
  if (!recorded.empty()) worlds.push_back(std::make_unique<RecordedWorld>(scene, recorded));
  if (!scene.grains.empty()) worlds.push_back(std::make_unique<CrowdWorld>(scene));
  if (worlds.empty()) return std::make_unique<RigidMotion>(std::move(setup));
  return std::make_unique<WorldsMotion>(std::move(setup), std::move(worlds));
}

}  // namespace peal
