// Many contacts with Coulomb friction at once: impulses r and velocities after them with
//   u = W r + b,  each contact obeying the law of local_contact_kernel.h,
// by block Gauss-Seidel: sweep over the contacts, each solved exactly against the present
// velocities of its bodies. In: bodies with velocities that already feel everything but the
// contacts (end of a free step). Out: their velocities with the contacts, the impulses on sides a
// [N s]. What a gets, b loses: momentum is exact.
// - Where the search begins: the impulses of the step before, by key.
// - When it ends: ||r - P(r - rho u~)|| / rho over all contacts (natural map, [m/s]) is `tolerance`
//   times sqrt(sum of (scale |r|)^2 + |b|^2), the speeds that the impulses make and meet.
// - Restitution is Newton's, u_N >= e |b_N|, as far as it makes no energy: with friction and arms
// it
//   can (Kane and Levinson 1985). Then the connected contacts get the plastic impulses plus the
//   largest part of the difference that adds none.
// - From `serial_below` contacts on those of one colour run in parallel; the bits do not depend on
//   the number of threads.
// - Bodies whose points are coupled by an implicit step (rods, solids) answer between sweeps: see
//   CoulombResponse.
#pragma once
#include <span>
#include <vector>

#include "physics/coulomb/contact_colouring.h"
#include "physics/coulomb/contact_packing.h"
#include "physics/coulomb/impulse_memory.h"

namespace peal {

struct CoulombSettings {
  double tolerance = 1e-4;  // of the natural map
  double speed_noise = 0;   // [m/s] of a contact on the average: less does not matter
  /// Who stops at the tolerance leaves the slow part of the error to the next step. Piles at rest
  /// stay below 1e-4 with 6 sweeps a step, always; without, some steps need 20.
  int least_sweeps = 1;
  int sweeps = 200;                 // at most
  double restitution_speed = 0.01;  // [m/s] who meets more slowly does not bounce
  double warm = 1;                  // factor on kept impulses: this step / last step; 0: cold
  std::size_t serial_below = 768;   // contacts
  bool look_first = false;          // the kept impulses may be the solution already
};

struct CoulombReport {
  int contacts = 0;   // solved
  int invalid = 0;    // ignored: numbers that are none or out of range, no such slot, no normal
  int immovable = 0;  // ignored: neither side can move along the normal
  int warm = 0;       // begun from a kept impulse
  int open = 0, sticking = 0, sliding = 0;
  int sweeps = 0, groups = 0;
  double residual = 0;  // natural map, relative
  bool converged = true;
  int limited = 0;       // contacts whose restitution was lessened
  int lost_answers = 0;  // of a CoulombResponse: velocities that are no numbers
  double energy = 0;     // [J] that the contacts brought in, <= 0 up to `residual`; targets > 0 add
};

/// Bodies whose points move together within a step: M + h^2/4 K instead of M. A sweep moves each
/// point by its own mobility alone, which costs what a free point costs; afterwards the owner sets
/// the true velocities from all impulses so far, by the factors that its step has anyway. The law
/// of a contact holds at the end whatever mobility was used, as for any preconditioner: r is solved
/// for velocities that are true. M^-1 is never too small (then sweeps are sure and slow), the
/// diagonal blocks of the true inverse are fast; if they overshoot, steps are halved.
class CoulombResponse {
 public:
  virtual ~CoulombResponse() = default;
  /// Sets velocities (rates) of the points (twists) that it owns to free velocity + response to
  /// `points`, [N s] of each point slot, and `twists`, [N m s].
  virtual void respond(std::span<const Vec3> points, std::span<const double> twists,
                       const CoulombBodies& bodies) = 0;
};

class CoulombSolver {
 public:
  CoulombReport solve(std::span<const CoulombContact> contacts, const CoulombBodies& bodies,
                      const CoulombSettings& settings = {}, CoulombResponse* response = nullptr);

  /// [N s] on side a of each contact, 0 for those that were ignored.
  std::span<const Vec3> impulses() const { return impulses_; }
  /// What the next step begins with; set it to go on from a saved state.
  ImpulseMemory& memory() { return memory_; }

 private:
  struct Detail {
    Vec3 before;              // [m/s] relative velocity without the contacts, frame of the contact
    double target = 0;        // [m/s] goal without restitution
    std::uint32_t index = 0;  // of the contact as given
    bool live = false, warm = false, limited = false;
    PackingResult packing = PackingResult::invalid;
  };
  struct Chunk {
    std::uint32_t begin = 0, end = 0;
    double change = 0, size = 0;  // sums over it
  };
  struct Group {
    std::uint32_t begin = 0, end = 0;  // chunks
    bool independent = false;
  };
  struct Energy {
    double sum = 0, scale = 0, linear = 0, square = 0, allowed = 0, part = 1;
  };

  void pack(std::span<const CoulombContact> contacts);
  void pack_one(const CoulombContact& contact, std::size_t at);
  void warm_start();
  void iterate();
  void sweep();
  void run(Chunk& chunk) noexcept;
  void measure();
  void answer();
  void limit_restitution();
  void join_islands();
  std::uint32_t island_of(const PackedContact& c) const noexcept;
  void finish(std::span<const CoulombContact> contacts);
  template <class Work>
  void over_chunks(std::uint32_t begin, std::uint32_t end, bool parallel, const Work& work);

  CoulombSettings settings_;
  CoulombReport report_;
  CoulombBodies bodies_;
  CoulombResponse* response_ = nullptr;
  PackedBodies packed_bodies_;
  ContactColouring colouring_;
  ImpulseMemory memory_;
  std::vector<PackedContact> packed_;
  std::vector<Detail> details_;
  std::vector<TwistTerm> terms_;
  std::vector<Chunk> chunks_;
  std::vector<Group> groups_;
  std::vector<Vec3> impulses_;
  std::vector<KeptImpulse> kept_;
  std::vector<Vec3> point_impulses_;
  std::vector<double> twist_impulses_;
  std::vector<CoulombPoint> last_points_;
  std::vector<CoulombTwist> last_twists_;
  std::vector<std::uint32_t> parent_;
  std::vector<Energy> energies_;
  std::vector<LocalImpulse> bounced_;
  std::vector<Vec3> bounced_velocity_;
  double free_size_ = 0;  // sum of |b|^2
  double noise_ = 0;      // [m/s] natural map of a contact on the average
  double part_ = 1;       // of each change that is made
  bool bounces_ = false;
};

}  // namespace peal
