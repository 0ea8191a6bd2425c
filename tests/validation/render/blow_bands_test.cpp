// What a dropped bowl, mug, plate and coin ring with, third octave by third octave, in the whole
// renderer - scene, motion, impact source, stage of blows, resonator - against a plain solution of
// the same blow (support/slow_blow.h) with modes to twice the frequency and far shorter steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "emission/resonator_pool.h"
#include "models/bodies/contact_modes.h"
#include "motion/compose/make_motion.h"
#include "physics/contact/hertz.h"
#include "propagation/propagation.h"
#include "sources/contacts/contact_side.h"
#include "sources/kinds.h"
#include "sources/rebound.h"
#include "sources/source.h"
#include "support/rendered.h"
#include "support/slow_blow.h"

namespace peal {
namespace {

struct Thing {
  std::string shape, material, floor;
  double height, angle;  // [m] of its centre, [degrees] of tilt
  double felt;           // [Hz] up to which the plain solution has modes
  int drops;             // of different tilt
};

std::string scene_of(const Thing& thing) {
  // No friction: it pushes across the normal, which the plain solution knows nothing of.
  return fmt::format(R"({{"peal": 1, "duration": 1, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 1, 1]}}],
    "materials": {{
      "thing": {{"like": "{}", "friction": 0, "restitution": 0.8}},
      "ground": {{"like": "{}", "friction": 0, "restitution": 0.8}}}},
    "objects": [{{"name": "thing", "shape": {}, "material": "thing", "radiation": "quick",
      "position": [0, {}, 0], "velocity": [0, -1.5, 0],
      "rotation": {{"axis": [1, 0, 0.3], "angle": {}}}}}],
    "motion": {{"floor": {{"material": "ground"}}}},
    "sources": [{{"kind": "impact"}}]}})",
                     thing.material, thing.floor, thing.shape, thing.height, thing.angle);
}

using Bands = std::map<int, double>;  // [J] by number of the third octave

struct Compared {
  Bands rendered, plain;
};

Bands in_bands(const std::vector<double>& omega, const std::vector<double>& energy) {
  Bands out;
  for (std::size_t j = 0; j < energy.size(); ++j)
    if (omega[j] < 2 * kPi * 20000) out[test::third_octave(omega[j] / (2 * kPi))] += energy[j];
  return out;
}

/// What all drops of a thing share.
struct Known {
  ModesLibrary library;
  BodySounds sounds{library};
  std::unique_ptr<BodySound> whole;
};

Compared bands_of_drop(const Thing& thing, Known& known) {
  ModesLibrary& library = known.library;
  const Scene scene = test::scene_from(scene_of(thing));
  const auto motion = make_motion(scene, rebound_of_bodies(scene, library));
  Ensemble ensemble;
  ensemble.place(motion->tracks(), 1);
  const auto source = impact_kind().make(scene.sources[0], scene, ensemble);
  ensemble.prepare(known.sounds);
  Propagation propagation(ensemble.emitters(), {TrackedEar(PoseTrack(Pose{{0, 1, 1}, {}}), 343.2)});
  ResonatorPool& pool = ensemble.pool<ResonatorPool>();
  const BodySound& body = pool.body_sound(0);
  const double hold = std::max(1.5 * 2 * kPi / body.poles()[0].im, 2e-3);
  // Up to a moment after the first blow and before the second.
  MotionBlock block = motion->step(0.3);
  EXPECT_GE(block.impacts.size(), 1u);
  const Impact first = block.impacts[0];
  const double until = first.time + hold;
  if (block.impacts.size() > 1) {
    EXPECT_GT(block.impacts[1].time, until);
  }
  block.impacts.resize(1);
  block.contacts.clear();
  source->excite(block);
  ensemble.advance(until + 0.01);
  propagation.carry(until);

  Resonator& resonator = *pool.resonator(0);
  const ModalBank& bank = pool.contacts()->twin(resonator)->bank.front();
  const double now = std::floor((until + 0.01) * resonator.rate() / kHop) * kHop / resonator.rate();
  Compared out;
  std::vector<double> omega, energy;
  for (int i = 0; i < bank.modes(); ++i) {
    omega.push_back(body.poles()[i].im);
    energy.push_back(0.5 * std::norm(bank.amplitude(i)) *
                     std::exp(-2 * body.poles()[i].re * (now - first.time)));
  }
  out.rendered = in_bands(omega, energy);

  // The same blow, of all modes up to `felt`.

  const Vec3 normal = rotate_back(motion->tracks()[0].pose_at(first.time).rotation, first.normal);
  BodySoundRequest more = body.request();
  more.max_frequency = thing.felt, more.max_modes = 1000;
  if (!known.whole) known.whole = std::make_unique<BodySound>(more, library);
  const BodySound& whole = *known.whole;
  std::vector<double> phi;
  whole.project(first.point_a, normal, phi);
  const ContactSide a = contact_side(scene, 0, first.point_a, normal),
                    b = contact_side(scene, kFloor, {}, {});
  test::SlowBlow blow;
  blow.mass = 1 / a.mobility, blow.speed = first.closing_speed;
  blow.stiffness = 4. / 3 * std::sqrt(a.radius) / (1 / a.modulus + 1 / b.modulus);
  blow.loss = test::slow_loss(0.8, blow.speed);
  std::vector<double> omegas;
  for (int i = 0; i < whole.modes(); ++i) {
    // Those that are rendered decay as they do there.
    const Complex<double> s =
        i < body.modes() ? body.poles()[i] : whole.poles()[static_cast<std::size_t>(i)];
    blow.modes.push_back({std::sqrt(norm_squared(s)), -s.re, phi[static_cast<std::size_t>(i)]});
    omegas.push_back(s.im);
  }
  const double step = std::min(
      hertz_contact({a.radius, blow.mass, reduced(a.modulus, b.modulus)}, blow.speed).duration /
          100,
      0.3 / (2 * kPi * thing.felt));
  blow.add_tail();
  const test::SlowAnswer plain = test::solve_slowly(blow, hold, step);
  out.plain = in_bands(omegas, plain.energy);
  return out;
}

