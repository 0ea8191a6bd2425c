#include "dsp/impact/impact_group.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

// Of forces that are solved together, relative. Runs are in float.
constexpr double kStepAccuracy = 1e-10, kRunAccuracy = 1e-7;
// Of the last step to the root of a force's law, whose cube is left (rolling_kernel.h).
double last_step(double accuracy) noexcept { return accuracy < kRunAccuracy ? 5e-6 : 1e-3; }

}  // namespace

void ImpactGroup::reserve(int places) {
  const auto most = static_cast<std::size_t>(places);
  most_ = places;
  bodies_.resize(2 * most), turns_.resize(2 * most), places_.resize(most);
  tails_.resize(most), tail_step_.resize(most);
  for (auto* matrix : {&rigid_, &mobility_}) matrix->assign(most * most, 0.0);
  for (auto* array : {&force_, &free_, &pushed_}) array->assign(most, 0.0);
  clear();
}

int ImpactGroup::add(const StruckBody& body) noexcept {
  if (bodies_count_ == 2 * most_) return -1;
  bodies_[bodies_count_] = body;
  return bodies_count_++;
}

int ImpactGroup::add(const StruckPlace& place) noexcept {
  if (places_count_ == most_) return -1;
  const int c = places_count_++;
  places_[c] = place;
  force_[c] = 0;
  for (int d = 0; d <= c; ++d) set_rigid(c, d, 0);
  return c;
}

// A force of 1 N held over h: the rigid bodies have the mean velocity h W / 2, a mode chi Im g /
// (omega_d h).
void ImpactGroup::begin(int level, double rate) noexcept {
  sample_ = 1 / rate;
  level_ = level, answers_known_ = false;
  before_ = long_before_ = force_[0];  // steps of another length went elsewhere
  h_ = sample_ / (1 << level);
  for (int b = 0; b < bodies_count_; ++b) turns_[b] = bodies_[b].ladder->level(level);
  for (int c = 0; c < places_count_; ++c) {
    tails_[c] = {};
    for (const StruckSide& side : places_[c].side)
      if (side.body >= 0) tails_[c] += modal_tail(*bodies_[side.body].ladder, side.chi);
    tail_step_[c] = TailStep(tails_[c], h_);
  }
  for (int c = 0; c < places_count_; ++c)
    for (int d = 0; d <= c; ++d) {
      double sum = h_ / 2 * rigid_[at(c, d)];
      if (c == d) sum += places_[c].yield + tail_step_[c].gain / h_;
      for (const StruckSide& x : places_[c].side)
        for (const StruckSide& y : places_[d].side) {
          if (x.body < 0 || x.body != y.body) continue;
          const ImpactLadder& ladder = *bodies_[x.body].ladder;
          const double *gain = turns_[x.body].gain_im, *period = ladder.period();
          double modes[4] = {};
          for (int i = 0; i < ladder.padded(); i += 4)
            for (int k = 0; k < 4; ++k)
              modes[k] += x.chi[i + k] * y.chi[i + k] * gain[i + k] * period[i + k];
          sum += ((modes[0] + modes[1]) + (modes[2] + modes[3])) / h_;
        }
      mobility_[at(c, d)] = mobility_[at(d, c)] = sum;
    }
}

double ImpactGroup::free_approach(int c) const noexcept {
  double way = 0;
  for (const StruckSide& side : places_[c].side) {
    if (side.body < 0) continue;
    const StruckBody& body = bodies_[side.body];
    way += kernel_->way(body.ladder->padded(), turns_[side.body], side.chi, body.re, body.im);
  }
  return places_[c].approach - way / h_;
}

// The force goes on as it went.
void ImpactGroup::solve_alone(double free, double accuracy) noexcept {
  StruckPlace& p = places_[0];
  ++springs_solved_;
  const double parabola = 3 * (force_[0] - before_) + long_before_;
  const double guess =
      force_[0] > 0
          ? std::max(long_before_ > 0 ? parabola : 2 * force_[0] - before_, 0.5 * force_[0])
          : 0;
  const RollingSolution solved =
      solve_rolling(p.spring, p.compression, free, mobility_[0], h_, 0, guess, last_step(accuracy));
  long_before_ = before_, before_ = force_[0];
  force_[0] = solved.force;
  p.compression = solved.compression;
}

