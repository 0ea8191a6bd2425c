// Contacts that push back: friction and rolling, solved together with the bodies they act on.
//
// A contact force is held for one sample. A body answers it exactly: with a mean velocity over that
// sample (its mobility) and over the samples after it. The mean velocity v over a sample times the
// force f is the work that the body really receives, so energy is neither made nor lost by the
// stepping, at any rate: what a law takes out is taken out (implicit midpoint K method, with exact
// modes instead of warped ones; Avanzini, Serafin & Rocchesso 2005, docs/theory/friction.md).
//   v_i(n) = free_i(n) - sum_j sum_{k<=n} m_ij(n-k) f_j(k),      f_j(n) = law_j(v_j(n))
// Work goes in hops of kHop samples, as in the modal bank. SI units. After construction nothing
// allocates, locks or throws.
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "dsp/modal/drive_kernel.h"

namespace peal {

/// A body as contacts feel it. A port is one point with one direction; ports are numbered from 0.
class CoupledBody {
 public:
  virtual ~CoupledBody() = default;
  /// Adds scale times the mean velocity [m/s] of the port over each sample of the coming hop, as
  /// it would be without forces at ports in this hop.
  virtual void add_free_velocity(int port, double scale, double* out) noexcept = 0;
  /// Adds the mean velocity [m/s] of port `to` over the samples 0 .. kHop-1 when a force of 1 N
  /// is held at port `from` over sample 0. Symmetric in `to` and `from`; value 0 of (p, p) > 0.
  virtual void add_mobility(int to, int from, double* out) noexcept = 0;
  /// True when add_mobility would give other values for this port than at the last hop.
  virtual bool mobility_changed(int port) const noexcept = 0;
  /// Forces [N] held over each sample of the coming hop. Called for every port, then the body
  /// moves on by one hop.
  virtual void drive(int port, double scale, const double* force) noexcept = 0;

  // The same sample by sample, where many contacts share bodies (dsp/stepped_coupling.h). May
  // allocate.

  /// The coming hop, with these ports in this order: slots 0, 1, ...
  virtual void begin_steps(std::span<const int> ports) = 0;
  /// What add_mobility has as value 0, between two slots.
  virtual double instant(int to, int from) noexcept = 0;
  /// Mean velocity [m/s] of each slot over sample n, without the forces in it.
  virtual void step_velocities(int n, double* out) noexcept = 0;
  /// Forces [N] on the body at each slot, held over sample n.
  virtual void step(int n, const double* force) noexcept = 0;
  /// The body moves on by one hop.
  virtual void end_steps() noexcept = 0;
  /// In which order it wants its ports.
  virtual bool port_before(int x, int y) const noexcept { return x < y; }
};

/// What the force of a contact follows. Times are samples of the coming hop.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  /// Solves v = free - mobility f together with the law f(v) for sample n; a trial, to be accepted.
  virtual double force(int n, double free, double mobility) noexcept = 0;
  /// The last trial of sample n is what happens.
  virtual void accept(int n) noexcept = 0;
};

/// v = (velocity of a) + (of extra) - (of b) - (of below) + slip; force f acts on a and extra as
/// -f, on b and below as +f.
struct CoupledContact {
  CoupledBody* a = nullptr;
  int port_a = 0;
  CoupledBody* b = nullptr;  // none: an immovable partner
  int port_b = 0;
  ContactLaw* law = nullptr;
  CoupledBody* extra = nullptr;  // what moves besides vibrating: a mass
  int port_extra = 0;
  CoupledBody* below = nullptr;  // the same of b
  int port_below = 0;

  bool same_bodies(const CoupledContact& other) const noexcept {
    return a == other.a && port_a == other.port_a && b == other.b && port_b == other.port_b &&
           extra == other.extra && port_extra == other.port_extra && below == other.below &&
           port_below == other.port_below;
  }
};

/// Contacts that share bodies. Those that do not should be in couplings of their own.
class Coupling {
 public:
  /// Room for at most this many contacts at once.
  explicit Coupling(int most_contacts);

  /// Contacts that are added again as they were keep their mobilities.
  void clear() noexcept { before_ = std::max(before_, count_), count_ = 0; }
  /// False when there is no room.
  bool add(const CoupledContact& contact) noexcept;
  int contacts() const noexcept { return count_; }
  /// Prescribed part of the relative velocity [m/s] of a contact, per sample of the coming hop.
  double* slip(int contact) noexcept { return slip_.data() + contact * kHop; }

  /// Finds the forces of the coming hop and gives them to the bodies.
  void solve() noexcept;
  /// Of the hop just solved: force [N] and relative velocity [m/s], per sample.
  const double* force(int contact) const noexcept { return force_.data() + contact * kHop; }
  const double* velocity(int contact) const noexcept { return velocity_.data() + contact * kHop; }

  static constexpr int kMaxSweeps = 16;

 private:
  const double* mobility(int to, int from) const noexcept {
    return mobility_.data() + (to * most_ + from) * kHop;
  }
  /// The bodies of a contact with the signs of their velocities.
  struct End {
    CoupledBody* body = nullptr;
    int port = 0, sign = 1;
  };
  using Ends = std::array<End, 4>;
  static Ends ends(const CoupledContact& contact) noexcept {
    return {{{contact.a, contact.port_a, 1},
             {contact.b, contact.port_b, -1},
             {contact.extra, contact.port_extra, 1},
             {contact.below, contact.port_below, -1}}};
  }
  void gather_mobility() noexcept;
  void solve_sample(int n) noexcept;
  void solve_alone() noexcept;
  void hand_over() noexcept;

  int most_, count_ = 0, before_ = 0;
  const DriveKernel* kernel_;
  std::vector<CoupledContact> contact_;
  std::vector<char> kept_;  // whether a contact is as it was in the last hop
  std::vector<double> slip_, free_, force_, velocity_, mobility_, now_, change_;
  std::vector<char> linked_;     // whether two contacts share a body
  std::vector<double> instant_;  // [m/s/N] mobilities within a sample, close together
};

}  // namespace peal
