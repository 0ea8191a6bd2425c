#include "play/coupling.h"

#include <algorithm>
#include <cmath>

namespace peal {

Coupling::Coupling(int most_contacts) : most_(most_contacts) {
  const auto most = static_cast<std::size_t>(most_contacts);
  contact_.resize(most);
  for (auto* array : {&slip_, &free_, &force_, &velocity_}) array->resize(most * kGrain);
  mobility_.resize(most * most * kGrain);
  now_.resize(most);
}

bool Coupling::add(const CoupledContact& contact) noexcept {
  if (count_ == most_) return false;
  std::fill_n(slip(count_), kGrain, 0.0);
  contact_[count_++] = contact;
  fresh_ = true;
  return true;
}

// A force f of contact d pushes its body a with -f and its body b with +f, and a contact c feels
// the velocity of its a with +, of its b with -: v_c changes by -(sign of c)(sign of d) mobility f.
void Coupling::gather_mobility() noexcept {
  bool changed = fresh_;
  for (int c = 0; c < count_; ++c)
    for (CoupledBody* body : {contact_[c].a, contact_[c].b})
      changed = changed || (body && body->mobility_changed());
  if (!changed) return;
  fresh_ = false;
  for (int c = 0; c < count_; ++c)
    for (int d = 0; d < count_; ++d) {
      double* sum = mobility_.data() + (c * most_ + d) * kGrain;
      std::fill_n(sum, kGrain, 0.0);
      const struct {
        CoupledBody* body;
        int port, sign;
      } of_c[2] = {{contact_[c].a, contact_[c].port_a, 1}, {contact_[c].b, contact_[c].port_b, -1}},
        of_d[2] = {{contact_[d].a, contact_[d].port_a, 1}, {contact_[d].b, contact_[d].port_b, -1}};
      for (const auto& x : of_c)
        for (const auto& y : of_d) {
          if (!x.body || x.body != y.body) continue;
          double part[kGrain] = {};
          x.body->add_mobility(x.port, y.port, part);
          for (int k = 0; k < kGrain; ++k) sum[k] += x.sign * y.sign * part[k];
        }
    }
}

void Coupling::solve() noexcept {
  if (count_ == 0) return;
  gather_mobility();
  for (int c = 0; c < count_; ++c) {
    double* free = free_.data() + c * kGrain;
    std::copy_n(slip(c), kGrain, free);
    const CoupledContact& contact = contact_[c];
    if (contact.a) contact.a->add_free_velocity(contact.port_a, 1, free);
    if (contact.b) contact.b->add_free_velocity(contact.port_b, -1, free);
  }
  for (int n = 0; n < kGrain; ++n) {
    solve_sample(n);
    // What this force still does to the samples after it.
    for (int d = 0; d < count_; ++d) {
      const double f = force_[d * kGrain + n];
      if (f == 0) continue;
      for (int c = 0; c < count_; ++c) {
        const double* after = mobility(c, d);
        double* free = free_.data() + c * kGrain + n;
        for (int k = 1; k < kGrain - n; ++k) free[k] -= after[k] * f;
      }
    }
  }
  for (int c = 0; c < count_; ++c) {
    const CoupledContact& contact = contact_[c];
    if (contact.a) contact.a->drive(contact.port_a, -1, force(c));
    if (contact.b) contact.b->drive(contact.port_b, 1, force(c));
  }
}

// Contacts that share a body feel each other within the sample: each is solved with the others'
// forces as they stand, again and again (Gauss-Seidel; the matrix of mobilities is positive
// semidefinite, and laws only oppose motion).
void Coupling::solve_sample(int n) noexcept {
  for (int c = 0; c < count_; ++c) now_[c] = n > 0 ? force_[c * kGrain + n - 1] : 0;
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double change = 0, size = 0;
    for (int c = 0; c < count_; ++c) {
      double free = free_[c * kGrain + n];
      for (int d = 0; d < count_; ++d)
        if (d != c) free -= mobility(c, d)[0] * now_[d];
      const double f = contact_[c].law->force(n, free, mobility(c, c)[0]);
      change = std::max(change, std::abs(f - now_[c]));
      size = std::max(size, std::abs(f));
      now_[c] = f;
    }
    if (count_ == 1 || change <= 1e-10 * size) break;
  }
  for (int c = 0; c < count_; ++c) {
    contact_[c].law->accept(n);
    force_[c * kGrain + n] = now_[c];
    double v = free_[c * kGrain + n];
    for (int d = 0; d < count_; ++d) v -= mobility(c, d)[0] * now_[d];
    velocity_[c * kGrain + n] = v;
  }
}

}  // namespace peal
