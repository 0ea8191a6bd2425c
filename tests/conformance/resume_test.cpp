// A motion that is saved in the middle and goes on in a fresh one: the same bits as if nothing had
// happened. Every world must keep this; so must what comes back from the file of a checkpoint.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files/temporary_folder.h"
#include "base/state_bytes.h"
#include "motion/checkpoint.h"
#include "motion/compose/make_motion.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/rigid_world.h"
#include "motion/take/scene_take.h"
#include "sources/kinds.h"
#include "sources/rebound.h"
#include "support/rendered.h"

namespace peal {
namespace {

constexpr double kBlockLength = 0.0437;  // [s] no whole number of steps

using Bytes = std::vector<std::byte>;

/// What a motion has told so far and where everything is, bit for bit.
struct Told {
  std::vector<Impact> impacts;
  std::vector<ContactSample> contacts;
  std::vector<ImpactSummary> summaries;
  std::vector<std::vector<PoseKnot>> knots;  // of all bodies
  std::vector<ShapePush> pushes;
  std::vector<GrainHit> hits;
  std::vector<ShapeSamples> shapes;
};

Bytes saved(const Motion& motion) {
  StateWriter out;
  motion.save(out);
  return {out.bytes().begin(), out.bytes().end()};
}

Bytes bytes_of(const auto& x) {
  StateWriter out;
  out(x);
  return {out.bytes().begin(), out.bytes().end()};
}

/// From block to block; poses behind are forgotten as a render does.
/// @param pushes from outside, where there are any: called before each block
template <class Pushes>
void follow(Motion& motion, int first, int last, Told& told, const Pushes& pushes) {
  told.knots.resize(motion.tracks().size());
  for (int k = first; k < last; ++k) {
    pushes(motion, k);
    const MotionBlock& block = motion.step((k + 1) * kBlockLength);
    told.impacts.insert(told.impacts.end(), block.impacts.begin(), block.impacts.end());
    told.contacts.insert(told.contacts.end(), block.contacts.begin(), block.contacts.end());
    told.summaries.insert(told.summaries.end(), block.summaries.begin(), block.summaries.end());
    told.pushes.insert(told.pushes.end(), block.pushes.begin(), block.pushes.end());
    told.shapes.insert(told.shapes.end(), block.shapes.begin(), block.shapes.end());
    for (const CrowdHits& crowd : block.crowds)
      told.hits.insert(told.hits.end(), crowd.hits.begin(), crowd.hits.end());
    for (std::size_t i = 0; i < told.knots.size(); ++i)
      for (const PoseKnot& knot : motion.tracks()[i].knots())
        if (knot.time >= block.begin && knot.time < block.end) told.knots[i].push_back(knot);
    motion.forget_before(block.end);
  }
}

/// @param make gives a fresh motion
template <class Make, class Pushes>
void expect_resumes(const Make& make, double end, std::size_t least_impacts, const Pushes& pushes) {
  const int blocks = static_cast<int>(end / kBlockLength);
  const std::unique_ptr<Motion> straight = make();
  Told whole;
  follow(*straight, 0, blocks, whole, pushes);
  EXPECT_GE(whole.impacts.size(), least_impacts) << "something must happen";
  for (const double part : {0.25, 0.6}) {
    const int middle = static_cast<int>(part * blocks);
    Told told;
    Bytes state;
    {
      const std::unique_ptr<Motion> killed = make();
      follow(*killed, 0, middle, told, pushes);
      state = saved(*killed);
      Told lost;  // what it did after the checkpoint is of no account
      follow(*killed, middle, middle + 1, lost, pushes);
    }
    const std::unique_ptr<Motion> resumed = make();
    StateReader in(state);
    resumed->load(in);
    in.finish();
    EXPECT_TRUE(saved(*resumed) == state) << "what was loaded is what is saved again";
    follow(*resumed, middle, blocks, told, pushes);
    EXPECT_TRUE(bytes_of(told.impacts) == bytes_of(whole.impacts)) << part;
    EXPECT_TRUE(bytes_of(told.contacts) == bytes_of(whole.contacts)) << part;
    EXPECT_TRUE(bytes_of(told.summaries) == bytes_of(whole.summaries)) << part;
    EXPECT_TRUE(bytes_of(told.knots) == bytes_of(whole.knots)) << part;
    EXPECT_TRUE(bytes_of(told.pushes) == bytes_of(whole.pushes)) << part;
    EXPECT_TRUE(bytes_of(told.hits) == bytes_of(whole.hits)) << part;
    EXPECT_TRUE(bytes_of(told.shapes) == bytes_of(whole.shapes)) << part;
    EXPECT_TRUE(saved(*resumed) == saved(*straight)) << part;
  }
}

const auto kNobodyPushes = [](Motion&, int) {};

struct ResumedScene {
  const char* name;
  double end;  // [s]
  std::size_t least_impacts;
};

Scene scene_of(const ResumedScene& choice) {
  return load_scene(std::string(PEAL_SOURCE_DIR "/scenes/") + choice.name + ".json",
                    source_declarations());
}

class Resume : public testing::TestWithParam<ResumedScene> {};

TEST_P(Resume, SceneGoesOnWithTheSameBits) {
  const Scene scene = scene_of(GetParam());
  expect_resumes([&] { return make_motion(scene); }, GetParam().end, GetParam().least_impacts,
                 kNobodyPushes);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, Resume,
    testing::Values(ResumedScene{"coins", 0.9, 50}, ResumedScene{"dice", 2, 20},
                    ResumedScene{"wind_chime", 0.9, 2}, ResumedScene{"keys", 0.6, 5},
                    ResumedScene{"marble_in_bowl", 3, 1}, ResumedScene{"plates", 1, 5}),
    [](const auto& choice) { return std::string(choice.param.name); });

// Rebounds asked of the bodies' modes: whoever is asked remembers nothing either.
TEST(ResumeWith, ReboundsOfBodiesGoesOnWithTheSameBits) {
  const Scene scene = scene_of({"dice", 1.5, 10});
  ModesLibrary library;
  expect_resumes([&] { return make_motion(scene, rebound_of_bodies(scene, library)); }, 1.5, 10,
                 kNobodyPushes);
}

// A take that is played.
TEST(ResumeWith, ATakeGoesOnWithTheSameBits) {
  const Scene scene = scene_of({"drop", 1, 5});
  const auto take = std::make_shared<const Take>(simulate_take(scene));
  std::vector<std::string> warnings;
  expect_resumes([&] { return play_take(take, scene, warnings); }, 1, 3, kNobodyPushes);
}

// Pushes given but not yet played are part of the state.
TEST(ResumeWith, PushesFromOutsideGoesOnWithTheSameBits) {
  const Scene scene = scene_of({"dice", 2, 20});
  int accepted = 0;
  const auto pushes = [&](Motion& motion, int k) {
    auto& rigid = dynamic_cast<RigidMotion&>(motion);
    RigidWorld& world = rigid.world();
    const auto bodies = static_cast<int>(motion.tracks().size());
    for (int i = 0; i < bodies; ++i) {
      // Some in the coming step, some far ahead, so that a checkpoint lies between.
      const bool soon = i % 2 == 0;
      const double time = world.time() + (soon ? 0.0003 : 1.7 * kBlockLength);
      const double size = soon ? 1e-4 : 1e-7;  // [N s] it will not be where the push is meant for
      const Vec3 place = world.state(i, world.time()).pose.position;
      accepted += world.push(i, time, {size * (k % 5), 3 * size * i, -size},
                             place + Vec3{0.001, 0, 0.002 * (k % 3)});
    }
  };
  expect_resumes([&] { return make_motion(scene); }, 2, 20, pushes);
  EXPECT_GT(accepted, 100);
}

// Rods and grains beside rigid bodies.
TEST(ResumeWith, RodsAndGrainsGoesOnWithTheSameBits) {
  const Scene scene = test::scene_from(R"({
    "peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "objects": [
      {"name": "plate", "shape": {"kind": "plate"}, "material": "steel", "position": [0, 0.05, 0],
       "static": true},
      {"name": "ball", "shape": {"kind": "sphere", "radius": 0.01}, "material": "steel",
       "position": [0.05, 0.2, 0]},
      {"name": "rod", "body": "rod", "material": "brass", "position": [0, 0.08, 0],
       "rotation": {"axis": [0, 0, 1], "angle": 5},
       "shape": {"kind": "rod", "points": 12, "section": {"kind": "circle", "radius": 0.002},
                 "centreline": {"kind": "straight", "length": 0.15}}}],
    "grains": [{"name": "beads", "material": "glass", "count": 60, "radius": 0.002, "rate": 300,
                "position": [0, 0.3, 0.03], "size": [0.02, 0.02, 0.02]}],
    "motion": {"floor": {}}})");
  ModesLibrary library;
  const auto made = [&] { return make_motion(scene, rebound_of_bodies(scene, library)); };
  expect_resumes(made, 0.35, 0, kNobodyPushes);
  const auto motion = made();
  const MotionBlock& block = motion->step(0.35);
  EXPECT_GT(block.pushes.size(), 20u) << "something must happen";
  EXPECT_GT(block.crowds.at(0).hits.size(), 20u);
}

