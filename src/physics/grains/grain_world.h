// Event-driven world of hard spherical grains in free flight: every collision at its exact instant.
// Enters: kinds, starts, walls, laws (SI). Leaves: hits in order of time; places and velocities;
// impulses on the bodies of the walls.
//   each grain has its own time and moves only at its own events; its next event is the earliest of
//   - a collision with a grain: quadratic, gravity cancels; quartic when the other is at rest
//   - a touch of a wall (wall_feature.h)
//   - leaving its cell; cells are not smaller than the largest grain, so partners are in 27 of them
// A partner that was deflected meanwhile is noticed by its count; then the grain looks again.
// What happens does not depend on how the time is cut into calls of advance().
// Lubachevsky 1991; Poeschel & Schwager 2005; Marko, granular sound (thesis). docs/theory/grains.md
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "physics/grains/event_calendar.h"
#include "physics/grains/grain_flight.h"
#include "physics/grains/grain_records.h"
#include "physics/grains/grain_types.h"
#include "physics/grains/grain_walls.h"
#include "physics/grains/large_pages.h"
#include "physics/grains/wall_tree.h"

namespace peal {

struct GrainSetup {
  std::vector<GrainKind> kinds;
  std::vector<GrainStart> grains;
  GrainWalls walls;
  GrainLaws laws;
  /// Grains whose centre leaves this box are taken out and counted. [m]
  Vec3 low{-1e3, -1e3, -1e3}, high{1e3, 1e3, 1e3};
};

class GrainWorld {
 public:
  /// Stops with a sentence when grains overlap each other or a wall, and when a number makes no
  /// sense.
  explicit GrainWorld(GrainSetup setup);

  /// Appends the hits up to and including `until` [s]. @throws Error when events pile up at one
  /// instant (inelastic collapse): hits so far are kept.
  void advance(double until, std::vector<GrainHit>& hits);

  /// From time() on. All grains wake. In the frame of a shaken container this is what it feels.
  void set_gravity(const Vec3& gravity);
  /// From time() on the body, which was added as one that moves, goes on with this velocity [m/s].
  void set_body_velocity(int body, const Vec3& velocity);
  /// The same for a body that was added as one that is carried, for the coming step; when all have
  /// been told, look_at_carried().
  void carry(int body, const CarriedBody& motion);
  void look_at_carried();
  /// Stops with a sentence when a grain overlaps a body that is carried.
  void refuse_carried_overlap() const;
  /// On bodies that are carried, in order of time, since forget_pushes().
  std::span<const CarriedPush> pushes() const { return pushes_; }
  void forget_pushes() { pushes_.clear(); }
  /// At time(); @return its number.
  int add_grain(const GrainStart& start);

  double time() const { return now_; }
  int grains() const { return static_cast<int>(flights_.size()); }
  GrainMotion motion(int grain) const;  // at time()
  /// [rad/s] zero without friction.
  Vec3 spin(int grain) const { return spins_.empty() ? Vec3{} : spins_[grain]; }
  const GrainKind& kind(int grain) const { return setup_.kinds[flights_[grain].kind]; }
  bool at_rest(int grain) const { return flights_[grain].state == State::rests; }
  bool escaped(int grain) const { return flights_[grain].state == State::gone; }
  int resting() const;
  const GrainEscape& escapes() const { return escapes_; }
  const GrainCounts& counts() const { return counts_; }
  Vec3 body_place(int body) const;  // [m] at time(), from where it began
  /// Since the last call of forget_impulses(), or the beginning.
  const WallImpulse& wall_impulse(int body) const { return impulses_[body]; }
  void forget_impulses();
  double energy() const;      // [J] kinetic, of spin too, and potential in the gravity, at time()
  Vec3 momentum() const;      // [kg m/s] at time()
  std::size_t bytes() const;  // of memory, walls apart

  /// The state, without setup. A world made of the same setup goes on with the same bits.
  std::vector<std::byte> save() const;
  void load(std::span<const std::byte> state);

 private:
  using State = GrainState;
  using Flight = GrainFlight;
  static constexpr int kNobody = -1;

  struct alignas(64) Plan {
    double pair_t = kNever, wall_t = kNever, door_t = kNever, last_hit = -kNever;
    std::int32_t partner = kNobody;
    std::uint32_t partner_count = 0;
    std::int32_t feature = kNobody;
    std::uint32_t count = 0;  // of changes of its flight
    std::int32_t cell[3] = {0, 0, 0};
  };
  struct alignas(16) Cell {  // read as a whole: neighbours are gathered without a branch
    static constexpr int kPlaces = 3;
    std::int32_t grain[kPlaces];
    std::uint32_t held = 0;  // how many of them; further grains: (first of them + 1) << 2
  };
  static constexpr int kContacts = 4;
  struct Contacts {  // latest touches of walls and grains, for those that come to rest
    double time[kContacts] = {-kNever, -kNever, -kNever, -kNever};
    float normal[kContacts][3] = {};
    std::int32_t partner[kContacts] = {};  // < 0: wall of body -1 - partner
    double ground = -kNever;               // when the ground was touched, by way of others too
    bool carries = false;                  // it flies, and somebody rests on it
  };
  struct BodyMotion {
    Vec3 x, v;
    double t = 0;
    // Of bodies that are carried: frame at t, velocities with what was pushed in this step.
    Quat turn;
    Vec3 spin, pushed_v, pushed_spin;
    double until = 0, inverse_mass = 0;
    Mat3 inverse_inertia;
    std::uint64_t there = 0;
  };
  struct Carried {
    int body = 0;
    WallTree tree;
  };

