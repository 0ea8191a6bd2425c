// Sliding and rolling as sound: no blow at the beginning, silence at rest, nothing absurd from
// absurd controls.
#include "dsp/contact_sound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "dsp/modal/coupling.h"
#include "physics/contact/hertz.h"
#include "physics/contact/surface_roughness.h"

namespace peal {
namespace {

constexpr double kRate = 48000;

ContactPair steel_on_concrete(std::uint64_t seed) {
  ContactPair pair;
  pair.radius = kUnlimited, pair.modulus = 3e10, pair.mass = 0.5;
  pair.roughness =
      roughness_of_pair(default_roughness("steel"), default_roughness("concrete"), seed);
  return pair;
}

struct Heard {
  double largest = 0, first = 0;  // [N] normal force: ever, and in the first hop
  bool finite = true;
};

// The contact against an immovable partner.
Heard slide(ContactSound& sound, int hops, double load, double slip, double roll) {
  Coupling coupling(2);
  Heard heard;
  for (int hop = 0; hop < hops; ++hop) {
    if (!sound.prepare(load, slip, roll)) continue;
    coupling.clear();
    coupling.add({nullptr, 0, nullptr, 0, &sound.normal(), &sound.mass()});
    if (sound.drags() && coupling.add({nullptr, 0, nullptr, 0, &sound.slide(), nullptr}))
      std::copy_n(sound.slip(), kHop, coupling.slip(1));
    coupling.solve();
    sound.pressed(coupling.force(0));
    for (int n = 0; n < kHop; ++n) {
      const double force = coupling.force(0)[n];
      heard.finite = heard.finite && std::isfinite(force);
      heard.largest = std::max(heard.largest, force);
      if (hop == 0) heard.first = std::max(heard.first, force);
    }
  }
  return heard;
}

TEST(ContactSound, AnotherRadiusIsNoBlow) {
  // A wheel of 6 m bridges what one of 2 cm follows: the ways of their centres are apart by
  // micrometres at the instant at which the one becomes the other, which nothing rises by.
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    ContactSound sound(kRate);
    ContactPair pair = steel_on_concrete(seed);
    pair.radius = 0.001;
    sound.set_pair(pair);
    double last = 0;  // [m] per sample
    for (int hop = 0; hop < 40; ++hop) ASSERT_TRUE(sound.prepare(1, 0, 0.5, 6));
    ASSERT_TRUE(sound.prepare(1, 0, 0.5, 0.02));
    const double first = std::abs(sound.normal().profile_change()[0]);
    for (int n = 1; n < kHop; ++n)
      last = std::max(last, std::abs(sound.normal().profile_change()[n]));
    EXPECT_LT(first, 2 * last) << seed;
  }
}

TEST(ContactSound, BeginsWithoutABlow) {
  // Slow: what the profile does within a hop is far below the load of 5 N.
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    ContactSound sound(kRate);
    sound.set_pair(steel_on_concrete(seed));
    EXPECT_LT(slide(sound, 1, 5, 0.002, 0).first, 6) << seed;
  }
}

// A body that comes down fast rides on the tops first: no force is larger than those that follow.
TEST(ContactSound, BeginsFastWithoutABlow) {
  for (const double speed : {0.5, 2.0}) {
    double begin = 0, later = 0;
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      ContactSound sound(kRate);
      sound.set_pair(steel_on_concrete(seed));
      begin += slide(sound, 6, 5, 0, speed).largest;
      later += slide(sound, 6, 5, 0, speed).largest;
    }
    EXPECT_LT(begin, later) << speed;
  }
}

TEST(ContactSound, IsLouderWhenFasterAndQuietAtRest) {
  double before = 0;
  for (const double speed : {0.02, 0.1, 0.5}) {
    ContactSound sound(kRate);
    sound.set_pair(steel_on_concrete(7));
    const double largest = slide(sound, 400, 5, speed, 0).largest;
    EXPECT_GT(largest, before) << speed;
    before = largest;
  }
  ContactSound sound(kRate);
  sound.set_pair(steel_on_concrete(7));
  slide(sound, 100, 5, 0.1, 0);
  slide(sound, 200, 0, 0, 0);
  EXPECT_TRUE(sound.quiet());
  EXPECT_FALSE(sound.prepare(0, 0, 0));
}

TEST(ContactSound, AbsurdControlsGiveFiniteForces) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double x : {nan, 1e300, -1e300, kUnlimited, -1.0, 0.0}) {
    ContactSound sound(kRate);
    sound.set_pair(steel_on_concrete(3));
    const Heard heard = slide(sound, 20, 5, 0.1, 0);
    EXPECT_TRUE(heard.finite);
    EXPECT_TRUE(slide(sound, 20, x, 0.1, 0).finite) << x;
    EXPECT_TRUE(slide(sound, 20, 5, x, 0).finite) << x;
    EXPECT_TRUE(slide(sound, 20, 5, 0.1, x).finite) << x;
    ContactPair pair = steel_on_concrete(3);
    pair.mass = x;
    sound.set_pair(pair);
    EXPECT_TRUE(slide(sound, 20, 5, 0.1, 0).finite) << x;
  }
}

}  // namespace
}  // namespace peal
