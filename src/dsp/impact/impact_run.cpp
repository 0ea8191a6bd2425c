#include "dsp/impact/impact_run.h"

#include <algorithm>

namespace peal {
namespace {

constexpr int kStepsPerLevel = 48;
// A first touch, of up to 48 sub-steps without loss and longer with, keeps the length that its
// contact time asks for.
constexpr int kStepsOfFirst = 96;
constexpr int kLastLevel = 2;      // then whole samples
constexpr int kWorthDrifting = 1;  // level from which on sub-steps cost more than a whole sample

/// Writes forces of one sample; sub-steps shorter than an eighth are averaged, longer ones
/// repeated.
void write(BlowForce& out, int sample, int k, int level, double f) noexcept {
  float* parts = out.at(sample);
  if (sample >= out.fine) {
    parts[0] += static_cast<float>(f / (1 << level));
  } else if (level >= kStrikeLevel) {
    parts[k >> (level - kStrikeLevel)] += static_cast<float>(f / (1 << (level - kStrikeLevel)));
  } else {
    const int repeated = kStrikeParts >> level;
    std::fill_n(parts + k * repeated, repeated, static_cast<float>(f));
  }
}

void clear(BlowForce& out, int sample) noexcept {
  std::fill_n(out.at(sample), sample < out.fine ? kStrikeParts : 1, 0.0f);
}

bool first_touch(std::span<BlowForce* const> forces) noexcept {
  return std::all_of(forces.begin(), forces.end(),
                     [](const BlowForce* force) { return force->contacts <= 1; });
}

constexpr int kLookAgain = 32;  // [samples] at modes that ring freely: they decay

bool all_over(const ImpactGroup& group, const ImpactGroup::Bound* bounds) noexcept {
  for (int c = 0; c < group.places(); ++c)
    if (!group.over(c, bounds[c])) return false;
  return true;
}

}  // namespace

void BlowForce::become(const BlowForce& other) noexcept {
  fine = other.fine, samples = other.samples, contacts = other.contacts;
  std::copy_n(other.moments, pulses(), moments);
  std::copy_n(other.force, index(samples), force);
}

double BlowForce::impulse() const noexcept {
  double sum = 0;
  for (int k = 0; k < pulses(); ++k) sum += moments[k].impulse();
  return sum;
}

float BlowForce::mean(int sample) const noexcept {
  if (sample < 0 || sample >= samples) return 0;
  const float* parts = at(sample);
  if (sample >= fine) return parts[0];
  float sum = 0;
  for (int k = 0; k < kStrikeParts; ++k) sum += parts[k];
  return sum / kStrikeParts;
}

namespace {

/// What the runner of blows keeps.
struct Follower {
  ImpactGroup& group;
  std::span<BlowForce* const> forces;
  double rate;
  bool touches[ImpactGroup::kMostPlaces] = {};

  /// True when there was a force.
  bool take(std::size_t c, int sample, int k, int level, double f) noexcept {
    BlowForce& force = *forces[c];
    if (f > 0) {
      const double h = group.substep();
      if (!touches[c]) ++force.contacts;
      force.moments[force.pulses() - 1].add(f, static_cast<double>(sample) / rate + (k + 0.5) * h,
                                            h);
      force.samples = sample + 1;
      write(force, sample, k, level, f);
    }
    return touches[c] = f > 0;
  }
  /// Whole samples from `sample` on, as many as kRun sub-steps fill, at least one; sub-steps.
  int stride(int sample, int samples, int level, bool& any) noexcept {
    const int steps = samples << level;
    any = false;
    if (group.may_run() && steps % kRun == 0) {
      double f[ImpactGroup::kRunPlaces][kRun];
      for (int n = 0; n < steps; n += kRun) {
        group.run(f);
        for (int at = n; at < n + kRun; ++at)
          for (std::size_t c = 0; c < forces.size(); ++c)
            any |= take(c, sample + (at >> level), at & ((1 << level) - 1), level, f[c][at - n]);
      }
      return steps;
    }
    for (int n = 0; n < steps; ++n) {
      group.step();
      for (std::size_t c = 0; c < forces.size(); ++c)
        any |= take(c, sample + (n >> level), n & ((1 << level) - 1), level,
                    group.force(static_cast<int>(c)));
    }
    return steps;
  }
};

}  // namespace

int follow_blows(ImpactGroup& group, int level, double rate, int most,
                 std::span<BlowForce* const> forces) noexcept {
  for (BlowForce* force : forces) {
    force->fine = level > 0 ? BlowForce::kFine : 0;
    force->samples = force->contacts = 0;
    std::fill_n(force->moments, BlowForce::kPulses, ForceMoments{});
  }
  group.begin(level, rate);
  Follower follower{group, forces, rate};
  bool any = true;
  ImpactGroup::Bound bounds[ImpactGroup::kMostPlaces];
  int spent = 0, all = 0, apart = 0;
  for (int sample = 0; sample < most;) {
    if (!any) {
      if (apart <= 0) {
        for (int c = 0; c < group.places(); ++c) bounds[c] = group.bound(c);
        apart = kLookAgain;
      }
      if (all_over(group, bounds)) break;
    } else {
      apart = 0;
    }
    const int steps = any && first_touch(forces) ? kStepsOfFirst : kStepsPerLevel;
    if (level > 0 && (spent >= steps || sample >= BlowForce::kFine)) {
      level = sample >= BlowForce::kFine || level == kLastLevel ? 0 : level - 1;
      group.begin(level, rate);
      all += spent, spent = 0;
      if (level == 0)  // from here on a force per sample says all
        for (BlowForce* force : forces) force->fine = std::min(force->fine, sample);
    }
    if (!any && level >= kWorthDrifting && group.idle(bounds)) {
      for (BlowForce* force : forces) clear(*force, sample);
      group.drift();
      ++all, ++sample, --apart;
      std::fill_n(follower.touches, forces.size(), false);
      continue;
    }
    const int samples = std::min(std::max(1, kRun >> level), most - sample);
    for (int n = 0; n < samples; ++n)
      for (BlowForce* force : forces) clear(*force, sample + n);
    spent += follower.stride(sample, samples, level, any);
    sample += samples, apart -= samples;
  }
  return all + spent;
}

void add_blow(const BlowForce& force, int from, const ImpactLadder& ladder, const double* chi,
              double* re, double* im) noexcept {
  const ImpactKernel& kernel = best_impact_kernel();
  for (int sample = from; sample < force.samples; ++sample) {
    const int level = sample < force.fine ? kStrikeLevel : 0;
    const ModalTurn turn = ladder.level(level);
    for (int k = 0; k < 1 << level; ++k)
      kernel.step(ladder.padded(), turn, chi, static_cast<double>(force.at(sample)[k]), re, im);
  }
}

}  // namespace peal
