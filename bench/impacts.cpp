// What an impact costs in the engine, everything included: finding the places, solving the blow
// with the modes of both bodies, playing its force on them, the click. Beside it the limit of 30 us
// for two bodies of 200 modes (scaled with the modes for others) and the time in which this
// processor could do the arithmetic alone: 12 flops per mode and sub-step, 8 per mode and part of a
// sample that the force is played in. Then a second of a game: 200 impacts among 50 such bodies,
// all of them ringing, against a tenth of a core and the arithmetic of ringing alone (two
// multiply-adds per mode, ear and sample). The thread's own clock; of many equal runs the least.
// Earlier figures are those of an EPYC of family 26 with forces solved by Newton's steps through
// roots and quotients.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "arithmetic_limit.h"
#include "dsp/impact/impact_run.h"
#include "realtime/toy_world.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kRate = 48000;
constexpr int kHops = 24;  // longer than any blow is followed

double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

struct Case {
  int modes;
  double shapes;  // compact bodies hardly give way where they are hit, thin ones do
  double earlier_us, earlier_solver_us;
};

/// Two boards that ring, and hit each other in the first of kHops hops, or do not.
std::vector<double> hops(ToyBody& body, bool hit, int runs) {
  std::vector<double> least(kHops, 1e300);
  EngineLimits limits;
  limits.max_objects = 2, limits.max_voices = 4, limits.max_modes = 100000, limits.inaudible = 0;
  ToyEngine engine({&body}, limits);
  engine.listen({-0.1, 1, 2}, {0.1, 1, 2});
  const int a = engine.spawn(0, {0, 0, 0}), b = engine.spawn(0, {0, 0, 0});
  engine.strike(a, {0.05, 0, 0.02}, 1), engine.strike(b, {0.05, 0, 0.02}, 1);
  engine.render(40);
  for (int run = 0; run < runs; ++run) {
    if (hit) {
      EngineImpact impact;
      impact.a = a, impact.b = b, impact.point = {0.03, 0, 0.01}, impact.closing_speed = 1;
      engine.game().impact(impact);
    }
    engine.take_events();
    for (double& time : least) {
      const double start = now();
      engine.core().render_hop();
      time = std::min(time, now() - start);
    }
  }
  return least;
}

struct Solved {
  double seconds, contact_times;
  int steps, contacts, parts;
};

/// The solver alone, of bodies at rest.
Solved solver(const PlayBody& body, double budget) {
  const ImpactLadder ladder(body.poles, kRate);
  AlignedVector<double> chi[2], re[2], im[2];
  SurfacePlace place;
  nearest_place(body.surface, {0.03, 0, 0.01}, place);
  for (int s = 0; s < 2; ++s) {
    for (auto* array : {&chi[s], &re[s], &im[s]}) array->resize(ladder.padded());
    project(body, place, {0, s == 0 ? 1.0 : -1.0, 0}, chi[s].data());
  }
  const double both = 2 * mobility(body.mass, body.inertia, place.position, {0, 1, 0});
  const HertzContact hertz =
      hertz_contact({contact_radius(body, place) / 2, 1 / both, body.material.modulus / 2}, 1);
  const auto group = std::make_unique<ImpactGroup>();
  const auto force = std::make_unique<BlowForce>();
  Solved out{};
  out.seconds = best_seconds(
      [&] {
        group->clear();
        StruckPlace touch{{hertz.stiffness, rolling_loss(0.6, 1)}, 0, 1, 0, {}};
        for (int s = 0; s < 2; ++s) {
          std::fill(re[s].begin(), re[s].end(), 0.0);
          std::fill(im[s].begin(), im[s].end(), 0.0);
          touch.side[s] = {group->add(StruckBody{&ladder, re[s].data(), im[s].data()}),
                           chi[s].data()};
        }
        group->add(touch);
        group->set_rigid(0, 0, both);
        BlowForce* const forces[] = {force.get()};
        out.steps = follow_blows(*group, impact_level(hertz.duration, kRate), kRate,
                                 BlowForce::kLongest, forces);
      },
      budget);
  out.contacts = force->contacts;
  out.contact_times = force->samples / (kRate * hertz.duration);
  const int fine = std::min(force->fine, force->samples);
  out.parts = kStrikeParts * fine + force->samples - fine;
  return out;
}

