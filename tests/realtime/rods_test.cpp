// Elastic rods step without allocating, locking or writing, contacts and all.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/rods/rod_stepper.h"
#include "realtime/watched_calls.h"

namespace peal {
namespace {

TEST(NoAllocation, InStepsOfRods) {
  if (!calls_can_be_watched()) GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const bool closed : {false, true}) {
    RodDesign design;
    design.closed = closed;
    for (int i = 0; i < 21; ++i) design.points.push_back({std::cos(.3 * i), std::sin(.3 * i), 0});
    design.sections = {circle_section(3e-3)};
    design.material = {200e9, 77e9, 7800};
    ElasticRod rod(design);
    RodStepper stepper(rod, {});
    stepper.pin(2);
    stepper.add_spring(7, rod.point(7), {1, 1, 1});
    WatchedCalls seen;
    double moved = 0;
    {
      CallWatch watch;
      for (int n = 0; n < 20; ++n) {
        stepper.set_force(3, {0, 1, 0});
        stepper.prescribe(2, rod.point(2), {}, {});
        stepper.predict();
        const Mat3 w = stepper.mobility(5);
        stepper.push(5, inverse(w) * Vec3{1e-3, 0, 0});
        stepper.apply();
        stepper.finish();
        moved += norm(stepper.mean_acceleration(5));
      }
      seen = watch.calls();
    }
    EXPECT_EQ(seen.all(), 0);
    EXPECT_GT(moved, 0);
  }
}

}  // namespace
}  // namespace peal
