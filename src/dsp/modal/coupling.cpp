#include "dsp/modal/coupling.h"

#include <algorithm>
#include <cmath>

namespace peal {

Coupling::Coupling(int most_contacts) : most_(most_contacts), kernel_(&best_drive_kernel()) {
  const auto most = static_cast<std::size_t>(most_contacts);
  contact_.resize(most), kept_.resize(most);
  for (auto* array : {&slip_, &free_, &force_, &velocity_}) array->resize(most * kHop);
  mobility_.resize(most * most * kHop);
  now_.resize(most), change_.resize(most);
  linked_.resize(most * most);
  instant_.resize(most * most);
}

bool Coupling::add(const CoupledContact& contact) noexcept {
  if (count_ == most_) return false;
  std::fill_n(slip(count_), kHop, 0.0);
  kept_[count_] = count_ < before_ && contact_[count_].same_bodies(contact);
  contact_[count_++] = contact;
  return true;
}

// A force f of contact d pushes its bodies with -(sign) f, and contact c feels the velocities of
// its bodies with their signs: v_c changes by -(sign in c)(sign in d) mobility f.
// Only pairs of which one is not as it was are looked at; the matrix is symmetric.
void Coupling::gather_mobility() noexcept {
  before_ = count_;
  for (int c = 0; c < count_; ++c)
    for (const End& end : ends(contact_[c]))
      if (end.body && end.body->mobility_changed(end.port)) kept_[c] = false;
  for (int c = 0; c < count_; ++c)
    for (int d = 0; d <= c; ++d) {
      if (kept_[c] && kept_[d]) continue;
      double* sum = mobility_.data() + (c * most_ + d) * kHop;
      char linked = 0;
      std::fill_n(sum, kHop, 0.0);
      for (const End& x : ends(contact_[c]))
        for (const End& y : ends(contact_[d])) {
          if (!x.body || x.body != y.body) continue;
          double part[kHop] = {};
          x.body->add_mobility(x.port, y.port, part);
          for (int k = 0; k < kHop; ++k) sum[k] += x.sign * y.sign * part[k];
          linked = 1;
        }
      if (linked && c != d) std::copy_n(sum, kHop, mobility_.data() + (d * most_ + c) * kHop);
      linked_[c * most_ + d] = linked_[d * most_ + c] = linked;
      instant_[c * most_ + d] = instant_[d * most_ + c] = sum[0];
    }
}

void Coupling::solve() noexcept {
  if (count_ == 0) return;
  gather_mobility();
  for (int c = 0; c < count_; ++c) {
    double* free = free_.data() + c * kHop;
    std::copy_n(slip(c), kHop, free);
    for (const End& end : ends(contact_[c]))
      if (end.body) end.body->add_free_velocity(end.port, end.sign, free);
  }
  if (count_ == 1) {
    solve_alone();
    return;
  }
  for (int n = 0; n < kHop; ++n) {
    solve_sample(n);
    // What this force still does to the samples after it.
    for (int d = 0; d < count_; ++d) {
      const double f = force_[d * kHop + n];
      if (f == 0) continue;
      for (int c = 0; c < count_; ++c) {
        if (!linked_[c * most_ + d]) continue;
        kernel_->subtract(mobility(c, d) + 1, f, kHop - 1 - n, free_.data() + c * kHop + n + 1);
      }
    }
  }
  hand_over();
}

void Coupling::hand_over() noexcept {
  for (int c = 0; c < count_; ++c)
    for (const End& end : ends(contact_[c]))
      if (end.body) end.body->drive(end.port, -end.sign, force(c));
}

// One contact, as most are: the same without sums over contacts.
void Coupling::solve_alone() noexcept {
  ContactLaw& law = *contact_[0].law;
  const double* kernel = mobility(0, 0);
  const double now = kernel[0];
  double* free = free_.data();
  for (int n = 0; n < kHop; ++n) {
    const double f = law.force(n, free[n], now);
    law.accept(n);
    force_[n] = f;
    velocity_[n] = free[n] - now * f;
    if (f != 0) kernel_->subtract(kernel + 1, f, kHop - 1 - n, free + n + 1);
  }
  hand_over();
}

// Contacts that share a body feel each other within the sample: each is solved with the others'
// forces as they stand, again and again (Gauss-Seidel; the matrix of mobilities is positive
// semidefinite, and laws only oppose motion).
void Coupling::solve_sample(int n) noexcept {
  for (int c = 0; c < count_; ++c) now_[c] = n > 0 ? force_[c * kHop + n - 1] : 0;
  double before = 0;  // |change|^2 of the sweep before
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double change = 0, size = 0, squared = 0, along = 0;
    for (int c = 0; c < count_; ++c) {
      double free = free_[c * kHop + n];
      const double* instant = instant_.data() + c * most_;
      for (int d = 0; d < count_; ++d)
        if (d != c) free -= instant[d] * now_[d];
      const double f = contact_[c].law->force(n, free, instant[c]), more = f - now_[c];
      change = std::max(change, std::abs(more));
      size = std::max(size, std::abs(f));
      squared += more * more, along += more * change_[c];
      change_[c] = more;
      now_[c] = f;
    }
    if (count_ == 1 || change <= 1e-10 * size) break;
    // What is left shrinks by nearly the same part in each sweep, by little in a stack of light
    // bodies: now and then the rest of that series is taken at once (Aitken). Laws see every force
    // that is kept: the last sweep is never one of these.
    if (sweep % 3 == 2 && sweep + 1 < kMaxSweeps && before > 0) {
      const double part = along / before;
      if (part > 0.05 && part < 0.98)
        for (int c = 0; c < count_; ++c) now_[c] += change_[c] * part / (1 - part);
    }
    before = squared;
  }
  for (int c = 0; c < count_; ++c) {
    contact_[c].law->accept(n);
    force_[c * kHop + n] = now_[c];
    double v = free_[c * kHop + n];
    for (int d = 0; d < count_; ++d) v -= instant_[c * most_ + d] * now_[d];
    velocity_[c * kHop + n] = v;
  }
}

}  // namespace peal
