// The law of a place where a body rests, for the coupling of bodies: a Hertz spring that is pressed
// in by its load, with the loss factor of both materials, in series with the resistance of a plate
// below. Everything is told as what differs from rest: at rest no force, no energy.
//
//   F = K d^1.5 (1 + L d')_+ + sum_m k_m e_m >= 0,      e_m' = d' - e_m/tau_m,      f = F - F0
//   d' = v - f/Z
//
// The springs with dashpots k_m, tau_m (Maxwell), one per factor of five in frequency, make a loss
// factor that does not depend on frequency within 5 %. K and k_m together have the stiffness
// 3/2 K^(2/3) F0^(1/3) of the materials at a reference frequency; slower, they are softer, as every
// lossy spring is. The contact opens where F would pull: the body hops, buzzes, rattles. Each
// closing is a small blow that loses as the restitution says: L = y(e)/v (Hunt & Crossley), which
// fades while the contact stays closed.
// Discrete gradient for K, midpoint for k_m: work done on the contact is never less than what it
// stores more, at any rate. Ports as in dsp/rolling_contact.h. SI units; real-time safe.
#pragma once
#include <span>

#include "dsp/modal/coupling.h"
#include "physics/contact/rest_contact.h"
#include "physics/contact/rolling_kernel.h"

namespace peal {

class RestingContact final : public ContactLaw {
 public:
  /// @param load F0 [N] > 0 that the spring was made for, @param omega [rad/s] reference: the
  /// lowest mode of the bodies.
  RestingContact(const RestSpring& spring, double load, double restitution, double omega,
                 double rate) noexcept;

  double force(int n, double free, double mobility) noexcept override;
  void accept(int n) noexcept override;
  /// As if nothing had moved.
  void settle() noexcept;
  /// From here on; @param metres beyond that of rest.
  void set_compression(double metres) noexcept { compression_ = rest_ + metres; }

  double energy() const noexcept;  // [J] more than at rest, >= 0
  /// [m] beyond that of rest, after the last accepted sample.
  double compression() const noexcept { return compression_ - rest_; }
  bool touching() const noexcept { return compression_ > 0; }
  long openings() const noexcept { return openings_; }

 private:
  static constexpr int kBranches = 5;
  struct Branch {
    double stiffness = 0, lag = 0;  // [N/m] k_m, h/(2 tau_m)
    double held = 0;                // [N/m] that a stretch holds through a step
    double keep = 0, gain = 0;      // e_m <- keep e_m + gain way
    double stretch = 0;             // [m] e_m
  };
  struct Trial {
    RollingSolution hertz;
    bool branches = true;
  };

  HertzSpring spring_;
  double load_, yield_, step_;
  double rest_;         // [m] d at rest
  double closing_ = 0;  // y(e)
  double fade_ = 0;     // of L per sample
  double give_ = 0;     // [N/m] sum of what branches add in a step per way
  double held_ = 0;     // [N] that branches hold through the step
  Branch branch_[kBranches];
  double compression_;
  Trial trial_;  // of the last sample, or as at rest
  long openings_ = 0;
};

/// A shape as the port of a resting contact needs it: larger by what held forces weaken each mode
/// at its shifted frequency. @param shift part of its frequency per mode, of all places together;
/// @param omega [rad/s] rising. @return [m/N] by which the modes give way more than they should to
/// what is slower than they are: the spring has to make up for it (stiffened()).
double sampled_shape(std::span<const double> shape, const double* omega,
                     std::span<const double> shift, double rate, std::span<double> out) noexcept;
RestSpring stiffened(const RestSpring& spring, double more) noexcept;

}  // namespace peal
