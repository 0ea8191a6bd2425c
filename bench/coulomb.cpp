// Cost of the contact solver: per contact and sweep, and sweeps per step when it begins with the
// impulses of the step before. Goals: 60 ns, 6 sweeps to a natural map of 1e-4.
#include "base/parallel.h"
#include "physics/coulomb/coulomb_solver.h"
#include "support/sphere_pile.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kGoal = 60e-9;  // [s] per contact and sweep

/// Time of many sweeps less that of one: what packing and keeping cost falls out.
double per_sweep(CoulombSolver& solver, const std::vector<CoulombContact>& contacts,
                 const CoulombBodies& bodies) {
  const ImpulseMemory memory = solver.memory();
  const std::vector<CoulombPoint> points(bodies.points.begin(), bodies.points.end());
  const std::vector<CoulombRigid> rigids(bodies.rigids.begin(), bodies.rigids.end());
  const std::vector<CoulombTwist> twists(bodies.twists.begin(), bodies.twists.end());
  const auto run = [&](int sweeps) {
    return best_seconds([&] {
      solver.memory() = memory;
      std::copy(points.begin(), points.end(), bodies.points.begin());
      std::copy(rigids.begin(), rigids.end(), bodies.rigids.begin());
      std::copy(twists.begin(), twists.end(), bodies.twists.begin());
      solver.solve(contacts, bodies, {.least_sweeps = sweeps, .sweeps = sweeps});
    });
  };
  const int many = 41;
  const double one = run(1);
  return (run(many) - one) / (many - 1) / static_cast<double>(contacts.size());
}

void chain_row(const std::string& name, const std::vector<CoulombContact>& contacts,
               const CoulombBodies& bodies) {
  set_thread_limit(1);
  CoulombSolver solver;
  const double time = per_sweep(solver, contacts, bodies);
  const CoulombReport report = solver.solve(contacts, bodies, {.sweeps = 1});
  row(name + ", 1 thread", time * 1e9, "ns",
      fmt::format("{:.2f} of 60 ns; {} open, {} stick, {} slide", time / kGoal, report.open,
                  report.sticking, report.sliding));
}

void pile_table(int count) {
  test::SpherePile pile(count, 0.005, 0.4, 1e-3);
  CoulombSolver solver;
  int most = 0;
  double worst = 0;
  const int steps = 2000, last = 200;
  CoulombReport report;
  for (int i = 0; i < steps; ++i) {
    pile.prepare();
    report = solver.solve(pile.contacts, pile.slots(), {.least_sweeps = 6});
    if (i >= steps - last)
      most = std::max(most, report.sweeps), worst = std::max(worst, report.residual);
    pile.move();
  }
  pile.prepare();
  row(fmt::format("{} spheres at rest, {} contacts", count, report.contacts), most,
      "sweeps at most",
      fmt::format("of 6; natural map {:.2g} at most; {} groups, {} open, {} stick, {} slide", worst,
                  report.groups, report.open, report.sticking, report.sliding));
  for (const int threads : {1, 2}) {
    set_thread_limit(threads);
    const double warm = per_sweep(solver, pile.contacts, pile.slots());
    row(fmt::format("  a contact, a sweep, {} threads", threads), warm * 1e9, "ns",
        fmt::format("{:.2f} of 60 ns", warm / kGoal));
  }
  const double all = best_seconds([&] {
    const ImpulseMemory memory = solver.memory();
    std::vector<CoulombRigid> now = pile.bodies;
    solver.solve(pile.contacts, {{}, now, {}}, {.sweeps = 1});
    solver.memory() = memory;
  });
  row("  packing, one sweep, keeping", all * 1e9 / static_cast<double>(pile.contacts.size()),
      "ns per contact");
}

/// 2000 bodies in a chain with arms that make blocks lean; what slides needs a Newton search.
void leaning_table(double friction) {
  std::vector<CoulombRigid> bodies(2000);
  std::vector<CoulombContact> contacts;
  KeyedRng rng(3, 4, 5);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    bodies[i].inverse_mass = rng.uniform(0.5, 2);
    bodies[i].inverse_inertia = {rng.uniform(1, 3), rng.uniform(1, 3), rng.uniform(1, 3)};
    bodies[i].velocity = {rng.uniform(1, 2), -0.01, rng.uniform(-1, 1)};
    for (int k = 0; k < 2; ++k) {
      CoulombContact c;
      c.key = {i, static_cast<std::uint64_t>(k)};
      c.a = CoulombSide::rigid(i, {rng.uniform(-1, 1), -1, rng.uniform(-1, 1)});
      c.b = CoulombSide::rigid((i + 7) % 2000, {rng.uniform(-1, 1), 1, rng.uniform(-1, 1)});
      if (k == 0) c.b = CoulombSide::fixed();
      c.normal = {0, 1, 0}, c.friction = friction;
      contacts.push_back(c);
    }
  }
  chain_row(fmt::format("4000 contacts that lean, friction {}", friction), contacts,
            {{}, bodies, {}});
}

/// Two rods of 2000 edges that rub on each other all along; edges turn, so blocks are not round.
void rods_table(double speed) {
  const std::uint32_t edges = 2000;
  std::vector<CoulombPoint> points(2 * (edges + 1));
  std::vector<CoulombTwist> twists(2 * edges, {0, 4e6});
  std::vector<CoulombContact> contacts;
  KeyedRng rng(3, 4, 6);
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    points[i].mobility = SymMat3::scalar(1000);
    if (i <= edges) points[i].velocity = {speed, -0.01, 0.3 * speed};
  }
  for (std::uint32_t i = 0; i < edges; ++i) {
    CoulombContact c;
    c.key = {i, 0};
    const Vec3 lever{0.001, 0, 0};
    c.a = CoulombSide::edge(i, i + 1, rng.uniform()).with_twist(i, lever);
    const std::uint32_t j = edges + 1 + i;
    c.b = CoulombSide::edge(j, j + 1, rng.uniform()).with_twist(edges + i, -lever);
    c.normal = {0, 1, 0}, c.friction = 0.3;
    contacts.push_back(c);
  }
  chain_row(fmt::format("2000 edges of rods on edges, {} m/s", speed), contacts,
            {points, {}, twists});
}

void coulomb_table() {
  head("Contacts with Coulomb friction (must be <= 60 ns per contact and sweep, <= 6 sweeps)");
  for (const int count : {100, 1000}) pile_table(count);
  for (const double friction : {0.2, 3.0}) leaning_table(friction);
  for (const double speed : {0.0, 1.0}) rods_table(speed);
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::coulomb_table(); }
