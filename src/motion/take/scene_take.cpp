#include "motion/take/scene_take.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/state_bytes.h"
#include "base/work_context.h"
#include "motion/checkpoint.h"
#include "motion/compose/make_motion.h"
#include "motion/rods/scene_rod.h"
#include "motion/solids/scene_solid.h"
#include "motion/take/event_tape.h"
#include "motion/take/shape_tape.h"
#include "motion/take/take_motion.h"
#include "motion/take/take_recorder.h"
#include "scene/scene_key.h"

namespace peal {
namespace {

// Changes of the simulation that make old takes worthless.
constexpr int kMotionVersion = 13;
constexpr int kRodVersion = 3;  // of takes with rods
// Sound before the end can need poses after it: the hop of a resonator and the interpolation.
constexpr double kAfterEnd = 0.02;     // [s]
constexpr double kBlock = 0.05;        // [s] simulated between two looks at the progress
constexpr double kMatterBlock = 0.01;  // [s] with rods and grains: their samples are many
constexpr int kSimulationVersion = 1;

void compare_mass(const TakeBody& body, const TakeBody& object,
                  std::vector<std::string>& warnings) {
  if (!(body.mass > 0) || !(object.mass > 0)) return;
  if (std::abs(body.mass / object.mass - 1) > 0.01)
    warnings.push_back(fmt::format(
        "object '{}' weighs {:.4g} kg in the scene, but {:.4g} kg in the take: its impacts belong "
        "to the latter; check shape, scale and material",
        object.name, object.mass, body.mass));
}

}  // namespace

std::string motion_key(const Scene& scene) {
  std::string key = fmt::format("{}-{}", kMotionVersion, scene_key(scene, Decides::motion).hex());
  // What a material loses is only heard of rigid bodies, but decides how rods and solids move; and
  // the air is in the emission tracks.
  Hasher rods;
  rods.add(kRodVersion).add(scene.air.density).add(scene.air.speed_of_sound);
  bool any = false;
  for (const ObjectSpec& object : scene.objects)
    if (object.body == BodyKind::rod)
      rods.add(viscous_of(scene, object)), any = true;
    else if (object.body == BodyKind::solid)
      rods.add(viscosity_of(scene, object)), any = true;
  return any ? key + "-" + rods.result().hex() : key;
}

bool made_by_this_version(const std::string& motion_key) {
  return motion_key.starts_with(fmt::format("{}-", kMotionVersion));
}

std::vector<TakeBody> take_bodies(const Scene& scene) {
  std::vector<TakeBody> bodies;
  for (const ObjectSpec& object : scene.objects) {
    TakeBody body{object.name, 0, {}};
    if (!object.is_static && !object.animated()) {
      const double density = scene.material(object.material).density;
      const MassProperties& solid = object.geometry->solid;
      body.mass = density * solid.mass;
      body.inertia = density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
    }
    bodies.push_back(body);
  }
  return bodies;
}

bool has_motion(const Scene& scene) {
  return scene.has_matter() ||
         std::any_of(scene.objects.begin(), scene.objects.end(),
                     [](const ObjectSpec& object) { return !object.is_static; });
}

std::string tape_key(const Scene& scene) {
  std::string key = fmt::format("{}-{:.17g}", motion_key(scene), scene.air.density);
  for (const ObjectSpec& object : scene.objects)
    if (object.body == BodyKind::solid)
      return key + fmt::format("-{:.17g}", scene.air.speed_of_sound);
  return key;
}

namespace {

/// A simulation under way: everything that a checkpoint must hold.
class Simulation {
 public:
  Simulation(const Scene& scene, std::shared_ptr<ImpactLaw> law, Recording recording)
      : scene_(scene),
        begin_(-scene.motion.preroll),
        end_(scene.duration + kAfterEnd),
        length_(scene.has_matter() ? kMatterBlock : kBlock),
        blocks_(static_cast<long>(std::ceil((end_ - begin_) / length_))),
        recording_(std::move(recording)),
        law_(std::move(law)) {
    if (scene.has_matter()) {
      recording_.writers.push_back(std::make_unique<EventTapeWriter>());
      recording_.writers.push_back(std::make_unique<ShapeTapeWriter>());
    }
    if (!go_on()) begin_anew();
  }

  Take run(const std::function<void(double)>& done) {
    auto kept = std::chrono::steady_clock::now();
    for (; next_ < blocks_; ++next_) {
      if (done) done(static_cast<double>(next_) / static_cast<double>(blocks_));
      const auto now = std::chrono::steady_clock::now();
      if (!recording_.checkpoint.empty() && next_ > 0 &&
          std::chrono::duration<double>(now - kept).count() >= recording_.every) {
        keep();
        kept = std::chrono::steady_clock::now();
      }
      const double until = std::min(begin_ + static_cast<double>(next_ + 1) * length_, end_);
      const MotionBlock& happened = motion_->step(until);
      recorder_->record(happened, motion_->tracks());
      if (tape_) write(happened);
      motion_->forget_before(until);
    }
    if (done) done(1);
    Take take = recorder_->finish(end_);
    take.warnings = motion_->warnings();
    if (tape_) {
      wait();
      for (const auto& writer : recording_.writers) writer->finish(*tape_);
      tape_->flush();
      take.tape_bytes = tape_->bytes();
      take.tape = tape_;
    }
    return take;
  }

 private:
  void begin_anew() {
    motion_ = make_motion(scene_, law_);
    recorder_.emplace(take_bodies(scene_), begin_);
    next_ = 0;
    if (!scene_.has_matter()) return;
    tape_ = std::make_shared<ChunkFile>(recording_.tape.empty()
                                            ? ChunkFile::temporary({})
                                            : ChunkFile::record(recording_.tape, tape_key(scene_)));
  }

