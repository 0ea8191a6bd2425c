// Contacts that push back (dsp/modal/coupling.h), any number of them on bodies they share: a heap
// on a table. The same equations and the same forces; but instead of responses of every port to
// every other over the hop, bodies are stepped sample by sample with the sum of their forces. With
// P ports and M modes a sample costs P M instead of P P kHop/2, and ports that move cost nothing
// more. Within a sample contacts are solved by Gauss-Seidel; those whose partners no longer change
// are left alone. SI units. Allocates in add() and solve() when there are more contacts than ever
// before.
#pragma once
#include <vector>

#include "base/aligned.h"
#include "dsp/modal/coupling.h"
#include "dsp/modal/step_kernel.h"

namespace peal {

class SteppedCoupling {
 public:
  SteppedCoupling() : kernel_(&best_step_kernel()) {}

  void clear() noexcept { contacts_.clear(); }
  void add(const CoupledContact& contact);
  int contacts() const noexcept { return static_cast<int>(contacts_.size()); }
  /// As in Coupling.
  double* slip(int contact) noexcept { return slip_.data() + contact * kHop; }
  void solve();
  const double* force(int contact) const noexcept { return force_.data() + contact * kHop; }
  const double* velocity(int contact) const noexcept { return velocity_.data() + contact * kHop; }
  /// Laws that were asked since it was made.
  long laws() const noexcept { return laws_; }

 private:
  struct End {
    int body = -1, slot = -1;  // slot: of all ports of all bodies
    double sign = 1;
    const double* row = nullptr;  // of its body's instants
  };
  struct Contact {
    ContactLaw* law = nullptr;
    End end[4];
    int ends = 0;
    double mobility = 0;         // [m/s/N] of itself
    double base = 0, asked = 0;  // [m/s] free velocity; the one that its law last saw
    double now = 0, before = 0;  // [N] and in the sample before
    double slope = 0;            // [N s/m] of the law, where it was asked twice
  };
  struct Body {
    CoupledBody* body = nullptr;
    int first = 0, count = 0;   // of ports_
    int slots = 0, padded = 0;  // first slot; as many as count, padded to kLane
    std::size_t matrix = 0;     // of its instants, count rows
  };
  void find_bodies();
  double felt(const Contact& contact) const noexcept;
  void push(const Contact& contact, double force) noexcept;
  bool unchanged(const Contact& contact, double way, double least) const noexcept;
  void solve_sample(int n) noexcept;

  const StepKernel* kernel_;
  std::vector<CoupledContact> contacts_;
  std::vector<Contact> solved_;
  std::vector<Body> bodies_;
  std::vector<int> ports_;  // body after body
  // Per slot: [m/s] without the forces of the sample, [N], [m/s] by the forces of the sample.
  AlignedVector<double> velocities_, forces_, felt_;
  AlignedVector<double> instants_;
  std::vector<double> slip_, force_, velocity_;
  long laws_ = 0;
};

}  // namespace peal