  // grain_world.cpp
  void check() const;
  void choose_cells();
  void place(int grain);
  void step(int grain, double t, std::vector<GrainHit>& hits);
  void watch_for_collapse(int grain, double t);
  void fetch(int grain) const noexcept;
  template <class F>
  void for_each_near(int grain, F&& f) const;
  // grain_cells.cpp
  int slot(std::int32_t x, std::int32_t y, std::int32_t z) const noexcept {
    return ((z & mask_[2]) << shift_[1]) + ((y & mask_[1]) << shift_[0]) + (x & mask_[0]);
  }
  void enter_cell(int grain);
  void leave_cell(int grain);
  void change_cell(int grain, double t);
  void predict_door(int grain);
  // grain_predict.cpp
  GrainMotion at(const Flight& f, double t) const noexcept {
    if (f.state != State::flies) return {f.x, f.v};
    const double dt = t - f.t;
    return {f.x + dt * (f.v + (0.5 * dt) * gravity_), f.v + dt * gravity_};
  }
  void move_to(int grain, double t);
  void predict(int grain);  // everything anew, from its own time on
  void predict_walls(int grain, bool keep);
  void search_pairs(int grain, double t, bool behind_door);
  int gather(const std::int32_t (&low)[3], const std::int32_t (&high)[3]);
  void look_at(int count, int grain, const GrainMotion& m, double t);
  void look_at_resting(int grain, int other, const GrainMotion& m, double t);
  double touch_of(int feature, int grain, const GrainMotion& m, double t, double until) const;
  void schedule(int grain);
  // grain_bodies.cpp
  void add_carried();
  bool reaches(const Carried& carried, const Flight& f, const GrainMotion& m, double t,
               double until) const;
  Pose pose_of(int body, double t) const;
  void look_at_body(const Carried& carried, int grain, double until);
  double push_carried(int grain, const WallFeature& w, const Vec3& n, double t, double& speed,
                      bool& light);
  void refuse_overlap(int feature, int grain, const Vec3& place) const;
  // grain_collide.cpp
  void collide_pair(int a, int b, double t, std::vector<GrainHit>& hits);
  void collide_wall(int grain, double t, std::vector<GrainHit>& hits);
  void leave_behind(int grain, const Vec3& before, double t);
  double restitution(double speed, int material_a, int material_b,
                     bool recent);  // collided less than a contact time ago
  // grain_friction.cpp
  double friction(int material_a, int material_b) const noexcept {
    return spins_.empty() ? 0 : setup_.laws.friction[material_a * materials_ + material_b];
  }
  bool may_rub(int grain, double t) const noexcept;
  double turning_inertia(int grain) const noexcept;
  Vec3 rub(const Vec3& slip, double coefficient, double impulse, double gives) const noexcept;
  void rub_pair(int a, int b, const Vec3& n, double impulse, double coefficient, bool held);
  Vec3 rub_wall(int grain, int body, const Vec3& n, double impulse, double coefficient, double t);
  void resist_turning(int grain, const Vec3& spin_of_ground, double impulse);
  Vec3 resist_rolling(int grain, const Vec3& passing, const Vec3& n, double impulse) const;
  // grain_rest.cpp
  void remember(int grain, int partner, const Vec3& normal, double t);
  bool is_supported(int grain, double t) const;
  bool try_rest(int grain, double t);
  void wake(int grain, double t);
  void wake_carried(int grain, double t);
  void touch_in_flight(int a, int b, const Vec3& n, double t);
  double rest_window() const noexcept;
  // grain_state.cpp
  template <class Self, class Archive>
  static void transfer(Self& self, Archive& archive);

  GrainSetup setup_;
  WallCells wall_cells_{setup_.walls, 1, 0};
  Vec3 gravity_;
  double side_ = 1, per_side_ = 1;  // [m] of a cell
  std::int32_t mask_[3] = {0, 0, 0}, shift_[2] = {0, 0};
  std::int32_t low_[3] = {}, high_[3] = {};         // cells of the box
  std::vector<double> radius_, mass_, wake_speed_;  // per kind
  double rest_speed_ = 0, largest_ = 0;
  int materials_ = 1;

  LargeVector<Flight> flights_;
  LargeVector<Plan> plans_;
  LargeVector<Contacts> contacts_;  // empty without rest
  LargeVector<Vec3> spins_;         // [rad/s] empty without friction
  LargeVector<Cell> cells_;
  std::vector<BodyMotion> bodies_;
  std::vector<WallImpulse> impulses_;
  std::vector<Carried> carried_;
  std::vector<CarriedPush> pushes_;  // none between the steps of rigid bodies
  EventCalendar calendar_;
  std::vector<std::int32_t> near_;  // gathered
  double now_ = 0;
  double instant_ = -kNever;
  std::uint64_t at_instant_ = 0;
  GrainCounts counts_;
  GrainEscape escapes_;
};

/// f(other) for all in its own and the neighbouring cells.
template <class F>
void GrainWorld::for_each_near(int grain, F&& f) const {
  const std::int32_t* c = plans_[grain].cell;
  for (int n = 0; n < 27; ++n) {
    const Cell& cell = cells_[slot(c[0] + n % 3 - 1, c[1] + n / 3 % 3 - 1, c[2] + n / 9 - 1)];
    for (unsigned k = 0; k < (cell.held & 3); ++k)
      if (cell.grain[k] != grain) f(cell.grain[k]);
    for (int j = static_cast<int>(cell.held >> 2) - 1; j != kNobody; j = flights_[j].next)
      if (j != grain) f(j);
  }
}

}  // namespace peal
