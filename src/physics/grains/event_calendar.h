// When each grain's next event is, earliest first, at a cost that does not grow with their number:
// a calendar of bins of equal width, of which the present one is a heap (Paul 2007, "A complexity
// O(1) priority queue for event driven molecular dynamics"). One event per grain. Order: time, then
// number of the grain; it does not depend on how bins are chosen.
#pragma once
#include <cstdint>
#include <vector>

#include "physics/grains/grain_types.h"
#include "physics/grains/large_pages.h"

namespace peal {

class EventCalendar {
 public:
  /// All grains begin with no event.
  void resize(int grains);
  int size() const { return static_cast<int>(entries_.size()); }

  /// Moves the event of a grain. kNever: it has none.
  void set(int grain, double time);
  double time(int grain) const noexcept { return entries_[grain].time; }
  /// Grain with the earliest event; -1: there is none.
  int first();

  /// Grain whose turn will come soon, behind the first; -1: not known.
  int soon(int place) const noexcept {
    return place < static_cast<int>(heap_.size()) ? heap_[place] : -1;
  }

  std::size_t bytes() const;

 private:
  static constexpr int kNowhere = -1, kInHeap = -2, kEnd = -1;
  struct Entry {
    double time = kNever;
    std::int32_t previous = kEnd, next = kEnd;  // in the bin; in the heap: its place there
    std::int32_t bin = kNowhere;
  };
  void remove(int grain);
  void insert(int grain);
  std::int64_t bin_number(double time) const noexcept;
  void link(int grain, int bin);
  /// Bins anew, as wide as the events' density demands.
  void rebuild();
  void fill_heap();

  bool before(int a, int b) const noexcept {
    const double ta = entries_[a].time, tb = entries_[b].time;
    return ta < tb || (ta == tb && a < b);
  }
  void heap_up(int place);
  void heap_down(int place);

  LargeVector<Entry> entries_;
  LargeVector<std::int32_t> heads_;  // of the bins; the last one: beyond the calendar's year
  std::vector<std::int32_t> heap_;
  double base_ = 0, per_width_ = 1;
  std::int64_t present_ = 0;  // bins up to here are in the heap
  std::int64_t mask_ = 0;
  int in_bins_ = 0, beyond_ = 0;
  std::int64_t moves_left_ = 0;  // until the width is looked at again
};

}  // namespace peal
