#include "motion/take/simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "base/state_bytes.h"
#include "base/work_context.h"
#include "motion/checkpoint.h"
#include "motion/compose/make_motion.h"
#include "motion/take/event_tape.h"
#include "motion/take/scene_take.h"
#include "motion/take/shape_tape.h"

namespace peal {
namespace {

// Sound before the end can need poses after it: the hop of a resonator and the interpolation.
constexpr double kAfterEnd = 0.02;     // [s]
constexpr double kBlock = 0.05;        // [s] simulated between two looks at the progress
constexpr double kMatterBlock = 0.01;  // [s] with rods and grains: their samples are many
constexpr int kSimulationVersion = 1;

}  // namespace

Simulation::Simulation(const Scene& scene, std::shared_ptr<ImpactLaw> law, Recording recording)
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

void Simulation::begin_anew() {
  motion_ = make_motion(scene_, law_);
  recorder_.emplace(take_bodies(scene_), begin_);
  next_ = 0;
  if (!scene_.has_matter()) return;
  tape_ = std::make_shared<ChunkFile>(recording_.tape.empty()
                                          ? ChunkFile::temporary({})
                                          : ChunkFile::record(recording_.tape, tape_key(scene_)));
  written_ = tape_->bytes();
}

/// From the checkpoint, when there is one of this motion; a damaged one counts for nothing.
bool Simulation::go_on() {
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
      tape_ =
          std::make_shared<ChunkFile>(ChunkFile::record(recording_.tape, tape_key(scene_), bytes)),
      written_ = bytes;
    return next_ > 0 && next_ <= blocks_;
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    return false;
  }
}

void Simulation::one_block() {
  const double until = std::min(begin_ + static_cast<double>(next_ + 1) * length_, end_);
  const MotionBlock& happened = motion_->step(until);
  recorder_->record(happened, motion_->tracks());
  if (tape_) write(happened);
  motion_->forget_before(until);
  if (++next_ < blocks_) return;
  recorder_->close(end_);
  if (!tape_) return;
  wait();
  for (const auto& writer : recording_.writers) writer->finish(*tape_);
  tape_->flush();
}

bool Simulation::run(const std::function<void(double)>& done) {
  auto kept = std::chrono::steady_clock::now();
  while (next_ < blocks_) {
    if (done) done(static_cast<double>(next_) / static_cast<double>(blocks_));
    const bool full = tape_ && static_cast<double>(written_) > recording_.most_bytes;
    const auto now = std::chrono::steady_clock::now();
    if (!recording_.checkpoint.empty() && next_ > 0 &&
        (full || std::chrono::duration<double>(now - kept).count() >= recording_.every)) {
      keep();
      if (full) kept_ = tape_->bytes();
      kept = std::chrono::steady_clock::now();
    }
    if (full) return false;
    one_block();
  }
  if (done) done(1);
  return true;
}

bool Simulation::settled(double time) const {
  if (begin_ + static_cast<double>(next_) * length_ <= time) return false;
  for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
    const ObjectSpec& object = scene_.objects[i];
    if ((!object.is_static || object.animated()) && !recorder_->settled(i, time)) return false;
  }
  return true;
}

void Simulation::advance(double time) {
  while (next_ < blocks_ && !settled(time)) one_block();
  wait();
}

void Simulation::forget_before(double time) {
  if (!tape_) return;
  for (int i = 0; i < static_cast<int>(scene_.objects.size()); ++i)
    if (scene_.objects[i].body != BodyKind::rigid)
      tape_->discard(static_cast<std::uint32_t>(i),
                     static_cast<std::int64_t>(std::floor(time * scene_.motion.rod_rate)), kept_);
}

Take Simulation::take() {
  Take take = recorder_->finish(end_);
  take.warnings = motion_->warnings();
  take.counts = motion_->counts();
  if (tape_) take.tape_bytes = tape_->bytes(), take.tape = tape_;
  take.min_closing_speed = scene_.motion.min_closing_speed;
  take.motion_key = motion_key(scene_);
  take.origin = fmt::format("simulated from {}", scene_.file);
  return take;
}

/// Onto the tape while the motion goes on, on a thread of its own.
void Simulation::write(const MotionBlock& happened) {
  wait();
  written_ = tape_->bytes();
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
void Simulation::wait() {
  if (writing_.valid()) writing_.get();
}

void Simulation::keep() {
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

}  // namespace peal