  /// Onto the tape while the motion goes on, on a thread of its own.
  void write(const MotionBlock& happened) {
    wait();
    const auto record = [this](const MotionBlock& block) {
      for (const auto& writer : recording_.writers) writer->record(block, *tape_);
    };
    if (thread_limit() == 1) return record(happened);
    writing_block_ = happened;
    writing_ = std::async(std::launch::async, [this, record, context = WorkContext::current()] {
      const WorkScope scope(context);
      record(writing_block_);
    });
  }
  /// Throws what went wrong with the last block, such as a full disk.
  void wait() {
    if (writing_.valid()) writing_.get();
  }

  /// From the checkpoint, when there is one of this motion; a damaged one counts for nothing.
  bool go_on() {
    if (recording_.checkpoint.empty() || !std::filesystem::exists(recording_.checkpoint))
      return false;
    try {
      const Checkpoint checkpoint = read_checkpoint(recording_.checkpoint, tape_key(scene_));
      StateReader in(checkpoint.state, recording_.checkpoint.string());
      motion_ = make_motion(scene_, law_);
      recorder_.emplace(take_bodies(scene_), begin_);
      in.section("simulation", kSimulationVersion);
      std::uint64_t bytes = 0;
      in(next_, bytes);
      motion_->load(in);
      recorder_->load(in);
      for (const auto& writer : recording_.writers) writer->load(in);
      in.finish();
      if (scene_.has_matter())
        tape_ = std::make_shared<ChunkFile>(
            ChunkFile::record(recording_.tape, tape_key(scene_), bytes));
      return next_ > 0 && next_ <= blocks_;
    } catch (const Interrupted&) {
      throw;
    } catch (const Error&) {
      return false;
    }
  }

  void keep() {
    wait();
    if (tape_) tape_->flush();
    StateWriter out;
    out.section("simulation", kSimulationVersion);
    out(next_, tape_ ? tape_->bytes() : std::uint64_t{0});
    motion_->save(out);
    recorder_->save(out);
    for (const auto& writer : recording_.writers) writer->save(out);
    write_checkpoint(recording_.checkpoint, tape_key(scene_), out.bytes());
  }

  const Scene& scene_;
  double begin_, end_, length_;
  long blocks_, next_ = 0;
  Recording recording_;
  std::shared_ptr<ImpactLaw> law_;
  std::unique_ptr<Motion> motion_;
  std::optional<TakeRecorder> recorder_;
  std::shared_ptr<ChunkFile> tape_;
  MotionBlock writing_block_;
  std::future<void> writing_;  // the last member: it is waited for before the others go
};

}  // namespace

Take simulate_take(const Scene& scene, const std::function<void(double)>& done,
                   std::shared_ptr<ImpactLaw> law, Recording recording) {
  Take take = Simulation(scene, std::move(law), std::move(recording)).run(done);
  take.min_closing_speed = scene.motion.min_closing_speed;
  take.motion_key = motion_key(scene);
  take.origin = fmt::format("simulated from {}", scene.file);
  return take;
}

Take shifted(Take take, double offset) {
  if (offset == 0) return take;
  take.begin -= offset, take.end -= offset;
  for (PoseTrack& track : take.tracks) {
    PoseTrack moved;
    for (PoseKnot knot : track.knots()) {
      knot.time -= offset;
      moved.append(knot);
    }
    track = std::move(moved);
  }
  for (Impact& impact : take.impacts) impact.time -= offset;
  for (ContactSample& contact : take.contacts) contact.time -= offset;
  for (ImpactSummary& summary : take.summaries) summary.begin -= offset, summary.end -= offset;
  return take;
}

std::unique_ptr<Motion> play_take(std::shared_ptr<const Take> take, const Scene& scene,
                                  std::vector<std::string>& warnings) {
  std::map<std::string, int> known;
  for (std::size_t i = 0; i < take->bodies.size(); ++i)
    known[take->bodies[i].name] = static_cast<int>(i);
  const std::vector<TakeBody> objects = take_bodies(scene);
  std::vector<int> body_of;
  std::vector<Pose> still;
  std::size_t matched = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto found = known.find(objects[i].name);
    body_of.push_back(found == known.end() ? -1 : found->second);
    still.push_back(scene.objects[i].pose());
    if (found != known.end()) {
      ++matched;
      compare_mass(take->bodies[found->second], objects[i], warnings);
      known.erase(found);
    } else if (!scene.objects[i].is_static) {
      warnings.push_back(fmt::format(
          "object '{}' is not in the take: it stays where the scene puts it", objects[i].name));
    }
  }
  if (matched == 0 && !take->bodies.empty())
    fail(
        "{}: none of the {} bodies of the take ('{}' ...) is an object of the scene; objects are "
        "matched by name",
        scene.file, take->bodies.size(), take->bodies.front().name);
  for (const auto& [name, body] : known)
    warnings.push_back(fmt::format(
        "'{}' moves in the take, but is no object of the scene: it is not heard", name));
  if (!take->bodies.empty() && (take->end <= 0 || take->begin >= scene.duration))
    warnings.push_back(fmt::format(
        "the take lasts from {:g} s to {:g} s, the sound from 0 s to {:g} s: nothing of it is "
        "heard; motion.take_offset moves it",
        take->begin, take->end, scene.duration));
  return std::make_unique<TakeMotion>(std::move(take), body_of, still,
                                      static_cast<int>(scene.grains.size()));
}

}  // namespace peal
