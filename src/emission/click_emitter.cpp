#include "emission/click_emitter.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/radiation/band_limit.h"

namespace peal {
namespace {

constexpr int kBeyond = 8;  // samples that the kernel may touch behind its result

}  // namespace

ClickEmitter::ClickEmitter(std::string name, std::shared_ptr<const ClickField> field,
                           const PoseTrack& track, int ears)
    : name_(std::move(name)), field_(std::move(field)), track_(&track), pending_(ears) {
  weights_.assign(kClickColumns, std::vector<float>(field_->most_rows()));
  sums_.resize(kClickColumns);
}

bool ClickEmitter::after(const Waiting& a, const Waiting& b) {
  return a.click.time != b.click.time ? a.click.time > b.click.time : a.order > b.order;
}

void ClickEmitter::add(const Click& click) {
  if (!std::isfinite(click.time) || !is_finite(click.velocity_jump.velocity) ||
      !is_finite(click.velocity_jump.spin))
    fail("a click at {} s changes the motion by numbers that are not finite", click.time);
  const bool audible = click.force.rise > 0 && click.force.fall > 0 &&
                       click.force.length() <= kLongestClick && field_->samples() > 0;
  if (!audible) return;
  waiting_.push_back({click, count_++});
  std::push_heap(waiting_.begin(), waiting_.end(), after);
}

bool ClickEmitter::emit(const Stretch& stretch, std::span<const TimedEar* const> ears,
                        std::span<float* const> out) {
  if (!started_) begin_ = sounding_until_ = stretch.first;
  started_ = true;
  const std::int64_t end = stretch.first + stretch.count;
  // Clicks are taken in the order of their times, whatever the stretches: sums come out the same.
  // None arrives before it was made.
  due_.clear();
  while (!waiting_.empty() &&
         (waiting_.front().click.time - lead()) * rate() < static_cast<double>(end)) {
    std::pop_heap(waiting_.begin(), waiting_.end(), after);
    due_.push_back(waiting_.back().click);
    waiting_.pop_back();
  }
  if (!due_.empty()) render(ears);
  const std::int64_t sounding = std::min(sounding_until_, end) - begin_;
  if (sounding > 0)
    for (std::size_t ear = 0; ear < ears.size(); ++ear) {
      auto& left = pending_[ear];
      // The nearer ear has heard all before the farther one: its sound ends earlier.
      const std::int64_t heard = std::min<std::int64_t>(sounding, left.size());
      for (std::int64_t n = 0; n < heard; ++n) out[ear][n] += left[n];
      const std::int64_t used = std::min<std::int64_t>(stretch.count, left.size());
      std::copy(left.begin() + used, left.end(), left.begin());
      std::fill(left.end() - used, left.end(), 0.0f);
    }
  begin_ = end;
  return sounding > 0;
}

void ClickEmitter::make_room(double longest_force) {
  const int needed = force_sample_count(longest_force) + kBeyond;
  if (needed <= margin_) return;
  margin_ = needed;
  force_.resize(needed);
  for (auto& sums : sums_) sums.assign(field_->samples() + 2 * margin_, 0.0f);
}

void ClickEmitter::render(std::span<const TimedEar* const> ears) {
  double longest = 0;
  for (const Click& click : due_) longest = std::max(longest, click.force.length() * rate());
  make_room(longest);

  Column columns[kClickColumns];
  int filled = 0;
  const auto flush = [&] {
    if (filled > 0) render_columns({columns, static_cast<std::size_t>(filled)});
    filled = 0;
  };
  for (const Click& click : due_) {
    const Pose pose = click.place ? *click.place : track_->pose_at(click.time);
    for (std::size_t ear = 0; ear < ears.size(); ++ear) {
      const double arrival = ears[ear]->arrival_of(click.time, pose.position);
      if (arrival - click.time > kLongestWay) continue;
      const Vec3 place = to_body(pose, ears[ear]->at_arrival(click.time, pose.position));
      const ClickView view = field_->weights(place, click.velocity_jump, weights_[filled]);
      // Columns of one call share their rows.
      if (filled > 0 && view.first_row != columns[0].view.first_row) {
        const int at = filled;
        flush();
        std::swap(weights_[0], weights_[at]);
      }
      columns[filled++] = {static_cast<int>(ear), &click, arrival, view};
      if (filled == kClickColumns) flush();
    }
  }
  flush();
}

void ClickEmitter::render_columns(std::span<const Column> columns) {
  const float* weights[kClickColumns];
  float* sums[kClickColumns];
  for (std::size_t c = 0; c < columns.size(); ++c)
    weights[c] = weights_[c].data(), sums[c] = sums_[c].data() + margin_;
  const ClickView& view = columns[0].view;
  best_click_kernel().sum(field_->tables(), view.first_row, view.rows, view.active, weights,
                          static_cast<int>(columns.size()), sums);
  for (std::size_t c = 0; c < columns.size(); ++c) deliver(columns[c], sums[c]);
}

void ClickEmitter::deliver(const Column& column, const float* click) {
  const ForceTimes& force = column.click->force;
  const double begin = (column.arrival + force.delay + column.view.delay) * rate();
  const int forces = sample_force(begin, force.rise * rate(), force.fall * rate(), force_.data());
  const std::int64_t first =
      static_cast<std::int64_t>(std::floor(begin)) - kBandHalf + 1 + field_->first();
  // What should have been heard before the first sample asked for is not heard.
  const std::int64_t length = field_->samples() + forces - 1;
  auto& pending = pending_[column.ear];
  const std::int64_t room = first + length + kBeyond - begin_;
  if (static_cast<std::int64_t>(pending.size()) < room) pending.resize(room);
  if (first >= begin_) {
    best_click_kernel().convolve(click, field_->samples(), force_.data(), forces,
                                 pending.data() + (first - begin_));
  } else if (first + length > begin_) {
    std::vector<float> whole(length + kBeyond, 0.0f);
    best_click_kernel().convolve(click, field_->samples(), force_.data(), forces, whole.data());
    for (std::int64_t n = begin_ - first; n < length; ++n)
      pending[n - (begin_ - first)] += whole[n];
  }
  sounding_until_ = std::max(sounding_until_, first + length);
}

EmitterReport ClickEmitter::report(double) const {
  EmitterReport out;
  if (count_ > 0 && mirrored_)  // the floor's part is of the same clicks
    out.facts = {{"clicks", count_}};
  if (count_ == 0) out.silent_because = "nothing touched it";
  return out;
}

}  // namespace peal