// A thin bowl hits several times in a few milliseconds, and what a band gets of two hits depends on
// the last microsecond between them: the sum over some drops is compared.
Compared bands_of_drops(Thing thing) {
  Known known;
  Compared sum;
  for (int drop = 0; drop < thing.drops; ++drop, thing.angle += 4) {
    const Compared one = bands_of_drop(thing, known);
    for (const auto& [band, energy] : one.plain) {
      sum.plain[band] += energy, sum.rendered[band] += one.rendered.at(band);
    }
  }
  return sum;
}

void expect_equal_bands(const Thing& thing, int least) {
  SCOPED_TRACE(thing.shape);
  const Compared got = bands_of_drops(thing);
  double most = 0;
  for (const auto& [band, energy] : got.plain) most = std::max(most, energy);
  int seen = 0;
  for (const auto& [band, energy] : got.plain) {
    if (energy < 1e-4 * most) continue;  // 40 dB below the strongest
    ++seen;
    const double off = 10 * std::log10(got.rendered.at(band) / energy);
    EXPECT_NEAR(off, 0, 1.5) << 1000 * std::pow(10, band / 10.0) << " Hz";
  }
  EXPECT_GE(seen, least);
}

const Thing kBowl{R"({"kind": "bowl", "radius": 0.09, "height": 0.065, "thickness": 0.0012,
                      "foot_radius": 0.035})",
                  "stainless-steel",
                  "granite",
                  0.2,
                  15,
                  40e3,
                  6};
const Thing kMug{R"({"kind": "mug"})", "stoneware", "oak", 0.15, 20, 40e3, 6};
const Thing kPlate{R"({"kind": "bowl", "radius": 0.12, "height": 0.022, "thickness": 0.004,
                       "foot_radius": 0.07})",
                   "porcelain",
                   "concrete",
                   0.15,
                   15,
                   40e3,
                   6};
const Thing kCoin{R"({"kind": "coin"})", "cupronickel", "granite", 0.1, 30, 200e3, 3};
const Thing kBar{
    R"({"kind": "bar", "size": [0.2, 0.01, 0.02]})", "aluminium", "concrete", 0.2, 60, 80e3, 3};

TEST(BandsOfABlow, Bowl) { expect_equal_bands(kBowl, 10); }
TEST(BandsOfABlow, Mug) { expect_equal_bands(kMug, 6); }
TEST(BandsOfABlow, Plate) { expect_equal_bands(kPlate, 8); }
TEST(BandsOfABlow, Coin) { expect_equal_bands(kCoin, 1); }
TEST(BandsOfABlow, Bar) { expect_equal_bands(kBar, 6); }

}  // namespace
}  // namespace peal