// How far place c moves in later sub-steps after 1 N at place d in one.
void ImpactGroup::find_answers() noexcept {
  for (int c = 0; c < places_count_; ++c)
    for (int d = 0; d <= c; ++d) {
      std::fill_n(answer_[c][d], kRun, 0.0);
      for (const StruckSide& to : places_[c].side)
        for (const StruckSide& from : places_[d].side) {
          if (to.body < 0 || to.body != from.body) continue;
          const ImpactLadder& ladder = *bodies_[to.body].ladder;
          runs_->answers(ladder.padded(), ladder.run(level_), to.chi, from.chi, answer_[c][d]);
        }
      std::copy_n(answer_[c][d], kRun, answer_[d][c]);
    }
  answers_known_ = true;
}

// act(body, place, chi, turned) for every force on every body. The first turns the body on, further
// ones only add; a body that nothing touches, because its blow is over or yet to come, rings
// freely.
template <class Act>
void ImpactGroup::move_bodies(int substeps, const Act& act) noexcept {
  for (int b = 0; b < bodies_count_; ++b) {
    bool turned = false;
    for (int c = 0; c < places_count_; ++c)
      for (const StruckSide& side : places_[c].side) {
        if (side.body != b) continue;
        act(b, c, side.chi, turned);
        turned = true;
      }
    if (turned) continue;
    const StruckBody& body = bodies_[b];
    runs_->turn_on(body.ladder->padded(), turns_[b].turn_re, turns_[b].turn_im, substeps, body.re,
                   body.im, false, body.re, body.im);
  }
}

void ImpactGroup::run(double (*force)[kRun], RunMotion* motion) noexcept {
  if (!answers_known_) find_answers();
  double way[kRunPlaces][kRun] = {};
  for (int c = 0; c < places_count_; ++c)
    for (const StruckSide& side : places_[c].side) {
      if (side.body < 0) continue;
      const StruckBody& body = bodies_[side.body];
      runs_->ways(body.ladder->padded(), body.ladder->run(level_), side.chi, body.re, body.im,
                  way[c]);
    }
  double free[kRunPlaces];
  for (int k = 0; k < kRun; ++k) {
    for (int c = 0; c < places_count_; ++c)
      free[c] = places_[c].approach - (way[c][k] - (1 - tail_step_[c].keep) * places_[c].tail) / h_;
    solve(free, kRunAccuracy);
    for (int c = 0; motion && c < places_count_; ++c)
      motion[c].compression[k] = places_[c].compression,
      motion[c].approach[k] = places_[c].approach;
    for (int d = 0; d < places_count_; ++d) {
      const double f = force[d][k] = force_[d];
      if (f == 0) continue;
      for (int c = 0; c < places_count_; ++c)
        for (int later = k + 1; later < kRun; ++later)
          way[c][later] += answer_[c][d][later - k - 1] * f;
    }
  }
  move_bodies(kRun, [&](int b, int c, const double* chi, bool turned) {
    const StruckBody& body = bodies_[b];
    runs_->run(body.ladder->padded(), body.ladder->run(level_), chi, force[c], !turned, body.re,
               body.im);
  });
}

// Forces of one sub-step, and what the rigid bodies do.
void ImpactGroup::solve(const double* free, double accuracy) noexcept {
  if (places_count_ == 1)
    solve_alone(free[0], accuracy);
  else
    solve_together(free, accuracy);
  for (int c = 0; c < places_count_; ++c) {
    pushed_[c] = 0;
    for (int d = 0; d < places_count_; ++d) pushed_[c] += rigid_[at(c, d)] * force_[d];
  }
  for (int c = 0; c < places_count_; ++c) places_[c].approach -= h_ * pushed_[c];
  move_tails();
}

