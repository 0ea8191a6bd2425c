#include "dsp/impact/impact_response.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/contact/hertz.h"

namespace peal {
namespace {

constexpr double kPeriods = 1.5;      // of the lowest mode
constexpr double kContactTimes = 20;  // of rigid bodies
constexpr double kLongest = 0.05;     // [s]
constexpr int kLookEvery = 8;         // [sub-steps] whether it is over

double modal_energy(const StruckBody& body) noexcept {
  double sum = 0;
  for (int i = 0; body.ladder && i < body.ladder->modes(); ++i)
    sum += (body.re[i] * body.re[i] + body.im[i] * body.im[i]) / 2;
  return sum;
}

double hertz_time(const ImpactPair& pair) noexcept {
  const double v = std::max(pair.speed, kHertzMinSpeed);
  return kHertzTimeOfCompression / v *
         std::pow(1.25 * v * v / (pair.mobility * pair.spring.stiffness), 0.4);
}

}  // namespace

double longest_impact(const ImpactPair& pair) noexcept {
  double longest = kContactTimes * hertz_time(pair);
  for (const StruckBody& body : pair.body)
    if (body.ladder && body.ladder->modes() > 0)
      longest = std::max(longest, kPeriods * 2 * kPi / body.ladder->omega()[0]);
  return std::min(longest, kLongest);
}

ImpactResponse impact_response(ImpactGroup& group, const ImpactPair& pair,
                               double longest) noexcept {
  ImpactResponse out;
  const double m = 1 / pair.mobility;
  out.kinetic = 0.5 * m * pair.speed * pair.speed;
  group.clear();
  StruckPlace place{pair.spring, 0, pair.speed, pair.yield, {}};
  double rate = pair.rate;
  for (int s = 0; s < 2; ++s) {
    const StruckBody& body = pair.body[s];
    if (!body.ladder || body.ladder->modes() == 0) continue;
    std::fill_n(body.re, body.ladder->padded(), 0.0);
    std::fill_n(body.im, body.ladder->padded(), 0.0);
    place.side[s] = {group.add(body), pair.chi[s]};
    rate = body.ladder->rate();
  }
  group.add(place);
  group.set_rigid(0, 0, pair.mobility);
  group.begin(impact_level(hertz_time(pair), rate), rate);
  const double h = group.substep();
  ForceMoments all, of_contact[ImpactResponse::kPulses];
  bool touching = false;
  const auto steps = static_cast<long>(std::ceil(longest / h));
  for (long n = 0; n < steps; ++n) {
    group.step();
    const double f = group.force(0), t = (static_cast<double>(n) + 0.5) * h;
    all.add(f, t, h);
    out.peak = std::max(out.peak, f);
    if (f > 0) {
      if (!touching) ++out.contacts;
      of_contact[std::min(out.contacts, ImpactResponse::kPulses) - 1].add(f, t, h);
      out.duration = static_cast<double>(n + 1) * h;
    }
    touching = f > 0;
    out.followed = static_cast<double>(n + 1) * h;
    if (!touching && n % kLookEvery == 0 && group.over(0)) break;
  }
  const ContactPulse whole = all.pulse();
  out.impulse = whole.impulse, out.centroid = whole.centroid, out.width = whole.width;
  for (int k = 0; k < out.pulses(); ++k) out.pulse[k] = of_contact[k].pulse();
  out.restitution = std::clamp(out.impulse / (m * pair.speed) - 1, 0.0, 1.0);
  const double u = group.place(0).approach;
  out.rebound = 0.5 * m * u * u;
  for (int s = 0; s < 2; ++s) out.modes[s] = modal_energy(pair.body[s]);
  out.beyond = group.place(0).tail_work;
  out.heat = out.kinetic - out.rebound - out.modes[0] - out.modes[1] - out.beyond;
  return out;
}

}  // namespace peal
