#include "dsp/grains/grain_pair_sound.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

/// Integral of a half-sine with the peak force and the duration of Hertz over 2 m V.
constexpr double kThesisMomentum = 1.25 * kHertzTimeOfCompression / kPi;

constexpr double kSlowest = 1e-9;  // [m/s]
constexpr int kMostTaps = 8192;    // of one click

/// What lies inside of the samples, of a click that begins at sample `at` of them. Sums are rounded
/// as they are inside: what is there already goes through the same loop.
[[gnu::noinline]] void add_part(const GrainClickTable& table, const GrainClick& click,
                                std::int64_t at, std::span<float> samples) noexcept {
  const std::int64_t from = std::max<std::int64_t>(0, -at),
                     to = std::min<std::int64_t>(table.taps(),
                                                 static_cast<std::int64_t>(samples.size()) - at);
  if (from >= to) return;
  float whole[kMostTaps];
  std::fill_n(whole, table.taps(), 0.0f);
  std::copy_n(samples.data() + at + from, to - from, whole + from);
  table.add(click, whole);
  std::copy_n(whole + from, to - from, samples.data() + at + from);
}

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
  GrainPulse pulse_a{a.radius, fall, 0, std::min(duration(settings.slowest), settings.longest)};
  pulse_a.shortest = std::min(duration(settings.fastest), pulse_a.longest);
  tables_[0] = std::make_shared<GrainClickTable>(pulse_a, settings.air, settings.rate);
  if (b.mass < kUnlimited) {
    GrainPulse pulse_b = pulse_a;
    pulse_b.radius = b.radius;
    tables_[1] = b.radius == a.radius
                     ? tables_[0]
                     : std::make_shared<GrainClickTable>(pulse_b, settings.air, settings.rate);
  }
  slowness_ = 1 / settings.air.speed_of_sound;
  // Balls' middles are a radius from the contact: what they send comes at most 2 a / c apart.
  for (int ball = 0; ball < 2; ++ball) {
    if (!tables_[ball]) continue;
    loudness_[ball] = (ball == 0 ? 1 : -1) * settings.air.density *
                      std::pow(balls_[ball].radius, 3) / balls_[ball].mass;
    const double apart = 2 * balls_[ball].radius / settings.air.speed_of_sound * settings.rate;
    const int ways = static_cast<int>(std::ceil(apart)) + 1;
    before_ = std::max(before_, tables_[ball]->before() + ways);
    taps_ = std::max(taps_, tables_[ball]->taps() + ways);
    if (tables_[ball]->taps() > kMostTaps)
      fail("sound of grains: a ball of {} m at {} Hz needs {} samples, more than {}",
           balls_[ball].radius, settings.rate, tables_[ball]->taps(), kMostTaps);
  }
}

double GrainPairSound::duration(double speed) const noexcept {
  return std::exp2(log2_at_unit_speed_ - 0.2 * std::log2(std::max(speed, kSlowest)));
}

GrainStrength GrainPairSound::strength(double speed, double impulse) const noexcept {
  GrainStrength out;
  out.log2_duration = log2_at_unit_speed_ - 0.2 * std::log2(std::max(speed, kSlowest));
  out.duration = std::exp2(out.log2_duration);
  out.carried = carried(speed, impulse);
  for (int ball = 0; ball < 2; ++ball) {
    if (!tables_[ball]) continue;
    const double a = balls_[ball].radius, size = std::abs(loudness_[ball] * out.carried);
    const GrainClickBound peak = tables_[ball]->bound(out.log2_duration);
    // A little more, for the rounding.
    out.near += (1 + 1e-12) * size * peak.near,
        out.far += (1 + 1e-12) * size * peak.far * slowness_;
    out.reach = std::max(out.reach, a);
    // No mode falls more slowly than 1 / r on its way out; r > x.
    if (const GrainRing* ring = balls_[ball].ring.get())
      out.far += a * ring->bound(out.carried, out.duration, a);
  }
  return out;
}

int GrainPairSound::after(const GrainStrength& strength) const noexcept {
  int samples =
      taps_ + static_cast<int>(std::ceil((0.5 + delay_) * strength.duration * settings_.rate));
  for (const GrainBall& ball : balls_)
    if (ball.ring) samples = std::max(samples, taps_ + ball.ring->after(strength.duration));
  return samples;
}

double GrainPairSound::carried(double speed, double impulse) const noexcept {
  if (settings_.amplitude == GrainAmplitude::momentum) return impulse;
  return kThesisMomentum * 2 * reduced(balls_[0].mass, balls_[1].mass) * speed;
}

GrainClick GrainPairSound::click(int ball, const GrainBlow& blow, const GrainStrength& strength,
                                 const Vec3& ear) const noexcept {
  const double a = balls_[ball].radius;
  const Vec3 way = ear - (blow.place + (ball == 0 ? a : -a) * blow.normal);
  const double square = std::max(dot(way, way), a * a), r = std::sqrt(square);
  GrainClick out;
  out.near = loudness_[ball] * strength.carried * dot(blow.normal, way) / (square * r);
  out.far = out.near * r * slowness_;
  out.arrival = (blow.time + (r - a) * slowness_) * settings_.rate;
  out.duration = strength.duration, out.log2_duration = strength.log2_duration;
  return out;
}

void GrainPairSound::add(const GrainBlow& blow, const GrainStrength& strength,
                         const GrainEar& ear) const noexcept {
  for (int ball = 0; ball < 2; ++ball) {
    if (!tables_[ball]) continue;
    GrainClick one = click(ball, blow, strength, ear.place);
    one.arrival += delay_ * one.duration * settings_.rate;
    const GrainClickTable& table = *tables_[ball];
    const std::int64_t at = table.first_sample(one) - ear.first,
                       size = static_cast<std::int64_t>(ear.samples.size());
    if (at >= 0 && at + table.taps() <= size) {
      table.add(one, ear.samples.data() + at);
      continue;
    }
    add_part(table, one, at, ear.samples);
  }
  for (int ball = 0; ball < 2; ++ball)
    if (const GrainRing* ring = balls_[ball].ring.get())
      ring->add(ringing(ball, blow, strength), ear.place, ear.first, ear.samples);
}

GrainRingBlow GrainPairSound::ringing(int ball, const GrainBlow& blow,
                                      const GrainStrength& strength) const noexcept {
  const Vec3 outward = (ball == 0 ? 1 : -1) * blow.normal;
  return {blow.time, blow.place + balls_[ball].radius * outward, -outward, strength.carried,
          strength.duration};
}

double GrainPairSound::bound(const GrainBlow& blow, const GrainStrength& strength,
                             const Vec3& ear) const noexcept {
  double sum = 0;
  for (int ball = 0; ball < 2; ++ball)
    if (tables_[ball]) sum += tables_[ball]->bound(click(ball, blow, strength, ear));
  for (int ball = 0; ball < 2; ++ball)
    if (const GrainRing* ring = balls_[ball].ring.get()) {
      const GrainRingBlow one = ringing(ball, blow, strength);
      sum += ring->bound(one.impulse, one.duration, norm(ear - one.centre));
    }
  return sum;
}

}  // namespace peal
