#include "motion/export/matter_events.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "motion/take/event_tape.h"

namespace peal {
namespace {

constexpr double kPause = 1e-3;   // [s] after which a touch is another one
constexpr double kWindow = 0.01;  // [s] in which hits compete
constexpr double kMostWindows = 10'000;

class Touches {
 public:
  void add(const ShapePush& push) {
    const auto [at, is_new] = open_.try_emplace({push.by, push.object});
    Open& touch = at->second;
    if (!is_new && push.time > touch.last + std::max<double>(kPause, 4 * push.duration)) {
      close(at->first, touch);
      touch = {};
    }
    if (touch.count++ == 0)
      touch.begin = push.time, touch.place = {push.point[0], push.point[1], push.point[2]};
    touch.last = push.time;
    touch.impulse += Vec3{push.impulse[0], push.impulse[1], push.impulse[2]};
  }
  std::vector<MatterEvent> finish() {
    for (const auto& [pair, touch] : open_) close(pair, touch);
    return std::move(done_);
  }

 private:
  struct Open {
    double begin = 0, last = 0;
    Vec3 place, impulse;
    long count = 0;
  };
  using Pair = std::pair<int, int>;

  void close(const Pair& pair, const Open& touch) {
    done_.push_back(
        {touch.begin, false, pair.first, false, pair.second, touch.place, norm(touch.impulse), 0});
  }
  std::map<Pair, Open> open_;
  std::vector<MatterEvent> done_;
};

/// Walks over a tape window by window, without holding more than one.
class Windows {
 public:
  Windows(const Take& take, int crowds)
      : take_(take),
        crowds_(crowds),
        length_(std::max(kWindow, (take.end - take.begin) / kMostWindows)) {}

  template <class Visit>
  void walk(const Visit& visit) const {
    EventTapeReader reader(take_.tape, crowds_);
    const auto count = static_cast<long>(std::ceil((take_.end - take_.begin) / length_)) + 1;
    for (long w = 0; w < count; ++w) {
      MotionBlock block;
      reader.read_until(take_.begin + static_cast<double>(w + 1) * length_, block);
      visit(static_cast<std::size_t>(w), block);
    }
  }

 private:
  const Take& take_;
  int crowds_;
  double length_;  // [s]
};

/// The most rows per window with which all together stay within `most`.
std::size_t rows_per_window(std::vector<std::size_t> counts, std::size_t most) {
  std::sort(counts.begin(), counts.end());
  std::size_t left = most;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const std::size_t share = left / (counts.size() - k);
    if (counts[k] > share) return share;
    left -= counts[k];
  }
  return most;
}

/// A hit among those of a window: the strongest first, of equals the first.
struct Told {
  float impulse = 0;
  int crowd = 0;
  std::size_t order = 0;
  const GrainHit* hit = nullptr;

  bool operator<(const Told& other) const {
    return impulse != other.impulse ? impulse > other.impulse : order < other.order;
  }
};

int crowd_of(int grain, const std::vector<GrainsSpec>& crowds) {
  int crowd = 0;
  for (; crowd + 1 < static_cast<int>(crowds.size()) && grain >= crowds[crowd].count; ++crowd)
    grain -= crowds[crowd].count;
  return crowd;
}

}  // namespace

MatterEvents matter_events(const Take& take, const std::vector<GrainsSpec>& crowds,
                           std::size_t most_hits) {
  MatterEvents out;
  if (!take.tape) return out;
  const Windows windows(take, static_cast<int>(crowds.size()));
  Touches touches;
  std::vector<std::size_t> counts;
  windows.walk([&](std::size_t, const MotionBlock& block) {
    for (const ShapePush& push : block.pushes) touches.add(push);
    std::size_t hits = 0;
    for (const CrowdHits& crowd : block.crowds) hits += crowd.hits.size();
    counts.push_back(hits);
    out.hits += hits;
  });
  out.events = touches.finish();
  if (out.hits > 0) {
    const std::size_t rows = rows_per_window(counts, most_hits);
    windows.walk([&](std::size_t, const MotionBlock& block) {
      std::vector<Told> hits;
      for (const CrowdHits& crowd : block.crowds)
        for (const GrainHit& hit : crowd.hits)
          hits.push_back({hit.impulse, crowd.crowd, hits.size(), &hit});
      if (hits.size() > rows) {
        const auto end = hits.begin() + static_cast<std::ptrdiff_t>(rows);
        std::nth_element(hits.begin(), end, hits.end());
        std::sort(hits.begin(), end);
        out.left_out += hits.size() - rows;
        hits.erase(end, hits.end());
      }
      for (const auto& [impulse, crowd, order, told] : hits) {
        const GrainHit& hit = *told;
        out.events.push_back({hit.time,
                              true,
                              crowd,
                              !hit.on_wall(),
                              hit.on_wall() ? object_of(hit) : crowd_of(hit.partner, crowds),
                              {hit.place[0], hit.place[1], hit.place[2]},
                              hit.impulse,
                              hit.speed});
      }
    });
  }
  std::stable_sort(out.events.begin(), out.events.end(),
                   [](const MatterEvent& x, const MatterEvent& y) { return x.time < y.time; });
  return out;
}

}  // namespace peal
