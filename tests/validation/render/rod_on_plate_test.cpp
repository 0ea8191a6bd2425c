// A rod that falls on a thin plate which rings: what the plate gets the rod has lost, in the modes
// that the contact feels and in those that are heard.
#include <gtest/gtest.h>

#include "emission/resonator_pool.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rods/rod_world.h"
#include "propagation/propagation.h"
#include "sources/rebound.h"
#include "support/rendered.h"

namespace peal {
namespace {

constexpr double kGravity = 9.81, kUntil = 0.12;  // [m/s^2], [s]

// Nothing is lost but where the rod is in touch: loss 0, restitution 1, no friction.
const char* const kRodOverPlate = R"({"peal": 1, "duration": 2,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 1, 1]}],
  "materials": {"lossless": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": 1,
                             "friction": 0, "damping": {"alpha": 0, "beta": 0}}},
  "objects": [
    {"name": "plate", "shape": {"kind": "plate", "length": 0.22, "width": 0.16, "thickness": 0.0015},
     "material": "lossless", "position": [0, 0.1, 0], "static": true, "quality": "draft"},
    {"name": "rod", "body": "rod", "material": "lossless", "position": [0, 0.15, 0.01],
     "rotation": {"axis": [0, 0, 1], "angle": 10}, "sound": "none",
     "shape": {"kind": "rod", "points": 16, "section": {"kind": "circle", "radius": 0.003},
               "centreline": {"kind": "straight", "length": 0.2}}}],
  "sources": [{"kind": "rod"}]})";

struct RodOverPlate {
  explicit RodOverPlate(std::shared_ptr<ImpactLaw> law, const Scene& of)
      : scene(of), rigid(rigid_setup(of)), rods(of, {1}, std::move(law)) {}

  double rod_energy() const {
    const ElasticRod& rod = rods.rod(0);
    double e = rod.energy().total();
    for (int i = 0; i < rod.points(); ++i) e += rod.mass(i) * kGravity * (rod.point(i).y - 0.1);
    return e;
  }
  double all() const { return rod_energy() + rods.energy_of_contacts() + rods.energy_of_bodies(); }
  void step() {
    const double t1 = rigid.coming();
    rods.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }

  const Scene& scene;
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

double heard_energy(RodOverPlate& drop, ModesLibrary& library) {
  Ensemble ensemble;
  ensemble.place(drop.rigid.tracks(), 1);
  const auto source = rod_kind().make(drop.scene.sources[0], drop.scene, ensemble);
  BodySounds sounds(library);
  ensemble.prepare(sounds);
  Propagation propagation(ensemble.emitters(), {TrackedEar(PoseTrack(Pose{{0, 1, 1}, {}}), 343.2)});
  MotionBlock block = drop.happened;
  block.shapes.clear();
  block.end = drop.rigid.world().time();
  source->excite(block);
  ensemble.advance(block.end);
  propagation.carry(kUntil - 0.01);
  return ensemble.pool<ResonatorPool>().resonator(0)->energy();
}

TEST(RodOnPlate, TheLedgerIsClosedAndWhatIsHeardIsNotMore) {
  const Scene scene = test::scene_from(kRodOverPlate);
  ModesLibrary library;
  RodOverPlate drop(rebound_of_bodies(scene, library), scene);
  const double before = drop.all();
  double last = before, most_in_plate = 0;
  while (drop.rigid.world().time() < kUntil) {
    drop.step();
    const double now = drop.all();
    ASSERT_LT(now, last + 1e-6 * before) << drop.rigid.world().time();
    last = now;
    most_in_plate = std::max(most_in_plate, drop.rods.energy_of_bodies());
  }
  EXPECT_GT(drop.happened.pushes.size(), 10u);
  EXPECT_GT(most_in_plate, 0.05 * before) << "the plate takes a good part";
  const double lost = before - drop.rod_energy(), heard = heard_energy(drop, library);
  EXPECT_GT(heard, 0.02 * before);
  EXPECT_LT(heard, 1.02 * lost);
  RecordProperty("lost", std::to_string(lost / before));
  RecordProperty("heard", std::to_string(heard / before));
}

}  // namespace
}  // namespace peal
