#include "motion/take/event_tape.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "base/state_bytes.h"

namespace peal {
namespace {

constexpr int kEventVersion = 1;
static_assert(std::is_trivially_copyable_v<GrainHit> && sizeof(GrainHit) == 40);

template <class Event>
void give_before(std::deque<Event>& from, double until, std::vector<Event>& out) {
  for (; !from.empty() && from.front().time < until; from.pop_front()) out.push_back(from.front());
}

/// The list that ends the bytes. Fields of a hit are saved in their order in memory and leave no
/// padding, so that whole lists are copied; what does not fit is left to the reader's sentences.
std::vector<GrainHit> hits_of(std::span<const std::byte> bytes, StateReader& in) {
  std::vector<GrainHit> hits;
  StateWriter empty;
  empty.section("hits", kEventVersion);
  empty(hits);
  const std::size_t head = empty.bytes().size();
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + head - sizeof count, sizeof count);
  if (count > bytes.size() / sizeof(GrainHit) || bytes.size() != head + count * sizeof(GrainHit)) {
    in(hits);
    return hits;
  }
  hits.resize(count);
  if (count > 0) std::memcpy(hits.data(), bytes.data() + head, count * sizeof(GrainHit));
  return hits;
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
      const std::vector<GrainHit> hits = hits_of(bytes, in);
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
