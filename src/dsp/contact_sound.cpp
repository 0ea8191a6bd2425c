#include "dsp/contact_sound.h"

#include <algorithm>
#include <cmath>

#include "physics/contact/hertz.h"
#include "physics/contact/surface_roughness.h"

namespace peal {
namespace {

// Flat and blunt bodies touch at the tops of their unevenness, several at once, which average.
constexpr double kBluntest = 0.02;     // [m] reduced radius
constexpr double kSeveralTops = 0.3;   // of the heights
constexpr double kBristleTime = 1e-6;  // [s] damping over stiffness of the bristles
constexpr double kLoadTime = 0.006;    // [s] in which the load follows, which may have steps
constexpr double kHopDamping = 20;     // [1/s] of the body's own hopping on its contact
constexpr double kLeastLoad = 1e-4;    // [N] less is none
constexpr double kLeastSlip = 1e-4;    // [m/s] less drags nothing
constexpr double kTypicalSpeed = 0.1;  // [m/s] at which the restitution holds
constexpr double kMostLoad = 1e6;      // [N]
constexpr double kFastest = 1e3;       // [m/s]
constexpr double kLightest = 1e-6, kHeaviest = 1e3;  // [kg]

}  // namespace

ContactSound::ContactSound(double rate) noexcept
    : rate_(rate), normal_({}, rate), slide_({}, rate), mass_(1, kHopDamping, rate) {}

void ContactSound::set_pair(const ContactPair& pair) noexcept {
  pair_ = pair;
  const bool blunt = !(pair.radius < kBluntest);
  using hertz_detail::limited;  // also what is no number
  pair_.radius = limited(pair.radius, kHertzMinRadius, kBluntest);
  pair_.modulus = limited(pair.modulus, kHertzMinModulus, kHertzMaxModulus);
  pair_.mass = limited(pair.mass, kLightest, kHeaviest);
  pair_.friction = limited(pair.friction, 1e-3, 10);
  if (blunt) pair_.roughness.rms *= kSeveralTops;
  profile_ = RoughnessProfile(pair_.roughness);
  bridged_ = shortest_followed(pair_.roughness, pair_.radius);
  const HertzPair hertz{pair_.radius, pair_.mass, pair_.modulus};
  normal_ = RollingContact({hertz_contact(hertz, kTypicalSpeed).stiffness,
                            rolling_loss(pair.restitution, kTypicalSpeed)},
                           rate_);
  mass_ = MassBody(pair_.mass, kHopDamping, rate_);
  slide_.reset();
  started_ = drags_ = false;
  load_ = slip_ = way_ = 0;
}

bool ContactSound::prepare(double load, double slip, double roll, double rolling_radius) noexcept {
  // What is no number or absurd is none.
  if (!(load > 0 && load < kMostLoad)) load = load >= kMostLoad ? kMostLoad : 0;
  if (!(std::abs(slip) < kFastest)) slip = 0;
  if (!(roll >= 0 && roll < kFastest)) roll = 0;
  const double before = load_;
  const double follows = 1 - std::exp(-kHop / (rate_ * kLoadTime));
  load_ += (load - load_) * follows;
  if (load <= 0 && load_ < kLeastLoad) load_ = 0;
  drags_ = false;
  if (before == 0 && load_ == 0) {
    started_ = false;
    slip_ = 0;
    return false;
  }
  if (!started_) {
    started_ = true;
    normal_.set_compression(0), mass_.set_velocity(0), slide_.reset();
    settled_ = 0;
    std::fill_n(pressed_, kHop, 0.0);
  }
  // While the load is small the body would ride on the tops: what rises under it then is no blow.
  settled_ += (1 - settled_) * follows;
  // The patch of Hertz averages over waves shorter than itself, and waves more curved than the body
  // are bridged.
  const double touching =
      2 * std::cbrt(0.75 * std::max(load_, before) * pair_.radius / pair_.modulus);
  const double step = (std::abs(slip) + roll) / rate_;
  // A patch of two radii is longer along the larger one, nearly by (ratio)^(2/3) (Hertz).
  const bool wheel = rolling_radius > pair_.radius && rolling_radius < kUnlimited;
  const double ratio = wheel ? rolling_radius / pair_.radius : 1;
  const double patch = wheel ? touching * std::sqrt(ratio) : std::max(touching, bridged_);
  const double radius = wheel ? rolling_radius : 0;
  // From where the last hop ended, as this one sees it: a patch or a radius that has changed in
  // between is no step.
  double heights[kHop + 1];
  profile_.heights(way_, step, kHop + 1, heights, patch, radius);
  // A slide that ends lets its bristles go within the hop, not at once.
  const bool stops = std::abs(slip) <= kLeastSlip;
  for (int n = 0; n < kHop; ++n) {
    const double part = (n + 0.5) / kHop;
    mass_.external()[n] = before + part * (load_ - before);
    normal_.profile_change()[n] = settled_ * (heights[n + 1] - heights[n]);
    slips_[n] = slip_ + part * (slip - slip_);
    // What presses the bristles is what the rough contact bore one hop ago, hops included.
    slide_.normal_force()[n] = stops ? (1 - part) * pressed_[n] : pressed_[n];
  }
  way_ += kHop * step;
  // Tangential stiffness of the Hertz contact (Mindlin): about its patch times the modulus.
  FrictionLaw law;
  law.stiffness = std::clamp(0.8 * touching * pair_.modulus, 1e3, 1e12);
  law.damping = kBristleTime * law.stiffness;
  law.viscosity = 0;
  law.dynamic_friction = pair_.friction;
  law.static_friction = pair_.stickiness * pair_.friction;
  law.stribeck_speed = pair_.stribeck_speed;
  slide_.set_law(law);
  drags_ = std::max(std::abs(slip), std::abs(slip_)) > kLeastSlip;
  if (!drags_) slide_.reset();
  slip_ = slip;
  return true;
}

void ContactSound::pressed(const double* force) noexcept { std::copy_n(force, kHop, pressed_); }

}  // namespace peal
