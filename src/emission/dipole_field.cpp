#include "emission/dipole_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "play/band_limit.h"
#include "wave/ellipsoid_dipole.h"

namespace peal {
namespace {

constexpr double kLadder = 1.05;  // radii of neighbouring tables; between them 0.1 % at most
constexpr double kEnd = 14;       // [tau] e^-14: -120 dB

// Adds Int f(t) phi(j - t) dt, t in samples, f given over x = t / scale.
template <class Function>
void add_filtered(const Function& f, double scale, int first, float* out) {
  const double piece = std::min(0.5, scale / 4);
  const int pieces = static_cast<int>(std::ceil(kEnd * scale / piece));
  const BandTable& table = BandTable::instance();
  for (int i = 0; i < pieces; ++i)
    for (int k = 0; k < 4; ++k) {
      const double t = (i + kGaussPlace[k]) * piece;
      const double below = std::floor(t);
      table.add(t - below, static_cast<float>(kGaussWeight[k] * piece * f(t / scale)),
                out + static_cast<int>(below) - kBandHalf + 1 - first);
    }
}

}  // namespace

DipoleField::DipoleField(const Vec3& axes, double volume, const Air& air, double rate)
    : axes_(axes), speed_of_sound_(air.speed_of_sound) {
  strength_ = air.density * volume * ellipsoid_dipole_factors(axes);
  smallest_ = std::min({axes.x, axes.y, axes.z});
  const double largest = std::max({axes.x, axes.y, axes.z});
  const double ladder = std::log(largest / smallest_) / std::log(kLadder);
  if (ladder > 1e-6) {
    rungs_ = static_cast<int>(std::ceil(ladder)) + 1;
    ratio_ = std::pow(largest / smallest_, 1.0 / (rungs_ - 1));
  }
  const int first = -kBandHalf + 1;
  const double end = kEnd * largest / speed_of_sound_ * rate;  // [samples]
  const int samples = static_cast<int>(std::ceil(end)) + 2 + kBandTaps;
  set_size(rate, 2 * rungs_, first, samples, -largest / speed_of_sound_);
  std::vector<float> table;
  for (int rung = 0; rung < rungs_; ++rung) {
    const double a = rung_radius(rung), tau = a / speed_of_sound_;
    const double near = 2 / (4 * kPi * tau), far = near / a;
    table.assign(samples, 0.0f);
    add_filtered([&](double x) { return far * std::exp(-x) * (std::cos(x) - std::sin(x)); },
                 tau * rate, first, table.data());
    set_row(2 * rung, table);
    table.assign(samples, 0.0f);
    add_filtered([&](double x) { return near * std::exp(-x) * std::sin(x); }, tau * rate, first,
                 table.data());
    set_row(2 * rung + 1, table);
  }
}

double DipoleField::rung_radius(int rung) const { return smallest_ * std::pow(ratio_, rung); }

ClickView DipoleField::weights(const Vec3& ear, const Jerk& jerk, std::span<float> weights) const {
  const double distance = norm(ear);
  const Vec3 n = distance > 0 ? ear / distance : Vec3{0, 1, 0};
  const double a = effective_radius(axes_, n);
  const double r = std::max(distance, a);
  const Vec3 force{strength_.x * jerk.velocity.x, strength_.y * jerk.velocity.y,
                   strength_.z * jerk.velocity.z};
  const double far = dot(n, force) / r, near = far / r;
  // An ear inside the body hears what its surface does, not earlier.
  const double delay = (r - distance - a) / speed_of_sound_;
  if (rungs_ == 1) {
    weights[0] = static_cast<float>(far), weights[1] = static_cast<float>(near);
    return {0, 2, nullptr, delay};
  }
  const double place = std::log(a / smallest_) / std::log(ratio_);
  const int rung = std::clamp(static_cast<int>(place), 0, rungs_ - 2);
  const double upper = std::clamp(place - rung, 0.0, 1.0), lower = 1 - upper;
  weights[0] = static_cast<float>(lower * far), weights[1] = static_cast<float>(lower * near);
  weights[2] = static_cast<float>(upper * far), weights[3] = static_cast<float>(upper * near);
  return {2 * rung, 4, nullptr, delay};
}

}  // namespace peal
