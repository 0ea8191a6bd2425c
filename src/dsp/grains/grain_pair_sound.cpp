#include "dsp/grains/grain_pair_sound.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

/// Integral of a half-sine with the peak force and the duration of Hertz over 2 m V.
constexpr double kThesisMomentum = 1.25 * kHertzTimeOfCompression / kPi;

constexpr double kSlowest = 1e-9;  // [m/s]

}  // namespace

GrainPairSound::GrainPairSound(const GrainBall& a, const GrainBall& b,
                               const GrainPairSettings& settings)
    : balls_{a, b}, settings_(settings) {
  const HertzPair pair{reduced(a.radius, b.radius), reduced(a.mass, b.mass),
                       reduced(a.modulus, b.modulus)};
  double whole = 1, fall = 1;  // of the contact time
  if (settings.profile == ForceProfile::closest) {
    whole = kHertzClosestHalfSine, delay_ = (1 - whole) / (2 * whole);
  } else if (settings.profile == ForceProfile::inelastic) {
    fall = std::clamp(settings.restitution, 0.05, 1.0), whole = (1 + fall) / 2;
  }
  log2_at_unit_speed_ = std::log2(whole * hertz_contact(pair, 1).duration);
  const GrainPulse pulse_a{a.radius, fall, duration(settings.fastest), duration(settings.slowest)};
  tables_[0] = std::make_shared<GrainClickTable>(pulse_a, settings.air, settings.rate);
  if (b.mass < kUnlimited) {
    GrainPulse pulse_b = pulse_a;
    pulse_b.radius = b.radius;
    tables_[1] = b.radius == a.radius
                     ? tables_[0]
                     : std::make_shared<GrainClickTable>(pulse_b, settings.air, settings.rate);
  }
}

void GrainPairSound::set_duration(double speed, GrainClick& click) const noexcept {
  click.log2_duration = log2_at_unit_speed_ - 0.2 * std::log2(std::max(speed, kSlowest));
  click.duration = std::exp2(click.log2_duration);
}

double GrainPairSound::duration(double speed) const noexcept {
  GrainClick click;
  set_duration(speed, click);
  return click.duration;
}

double GrainPairSound::carried(double speed, double impulse) const noexcept {
  if (settings_.amplitude == GrainAmplitude::momentum) return impulse;
  return kThesisMomentum * 2 * reduced(balls_[0].mass, balls_[1].mass) * speed;
}

/// All but the contact time, which both share.
GrainClick GrainPairSound::click(int ball, const GrainBlow& blow, const Vec3& ear) const noexcept {
  const GrainBall& own = balls_[ball];
  const double sign = ball == 0 ? 1 : -1, a = own.radius, c = settings_.air.speed_of_sound;
  const Vec3 way = ear - (blow.place + sign * a * blow.normal);
  const double square = std::max(dot(way, way), a * a), r = std::sqrt(square);
  const double jump = sign * carried(blow.speed, blow.impulse) / own.mass;
  GrainClick out;
  out.near = settings_.air.density * a * a * a * jump * dot(blow.normal, way) / (square * r);
  out.far = out.near * r / c;
  out.arrival = (blow.time + (r - a) / c) * settings_.rate;
  return out;
}

void GrainPairSound::add(const GrainBlow& blow, const GrainEar& ear) const noexcept {
  GrainClick both;
  set_duration(blow.speed, both);
  for (int ball = 0; ball < 2; ++ball) {
    if (!tables_[ball]) continue;
    GrainClick one = click(ball, blow, ear.place);
    one.duration = both.duration, one.log2_duration = both.log2_duration;
    one.arrival += delay_ * one.duration * settings_.rate;
    const GrainClickTable& table = *tables_[ball];
    const std::int64_t at = table.first_sample(one) - ear.first,
                       size = static_cast<std::int64_t>(ear.samples.size());
    if (at >= 0 && at + table.taps() <= size) {
      table.add(one, ear.samples.data() + at);
      continue;
    }
    if (at + table.taps() <= 0 || at >= size) continue;
    constexpr int kMost = 4096;
    float whole[kMost] = {};
    if (table.taps() > kMost) continue;
    table.add(one, whole);
    for (std::int64_t n = std::max<std::int64_t>(0, -at); n < table.taps() && at + n < size; ++n)
      ear.samples[at + n] += whole[n];
  }
}

double GrainPairSound::bound(const GrainBlow& blow, const Vec3& ear) const noexcept {
  double sum = 0;
  for (int ball = 0; ball < 2; ++ball) {
    if (!tables_[ball]) continue;
    GrainClick one = click(ball, blow, ear);
    set_duration(blow.speed, one);
    sum += tables_[ball]->bound(one);
  }
  return sum;
}

}  // namespace peal