void impact(const Case& c, int runs, double madds_per_second) {
  ToyBody body(c.modes, 400, 60);
  body.scale_shapes(c.shapes);
  body.make_click(kRate);
  const std::vector<double> with = hops(body, true, runs), without = hops(body, false, runs);
  double cost = 0;
  for (int n = 0; n < kHops; ++n) cost += with[n] - without[n];
  const Solved solved = solver(body.body(), 0.05);
  const double limit = 30e-6 * c.modes / 200;
  const double flops = 2.0 * c.modes * (12.0 * solved.steps + 8.0 * solved.parts);
  const double bound = madds_per_second > 0 ? flops / (16 * madds_per_second) : 0;
  row(fmt::format("two bodies of {} modes, {}", c.modes, c.shapes < 0.1 ? "compact" : "thin"),
      1e6 * cost, "us",
      fmt::format("{:.2f} of {:.1f} us, {:.1f} of arithmetic; solver {:.1f} us: {} contacts, "
                  "{:.1f} contact times, {} steps; earlier {:.1f} us, solver {:.1f}",
                  cost / limit, 1e6 * limit, bound > 0 ? cost / bound : 0, 1e6 * solved.seconds,
                  solved.contacts, solved.contact_times, solved.steps, c.earlier_us,
                  c.earlier_solver_us));
}

/// [s] of the processor for a second of sound.
double second_of_game(int bodies, int impacts_per_second, int modes, double shapes, int runs) {
  ToyBody body(modes, 400, 60);
  body.scale_shapes(shapes);
  body.make_click(kRate);
  EngineLimits limits;
  limits.max_objects = limits.max_voices = bodies;
  limits.max_modes = bodies * modes, limits.inaudible = 0;
  ToyEngine engine({&body}, limits);
  engine.listen({-0.1, 1, 2}, {0.1, 1, 2});
  std::vector<int> objects;
  for (int n = 0; n < bodies; ++n) objects.push_back(engine.spawn(0, {0, 0, 0}));
  for (const int object : objects) engine.strike(object, {0.05, 0, 0.02}, 1);
  engine.render(40);
  const int hops = static_cast<int>(kRate / kHop);
  double least = 1e300;
  for (int run = 0; run < runs; ++run) {
    double spent = 0;
    for (int hop = 0, sent = 0; hop < hops; ++hop) {
      for (; sent * hops < impacts_per_second * (hop + 1); ++sent) {
        EngineImpact impact;
        impact.a = objects[static_cast<std::size_t>(sent % bodies)];
        impact.b = objects[static_cast<std::size_t>((7 * sent + 1) % bodies)];
        if (impact.a == impact.b) impact.b = -1;
        impact.point = {0.03, 0, 0.01}, impact.closing_speed = 1;
        engine.game().impact(impact);
      }
      engine.take_events();
      const double start = now();
      engine.core().render_hop();
      spent += now() - start;
    }
    least = std::min(least, spent);
  }
  return least;
}

void game(double shapes, int runs, double madds_per_second) {
  constexpr int kBodies = 50, kImpacts = 200, kModes = 200, kEars = 2;
  constexpr double kLimit = 0.1;
  const double seconds = second_of_game(kBodies, kImpacts, kModes, shapes, runs);
  const double silence = second_of_game(kBodies, 0, kModes, shapes, runs);
  const double bound =
      madds_per_second > 0 ? 2.0 * kEars * kModes * kBodies * kRate / (8 * madds_per_second) : 0;
  row(fmt::format("{} impacts/s, {} bodies of {} modes, {}", kImpacts, kBodies, kModes,
                  shapes < 0.1 ? "compact" : "thin"),
      100 * seconds, "% of a core",
      fmt::format("{:.2f} of {:.0f} %; {:.1f} % without impacts, {:.1f} times the arithmetic of "
                  "ringing",
                  seconds / kLimit, 100 * kLimit, 100 * silence, bound > 0 ? silence / bound : 0));
}

void run(int runs) {
  head("An impact in the engine, 48 kHz, two ears, with click: solving, playing and rendering");
  constexpr long kMadds = 20'000'000;
  double seconds = 1e300;
  for (int n = 0; n < 5; ++n) seconds = std::min(seconds, seconds_of_multiply_adds(kMadds));
  const double madds = seconds > 0 ? kMadds / seconds : 0;
  row("multiply-adds of eight floats", 1e-9 * madds, "10^9/s");
  for (const Case& c :
       {Case{50, 0.02, 14.1, 3.7}, Case{200, 0.02, 20.7, 5.8}, Case{1000, 0.02, 53.5, 18.3},
        Case{50, 1, 52.1, 25.1}, Case{200, 1, 95.9, 50.8}, Case{1000, 1, 294.2, 234.8}})
    impact(c, runs, madds);
  for (const double shapes : {0.02, 1.0}) game(shapes, runs < 100 ? 1 : 3, madds);
}

}  // namespace
}  // namespace peal::bench

// Any argument makes it short.
int main(int count, char**) { peal::bench::run(count == 1 ? 200 : 40); }
