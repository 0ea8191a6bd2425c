// Events from one thread to another without locks: one writer, one reader, a fixed number of
// places. A full ring refuses; nobody waits.
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <vector>

namespace peal {

template <class Event>
class EventRing {
 public:
  explicit EventRing(std::size_t least)
      : events_(std::bit_ceil(least < 2 ? std::size_t{2} : least)), mask_(events_.size() - 1) {}

  std::size_t capacity() const noexcept { return events_.size(); }

  // The writer's thread.
  /// False when fewer than `spare` places would be left afterwards.
  bool push(const Event& event, std::size_t spare = 0) noexcept {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_seen_ + spare >= events_.size())
      head_seen_ = head_.load(std::memory_order_acquire);
    if (tail - head_seen_ + spare >= events_.size()) return false;
    events_[tail & mask_] = event;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  // The reader's thread.
  bool pop(Event& event) noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    event = events_[head & mask_];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  std::vector<Event> events_;
  std::size_t mask_;
  alignas(64) std::atomic<std::size_t> head_{0};  // next to read
  alignas(64) std::atomic<std::size_t> tail_{0};  // next to write
  alignas(64) std::size_t head_seen_ = 0;         // the writer's last look at head_
};

}  // namespace peal