// Blows, plucks that hold, slip and hold again, and a clamp on its way; thick, with a leaf welded
// on.
TEST(ResumeWith, RodsThatArePluckedGoesOnWithTheSameBits) {
  const Scene scene = test::scene_from(R"({
    "peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "objects": [
      {"name": "tongue", "body": "rod", "material": "steel", "position": [0, 0, 0],
       "rod": {"drag": 5, "thick": true,
               "joints": [{"kind": "rigid", "at": 0.556, "to": "leaf", "to_at": 0}],
               "supports": [{"kind": "clamp", "at": 0, "path": [{"time": 0.02, "offset": [0, 0, 0]},
                                                                {"time": 0.2, "offset": [0, 0.001, 0]}]}],
               "strikes": [{"at": 0.6, "time": 0.0005, "impulse": 1e-4, "duration": 0.12}],
               "plucks": [{"at": 1, "time": 0.06, "pull": 0.05, "slip": 0.03, "offset": [0, 0.001, 0]},
                          {"at": 1, "time": 0.15, "pull": 0.04, "slip": 0.02, "offset": [0, 0, 0.001]}]},
       "shape": {"kind": "rod", "points": 10, "section": {"kind": "circle", "radius": 0.001},
                 "centreline": {"kind": "straight", "length": 0.08}}},
      {"name": "leaf", "body": "rod", "material": "steel", "position": [0.0044444, 0.02, 0],
       "rotation": {"axis": [0, 0, 1], "angle": 90},
       "shape": {"kind": "rod", "points": 6, "section": {"kind": "rectangle", "width": 0.004, "height": 0.001},
                 "centreline": {"kind": "straight", "length": 0.04}}}],
    "motion": {"gravity": [0, 0, 0]}})");
  expect_resumes([&] { return make_motion(scene); }, 0.25, 0, kNobodyPushes);
}

