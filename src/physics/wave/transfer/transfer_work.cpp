#include "physics/wave/transfer/transfer_work.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kOpenRing = 4.2, kHollowRing = 1.9;  // [radii] and per reflection squared
constexpr double kBesides = 0.5;
constexpr std::size_t kFewLooks = 4;  // after a burst, too few to see how fast it dies out

}  // namespace

double planned_work(const WorkGroup& group) {
  return group.cells * group.fields * (group.burst + group.ring) + group.besides;
}

WorkGroup expected_work(WorkGroup group, double enclosed, double radius) {
  const double reflections = enclosed / std::max(1e-3, 1 - enclosed);
  group.ring =
      std::min((kOpenRing + kHollowRing * reflections * reflections) * radius, group.longest);
  group.besides *= kBesides;
  return group;
}

TransferWork::TransferWork(std::vector<WorkGroup> groups, std::function<void(double)> progress)
    : groups_(std::move(groups)), progress_(std::move(progress)) {}

double TransferWork::ring_factor() const {
  const double planned = planned_ring_ + foreseen_planned_;
  return planned > 0 ? (rung_ + foreseen_) / planned : 1;
}

// Sound in a hollow dies out exponentially: its decay over the last half of the time since the
// burst is continued to silence.
double TransferWork::expected_steps(const FieldState& field, std::size_t place, double silent) {
  const WorkGroup& group = groups_[present_];
  if (!field.active) return field.steps;
  const double after = field.steps - group.burst;
  const double guessed = group.burst + std::min(group.ring * ring_factor(), group.longest);
  if (!(after > 0) || !(field.tail > 0)) return std::max(field.steps, guessed);
  std::vector<Look>& looks = looks_[place];
  looks.push_back({after, std::log(field.tail)});
  const auto since = std::partition_point(
      looks.begin(), looks.end() - 1, [&](const Look& look) { return look.steps < 0.5 * after; });
  const double slope = (since->log_tail - looks.back().log_tail) / (after - since->steps);
  const double left = looks.back().log_tail - std::log(silent);
  if (!(after > since->steps) || looks.size() < kFewLooks) return std::max(field.steps, guessed);
  const double end = slope > 0 ? field.steps + std::max(0.0, left) / slope : INFINITY;
  return std::clamp(end, field.steps, std::max(field.steps, group.burst + group.longest));
}

void TransferWork::look(const std::vector<FieldState>& fields, double silent) {
  if (!progress_ || present_ >= groups_.size()) return;
  looks_.resize(fields.size());
  const double cells = groups_[present_].cells;
  double stepped = 0, expected = 0;
  foreseen_ = foreseen_planned_ = 0;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const double steps = expected_steps(fields[f], f, silent);
    stepped += cells * fields[f].steps;
    expected += cells * steps;
    if (fields[f].active && looks_[f].size() < kFewLooks) continue;
    foreseen_ += cells * std::max(0.0, steps - groups_[present_].burst);
    foreseen_planned_ += cells * groups_[present_].ring;
  }
  tell(stepped, expected - stepped + groups_[present_].besides);
}

void TransferWork::finish(const std::vector<FieldState>& fields) {
  if (present_ >= groups_.size()) return;
  const WorkGroup& group = groups_[present_];
  for (const FieldState& field : fields) {
    done_ += group.cells * field.steps;
    rung_ += group.cells * std::max(0.0, field.steps - group.burst);
  }
  planned_ring_ += group.cells * group.fields * group.ring;
  done_ += group.besides;
  ++present_;
  looks_.clear();
  foreseen_ = foreseen_planned_ = 0;
  if (progress_) tell(0, 0);
}

void TransferWork::tell(double done_here, double left_here) {
  double left = left_here;
  const std::size_t next = left_here > 0 || done_here > 0 ? present_ + 1 : present_;
  for (std::size_t g = next; g < groups_.size(); ++g) {
    WorkGroup group = groups_[g];
    group.ring = std::min(group.ring * ring_factor(), group.longest);
    left += planned_work(group);
  }
  const double done = done_ + done_here;
  progress_(done + left > 0 ? done / (done + left) : 1);
}

}  // namespace peal
