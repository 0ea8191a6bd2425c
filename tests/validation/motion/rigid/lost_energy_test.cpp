// The energy that impacts report as lost along the normal is what the bodies have lost.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {

TEST(LostEnergy, HeadOnBallsAndABarLandingFlat) {
  for (double restitution : {0.0, 0.5, 0.9, 1.0}) {
    RigidSetup balls;
    balls.floor = false;
    balls.gravity = {};
    balls.bodies = {ball(0.02, 0.1, {0, 0, 0}, {3, 0, 0}),
                    ball(0.02, 0.3, {0.1, 0, 0}, {-1, 0, 0})};
    for (RigidBodySetup& body : balls.bodies) body.restitution = restitution;
    RigidMotion collision(balls);
    const auto hits = impacts_until(collision, 0.05);
    ASSERT_EQ(hits.size(), 1u);
    const double reduced_mass = 0.1 * 0.3 / 0.4, part = 1 - restitution * restitution;
    EXPECT_NEAR(hits[0].lost_energy, part * reduced_mass * 16 / 2, 1e-12) << restitution;

    RigidSetup flat;
    flat.floor_restitution = 1;
    flat.bodies = {bar({0.2, 0.01, 0.02}, 0.108, {0, 0.1, 0})};
    flat.bodies[0].restitution = restitution;
    RigidMotion landing(flat);
    double lost = 0, speed = 0;
    for (const Impact& hit : impacts_until(landing, 0.145))
      lost += hit.lost_energy, speed = hit.closing_speed;
    EXPECT_NEAR(lost, part * 0.108 * speed * speed / 2, 1e-9) << restitution;
  }
}

}  // namespace peal
