// Time steps of explicit bodies, alone or by a team of threads.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "base/error.h"
#include "physics/solids/explicit_body.h"

namespace peal {
namespace {

/// All threads of a team meet here. Who waits longer than a microsecond or so lets others run.
class StepGate {
 public:
  explicit StepGate(int threads) : threads_(threads) {}

  void meet() noexcept {
    const unsigned round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      return;
    }
    for (int look = 0; round_.load(std::memory_order_acquire) == round; ++look)
      if (look > 200) std::this_thread::yield();
  }

 private:
  const int threads_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
};

constexpr int kElementsPerThread = 1500;

}  // namespace

// For a node with gap g the velocity after the step is at least -g / h along the normal, so that it
// just reaches the plane; friction takes at most mu times that change off the rest.
std::int64_t ExplicitBody::touch_planes(long first, long last) {
  std::int64_t changes = 0;
  for (long n = first; n < std::min<long>(last, nodes_); ++n) {
    Vec3 v = row(rate_, static_cast<int>(n), 0), impulse;
    const Vec3 x = position(static_cast<int>(n));
    bool touches = false;
    for (const SolidPlane& plane : planes_) {
      if (!plane.only.empty() && !plane.only[n]) continue;
      double gap = dot(plane.normal, x) - plane.offset;
      if (sheet_)
        gap -= half_thickness_ * std::abs(dot(plane.normal, director(static_cast<int>(n))));
      const double normal = dot(plane.normal, v), least = gap > 0 ? -gap / step_ : 0;
      if (normal >= least) continue;
      touches = true;
      Vec3 change = (least - normal) * plane.normal;
      const Vec3 slip = v - normal * plane.normal;
      const double speed = norm(slip), most = plane.friction * (least - normal);
      if (speed > 0) change -= std::min(1.0, most / speed) * slip;
      v += change;
      impulse += mass_[n] * change;
    }
    if (touches) put(rate_, static_cast<int>(n), 0, v);
    plane_impulse_[n] = impulse;
    changes += touches != (touching_[n] != 0);
    touching_[n] = touches;
  }
  return changes;
}

void ExplicitBody::forget_pushes() {
  for (const int node : pushed_) refresh_load(node);
  pushed_.clear();
}

void ExplicitBody::begin_step() {
  if (before_) before_(*this);
  element_forces(element_call(beta_, nullptr), 0, elements_->groups());
  kernel_->kick(node_call(), 0, padded_);
  forget_pushes();
}

void ExplicitBody::finish_step() {
  if (!planes_.empty()) contact_changes_ += touch_planes(0, padded_);
  kernel_->drift(node_call(), 0, padded_);
  ++done_;
}

void ExplicitBody::run_alone(std::int64_t steps) {
  for (std::int64_t k = 0; k < steps; ++k) begin_step(), finish_step();
}

void ExplicitBody::run_team(std::int64_t steps, int threads) {
  const ElementCall call = element_call(beta_, nullptr);
  const NodeCall nodes = node_call();
  StepGate gate(threads);
  const bool begins = before_ || !pushed_.empty();
  std::vector<std::int64_t> changes(threads);
  const auto work = [&](int rank) {
    const auto share = [&](long count) {
      return std::pair{count * rank / threads, count * (rank + 1) / threads};
    };
    const auto [first_group, last_group] = share(elements_->groups());
    const auto quads = share(padded_ / 4);
    const long first = 4 * quads.first, last = 4 * quads.second;
    for (std::int64_t k = 0; k < steps; ++k) {
      if (begins) {  // may move nodes whose forces others are about to compute
        if (rank == 0) {
          if (k > 0) forget_pushes();
          if (before_) before_(*this);
        }
        gate.meet();
      }
      element_forces(call, first_group, last_group);
      gate.meet();
      kernel_->kick(nodes, first, last);
      if (!planes_.empty()) changes[rank] += touch_planes(first, last);
      kernel_->drift(nodes, first, last);
      if (rank == 0) ++done_;
      gate.meet();
    }
  };
  {
    std::vector<std::jthread> team;
    for (int rank = 1; rank < threads; ++rank) team.emplace_back(work, rank);
    work(0);
  }
  forget_pushes();
  for (const std::int64_t c : changes) contact_changes_ += c;
}

void ExplicitBody::advance(std::int64_t steps, int threads) {
  if (!(step_ > 0)) fail("solid: set_step() comes before advance()");
  threads = std::clamp(elements_->elements() / kElementsPerThread, 1, std::max(1, threads));
  if (threads > 1)
    run_team(steps, threads);
  else
    run_alone(steps);
}

}  // namespace peal
