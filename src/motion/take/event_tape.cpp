#include "motion/take/event_tape.h"

#include <limits>

#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr int kEventVersion = 1;

template <class Event>
void give_before(std::deque<Event>& from, double until, std::vector<Event>& out) {
  for (; !from.empty() && from.front().time < until; from.pop_front()) out.push_back(from.front());
}

}  // namespace

// The chunk of pushes is written for every block, so that readers know how far the tape goes.
void EventTapeWriter::record(const MotionBlock& block, ChunkFile& tape) {
  StateWriter pushes;
  pushes.section("pushes", kEventVersion);
  pushes(block.end, block.pushes);
  tape.append(kPushTrack, number_, pushes.bytes());
  for (const CrowdHits& crowd : block.crowds) {
    if (crowd.hits.empty()) continue;
    StateWriter hits;
    hits.section("hits", kEventVersion);
    hits(crowd.hits);
    tape.append(kHitTrack + static_cast<std::uint32_t>(crowd.crowd), number_, hits.bytes());
  }
  ++number_;
}

void EventTapeWriter::save(StateWriter& out) const { out(number_); }
void EventTapeWriter::load(StateReader& in) { in(number_); }

EventTapeReader::EventTapeReader(std::shared_ptr<const ChunkFile> tape, int crowds)
    : tape_(std::move(tape)), crowds_(crowds), hits_(static_cast<std::size_t>(crowds)) {}

bool EventTapeReader::load_next() {
  std::vector<std::byte> bytes;
  if (!tape_->read(kPushTrack, number_, bytes)) {
    known_ = std::numeric_limits<double>::infinity();
    return false;
  }
  StateReader pushes(bytes, tape_->name());
  pushes.section("pushes", kEventVersion);
  std::vector<ShapePush> some;
  pushes(known_, some);
  pushes_.insert(pushes_.end(), some.begin(), some.end());
  for (int c = 0; c < crowds_; ++c)
    if (tape_->read(kHitTrack + static_cast<std::uint32_t>(c), number_, bytes)) {
      StateReader in(bytes, tape_->name());
      in.section("hits", kEventVersion);
      std::vector<GrainHit> hits;
      in(hits);
      hits_[c].insert(hits_[c].end(), hits.begin(), hits.end());
    }
  ++number_;
  return true;
}

void EventTapeReader::read_until(double until, MotionBlock& block) {
  while (known_ < until && load_next()) {
  }
  give_before(pushes_, until, block.pushes);
  for (int c = 0; c < crowds_; ++c) {
    block.crowds.push_back({c, {}});
    give_before(hits_[c], until, block.crowds.back().hits);
  }
}

void EventTapeReader::save(StateWriter& out) const {
  out(number_, known_, std::vector<ShapePush>(pushes_.begin(), pushes_.end()));
  for (const auto& hits : hits_) out(std::vector<GrainHit>(hits.begin(), hits.end()));
}

void EventTapeReader::load(StateReader& in) {
  std::vector<ShapePush> pushes;
  in(number_, known_, pushes);
  pushes_.assign(pushes.begin(), pushes.end());
  for (auto& hits : hits_) {
    std::vector<GrainHit> some;
    in(some);
    hits.assign(some.begin(), some.end());
  }
}

}  // namespace peal