// Rods that pause, until a ball comes.
TEST(ResumeWith, RodsThatPauseGoesOnWithTheSameBits) {
  const Scene scene = test::scene_from(R"({
    "peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"dull": {"like": "steel", "restitution": 0.3, "loss_factor": 0.03}},
    "objects": [
      {"name": "rod", "body": "rod", "material": "dull", "position": [0, 0.0032, 0],
       "shape": {"kind": "rod", "points": 9, "section": {"kind": "circle", "radius": 0.003},
                 "centreline": {"kind": "straight", "length": 0.2}}},
      {"name": "ball", "shape": {"kind": "sphere", "radius": 0.01}, "material": "dull",
       "position": [0.05, 3, 0]}],
    "motion": {"floor": {"material": "dull"}}})");
  expect_resumes([&] { return make_motion(scene); }, 0.85, 0, kNobodyPushes);
  const auto motion = make_motion(scene);
  motion->step(0.7);
  EXPECT_TRUE(motion->step(0.75).pushes.empty());
  EXPECT_GT(motion->step(0.85).pushes.size(), 10u) << "something must happen";
}

// A coil and straws that fall on each other: springs, impulses and what edges slid on to.
TEST(ResumeWith, RodsThatTouchGoesOnWithTheSameBits) {
  const Scene scene = test::scene_from(R"({
    "peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "objects": [
      {"name": "coil", "body": "rod", "material": "steel", "position": [0, 0.012, 0],
       "rod": {"rest_damping": 50},
       "shape": {"kind": "rod", "points": 60, "section": {"kind": "rectangle", "width": 0.001, "height": 0.0004},
                 "centreline": {"kind": "helix", "radius": 0.02, "pitch": 0.0015, "turns": 2.5}}},
      {"name": "straw", "body": "rod", "material": "steel", "position": [0, 0.022, 0.003],
       "rotation": {"axis": [0, 0, 1], "angle": 7},
       "shape": {"kind": "rod", "points": 9, "section": {"kind": "circle", "radius": 0.001},
                 "centreline": {"kind": "straight", "length": 0.1}}},
      {"name": "last", "body": "rod", "material": "steel", "position": [0.002, 0.03, 0.002],
       "rotation": {"axis": [0, 1, 0], "angle": 50},
       "shape": {"kind": "rod", "points": 9, "section": {"kind": "circle", "radius": 0.001},
                 "centreline": {"kind": "straight", "length": 0.1}}}],
    "motion": {"floor": {}}})");
  expect_resumes([&] { return make_motion(scene); }, 0.27, 0, kNobodyPushes);
  const auto motion = make_motion(scene);
  motion->step(0.27);
  const MotionCounts counts = motion->counts();
  ASSERT_FALSE(counts.empty()) << "rods must touch";
  EXPECT_EQ(counts[0].first, "rod_contacts_per_step");
  EXPECT_GT(counts[0].second, 1);
}

// By way of the file; into a motion of another scene, never.
TEST(ResumeWith, ACheckpointFileAndItsKey) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "dice.checkpoint";
  Scene scene = scene_of({"dice", 1, 1});
  const auto motion = make_motion(scene);
  motion->step(0.5);
  motion->forget_before(0.5);
  write_checkpoint(path, motion_key(scene), saved(*motion));
  const Checkpoint kept = read_checkpoint(path, motion_key(scene));
  const auto resumed = make_motion(scene);
  StateReader in(kept.state, path.string());
  resumed->load(in);
  in.finish();
  motion->step(1), resumed->step(1);
  EXPECT_TRUE(saved(*resumed) == saved(*motion));
  scene.motion.gravity.y = -1.6;
  EXPECT_THROW(read_checkpoint(path, motion_key(scene)), Error);
}

}  // namespace
}  // namespace peal
