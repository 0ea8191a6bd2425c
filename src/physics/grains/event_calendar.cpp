#include "physics/grains/event_calendar.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kEventsPerBin = 8;  // some are known ahead, and can be fetched
constexpr double kFarthestBin = 4e18;

}  // namespace

void EventCalendar::resize(int grains) {
  const bool more = grains > size();
  entries_.resize(grains);
  // Poured grains come one by one: bins are made anew when their number has doubled.
  if (!more || heads_.empty() || grains > mask_ + 1) rebuild();
}

std::int64_t EventCalendar::bin_number(double time) const noexcept {
  const double bin = (time - base_) * per_width_;
  return bin < kFarthestBin ? static_cast<std::int64_t>(bin) : std::int64_t(kFarthestBin);
}

void EventCalendar::link(int grain, int bin) {
  Entry& e = entries_[grain];
  e.bin = bin, e.previous = kEnd, e.next = heads_[bin];
  if (e.next != kEnd) entries_[e.next].previous = grain;
  heads_[bin] = grain;
  ++(bin > mask_ ? beyond_ : in_bins_);
}

void EventCalendar::insert(int grain) {
  Entry& e = entries_[grain];
  const std::int64_t bin = bin_number(e.time);
  if (bin <= present_) {
    e.bin = kInHeap;
    heap_.push_back(grain);
    e.next = static_cast<std::int32_t>(heap_.size()) - 1;
    heap_up(e.next);
  } else {
    link(grain, static_cast<int>(bin - present_ <= mask_ ? bin & mask_ : mask_ + 1));
  }
}

void EventCalendar::remove(int grain) {
  Entry& e = entries_[grain];
  if (e.bin == kNowhere) return;
  if (e.bin == kInHeap) {
    const int place = e.next, last = heap_.back();
    heap_.pop_back();
    if (last != grain) {
      heap_[place] = last, entries_[last].next = place;
      heap_up(place), heap_down(entries_[last].next);
    }
  } else {
    if (e.previous != kEnd)
      entries_[e.previous].next = e.next;
    else
      heads_[e.bin] = e.next;
    if (e.next != kEnd) entries_[e.next].previous = e.previous;
    --(e.bin > mask_ ? beyond_ : in_bins_);
  }
  e.bin = kNowhere;
}

void EventCalendar::set(int grain, double time) {
  Entry& e = entries_[grain];
  if (e.bin == kInHeap && time < kNever && bin_number(time) <= present_) {
    e.time = time;
    heap_up(e.next), heap_down(e.next);
    return;
  }
  remove(grain);
  e.time = time;
  if (time < kNever) insert(grain);
}

void EventCalendar::heap_up(int place) {
  const int grain = heap_[place];
  while (place > 0) {
    const int above = (place - 1) / 2;
    if (!before(grain, heap_[above])) break;
    heap_[place] = heap_[above], entries_[heap_[place]].next = place;
    place = above;
  }
  heap_[place] = grain, entries_[grain].next = place;
}

void EventCalendar::heap_down(int place) {
  const int grain = heap_[place], size = static_cast<int>(heap_.size());
  for (;;) {
    int below = 2 * place + 1;
    if (below >= size) break;
    if (below + 1 < size && before(heap_[below + 1], heap_[below])) ++below;
    if (!before(heap_[below], grain)) break;
    heap_[place] = heap_[below], entries_[heap_[place]].next = place;
    place = below;
  }
  heap_[place] = grain, entries_[grain].next = place;
}

void EventCalendar::rebuild() {
  std::vector<double> times;
  times.reserve(entries_.size());
  for (const Entry& e : entries_)
    if (e.time < kNever) times.push_back(e.time);
  std::size_t bins = 64;
  while (bins < entries_.size()) bins *= 2;
  mask_ = static_cast<std::int64_t>(bins) - 1;
  heads_.assign(bins + 1, kEnd);
  heap_.clear();
  present_ = -1, in_bins_ = beyond_ = 0, base_ = 0, per_width_ = 1;
  moves_left_ = 8 * std::int64_t(entries_.size()) + 1000;
  if (!times.empty()) {
    base_ = *std::min_element(times.begin(), times.end());
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    const double width = (*middle - base_) / (0.5 * double(times.size())) * kEventsPerBin;
    // Not narrower than times can be told apart.
    per_width_ = 1 / std::max(width, 1e-15 * (1 + std::abs(base_)));
  }
  for (int i = 0; i < size(); ++i) {
    entries_[i].bin = kNowhere;
    if (entries_[i].time < kNever) insert(i);
  }
}

void EventCalendar::fill_heap() {
  while (heap_.empty()) {
    if (in_bins_ == 0) {
      if (beyond_ == 0) return;
      rebuild();
      continue;
    }
    ++present_;
    if ((present_ & mask_) == 0 && beyond_ > 0) {  // a new year
      int grain = heads_[mask_ + 1];
      while (grain != kEnd) {
        const int next = entries_[grain].next;
        remove(grain), insert(grain);
        grain = next;
      }
    }
    for (int grain = heads_[present_ & mask_]; grain != kEnd; grain = heads_[present_ & mask_])
      remove(grain), insert(grain);
  }
}

int EventCalendar::first() {
  if (--moves_left_ < 0) rebuild();
  if (heap_.empty()) fill_heap();
  return heap_.empty() ? -1 : heap_[0];
}

std::size_t EventCalendar::bytes() const {
  return entries_.capacity() * sizeof(Entry) +
         (heads_.capacity() + heap_.capacity()) * sizeof(std::int32_t);
}

}  // namespace peal