void ImpactGroup::move_tails() noexcept {
  for (int c = 0; c < places_count_; ++c) {
    StruckPlace& p = places_[c];
    const double x = tail_step_[c].keep * p.tail + tail_step_[c].gain * force_[c];
    p.tail_work += force_[c] * (x - p.tail);
    p.tail = x;
  }
}

void ImpactGroup::step() noexcept {
  for (int c = 0; c < places_count_; ++c)
    free_[c] = free_approach(c) + (1 - tail_step_[c].keep) * places_[c].tail / h_;
  solve(free_.data(), kStepAccuracy);
  move_bodies(1, [&](int b, int c, const double* chi, bool turned) {
    const StruckBody& body = bodies_[b];
    const auto act = turned ? kernel_->push : kernel_->step;
    act(body.ladder->padded(), turns_[b], chi, force_[c], body.re, body.im);
  });
}

// Each place with the others' forces as they stand, again and again (Gauss-Seidel; the matrix of
// mobilities is positive semidefinite, and the springs only oppose motion).
void ImpactGroup::solve_together(const double* free, double accuracy) noexcept {
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double change = 0, size = 0;
    springs_solved_ += places_count_;
    for (int c = 0; c < places_count_; ++c) {
      double v = free[c];
      for (int d = 0; d < places_count_; ++d)
        if (d != c) v -= mobility_[at(c, d)] * force_[d];
      const StruckPlace& p = places_[c];
      const double f = solve_rolling(p.spring, p.compression, v, mobility_[at(c, c)], h_, 0,
                                     force_[c], last_step(accuracy))
                           .force;
      change = std::max(change, std::abs(f - force_[c]));
      size = std::max(size, f);
      force_[c] = f;
    }
    if (change <= accuracy * size) break;
  }
  for (int c = 0; c < places_count_; ++c) {
    double v = free[c];
    for (int d = 0; d < places_count_; ++d) v -= mobility_[at(c, d)] * force_[d];
    places_[c].compression += h_ * v;
  }
}

ImpactGroup::Bound ImpactGroup::bound(int c) const noexcept {
  Bound out;
  for (const StruckSide& side : places_[c].side) {
    if (side.body < 0) continue;
    const StruckBody& body = bodies_[side.body];
    runs_->bound(body.ladder->padded(), side.chi, body.ladder->period(), body.re, body.im, &out.way,
                 &out.speed);
  }
  out.way += places_[c].tail, out.speed += tails_[c].rate * places_[c].tail;
  return out;
}

bool ImpactGroup::over(int c) const noexcept {
  const StruckPlace& p = places_[c];
  return p.compression < 0 && p.approach <= 0 && over(c, bound(c));
}

bool ImpactGroup::over(int c, const Bound& modes) const noexcept {
  const StruckPlace& p = places_[c];
  if (p.compression >= 0 || p.approach > 0) return false;
  return -p.approach > modes.speed || -p.compression > 2 * modes.way;
}

bool ImpactGroup::idle(const Bound* bounds) const noexcept {
  for (int c = 0; c < places_count_; ++c) {
    const StruckPlace& p = places_[c];
    if (p.compression >= 0) return false;
    const double modes = bounds ? bounds[c].speed : bound(c).speed;
    if (-p.compression <= sample_ * (std::max(p.approach, 0.0) + modes)) return false;
  }
  return true;
}

void ImpactGroup::drift() noexcept {
  for (int c = 0; c < places_count_; ++c) {
    StruckPlace& p = places_[c];
    p.compression += sample_ * p.approach;
    for (const StruckSide& side : p.side) {
      if (side.body < 0) continue;
      const StruckBody& body = bodies_[side.body];
      p.compression -=
          kernel_->way(body.ladder->padded(), body.ladder->level(0), side.chi, body.re, body.im);
    }
    const double left = p.tail * std::exp(-tails_[c].rate * sample_);
    p.compression += p.tail - left, p.tail = left;
    force_[c] = 0;
  }
  for (int b = 0; b < bodies_count_; ++b) {
    const StruckBody& body = bodies_[b];
    kernel_->step(body.ladder->padded(), body.ladder->level(0), body.re, 0, body.re, body.im);
  }
}

}  // namespace peal
