// What a falling body brings is all there is: modes and rigid motion together never have more
// energy than the body had when it was let go.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dsp/modal/half_sine_kernel.h"
#include "emission/resonator_pool.h"
#include "motion/compose/make_motion.h"
#include "physics/geometry/mass_properties.h"
#include "physics/meshing/shape_mesh.h"
#include "propagation/propagation.h"
#include "sources/rebound.h"
#include "support/rendered.h"

namespace peal {
namespace {

struct Energies {
  double modal = 0, rigid = 0, start = 0;  // [J]
  std::size_t impacts = 0;
};

// Lets the only moving object fall for `until` seconds; nothing in it is damped.
Energies drop(const std::string& objects, double until) {
  const Scene scene = test::scene_from(R"({"peal": 1, "duration": 2,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 1, 1]}],
    "materials": {"undamped": {"young": 70e9, "poisson": 0.33, "density": 2700, "restitution": 0.5,
                               "friction": 0.3, "damping": {"alpha": 0, "beta": 0}},
                  "springy": {"young": 70e9, "poisson": 0.33, "density": 2700, "restitution": 0.9,
                              "friction": 0.3, "damping": {"alpha": 0, "beta": 0}}},
    "motion": {"floor": {"material": "concrete", "restitution": 1}},
    "sources": [{"kind": "impact"}], "objects": [)" +
                                       objects + "]}");
  ModesLibrary library;
  const auto motion = make_motion(scene, rebound_of_bodies(scene, library));
  Ensemble ensemble;
  ensemble.place(motion->tracks(), 1);
  const auto source = impact_kind().make(scene.sources[0], scene, ensemble);
  BodySounds sounds(library);
  ensemble.prepare(sounds);
  Propagation propagation(ensemble.emitters(), {TrackedEar(PoseTrack(Pose{{0, 1, 1}, {}}), 343.2)});
  const MotionBlock& block = motion->step(propagation.motion_needed(until));
  source->excite(block);
  ensemble.advance(block.end);
  propagation.carry(until);

  Energies out;
  out.impacts = block.impacts.size();
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    out.modal += ensemble.pool<ResonatorPool>().resonator(static_cast<int>(i))->energy();
    if (object.is_static) continue;
    const MassProperties mass = mass_properties(mesh_shape(object.shape, MeshLevel::normal),
                                                scene.material(object.material).density);
    const auto energy_of = [&](const PoseKnot& knot) {
      const Vec3 spin = rotate_back(knot.pose.rotation, knot.spin);
      return mass.mass * (norm_squared(knot.velocity) / 2 + 9.81 * knot.pose.position.y) +
             dot(spin, mass.inertia * spin) / 2;
    };
    out.rigid += energy_of(motion->tracks()[i].knots().back());
    out.start += energy_of(motion->tracks()[i].knots().front());
    // Lying flat on the floor is the zero of height.
    const auto* bar = std::get_if<BarShape>(&object.shape);
    const double lowest = bar ? std::min({bar->size.x, bar->size.y, bar->size.z}) / 2
                              : std::get<SphereShape>(object.shape).radius;
    out.rigid -= mass.mass * 9.81 * lowest;
    out.start -= mass.mass * 9.81 * lowest;
  }
  return out;
}

std::string bar(double height, double angle, const std::string& axis, const std::string& material) {
  return fmt::format(R"({{"name": "bar", "shape": {{"kind": "bar", "size": [0.2, 0.01, 0.02]}},
    "material": "{}", "position": [0, {}, 0], "rotation": {{"axis": {}, "angle": {}}}}})",
                     material, height, axis, angle);
}

TEST(Energy, BarLandingFlatOnFourCornersAtOnce) {
  for (const std::string material : {"undamped", "springy"}) {
    const Energies e = drop(bar(0.1, 0, "[0, 0, 1]", material), 0.145);
    ASSERT_EQ(e.impacts, 4u);
    EXPECT_GT(e.modal, 0.1 * (e.start - e.rigid)) << material;
    EXPECT_LT(e.modal + e.rigid, 1.001 * e.start) << material;
  }
}

TEST(Energy, BarLandingOnAnEndAndThenOnTheOther) {
  for (double angle : {3.0, 20.0, 60.0}) {
    const Energies e = drop(bar(0.2, angle, "[0, 0, 1]", "undamped"), 0.4);
    EXPECT_GE(e.impacts, 2u);
    // Steep bars are hit along themselves, where they hardly give way. How much is right for a
    // corner, which gives way through modes above hearing, too: BandsOfABlow.Bar.
    EXPECT_GT(e.modal, (angle < 45 ? 0.03 : 0.005) * e.start) << angle;
    EXPECT_LT(e.modal + e.rigid, 1.001 * e.start) << angle;
  }
}

TEST(Energy, BallOnTheEndOfAHeldBar) {
  const Energies e = drop(R"({"name": "bar", "shape": {"kind": "bar", "size": [0.3, 0.01, 0.03]},
      "material": "undamped", "position": [0, 0.3, 0], "static": true},
    {"name": "ball", "shape": {"kind": "sphere", "radius": 0.01}, "material": "undamped",
      "position": [0.14, 0.5, 0]})",
                          0.25);
  EXPECT_GE(e.impacts, 1u);
  EXPECT_GT(e.modal, 0.01 * e.start);
  EXPECT_LT(e.modal + e.rigid, 1.001 * e.start);
}

}  // namespace
}  // namespace peal
