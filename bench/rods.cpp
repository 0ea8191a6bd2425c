// Elastic rods: time per control point of a full Newton iteration (frames, forces, stiffness,
// elimination, solution, advance) and of its parts, over lengths; and of whole steps as they come.
#include <cmath>
#include <vector>

#include "physics/rods/rod_stepper.h"
#include "table.h"

namespace peal::bench {
namespace {

constexpr double kLimit = 100e-9;  // [s] per point and full iteration

/// A spring of rectangular wire, 48 points a turn, in motion.
ElasticRod spring(int points, bool closed = false) {
  RodDesign design;
  design.closed = closed;
  for (int i = 0; i < points; ++i) {
    const double u = 2 * 3.141592653589793 * i / (closed ? points : 48);
    design.points.push_back({0.0325 * std::cos(u), closed ? 0 : 3e-4 * u, 0.0325 * std::sin(u)});
  }
  design.sections = {rectangle_section(0.95e-3, 0.38e-3)};
  design.material = {205e9, 79e9, 7850};
  ElasticRod rod(design);
  for (int i = 0; i < points; ++i) rod.set_velocity(i, {0, 0.2 * std::sin(0.01 * i), 0.1});
  return rod;
}

void print(const std::string& what, double seconds, int points, bool limited) {
  const double each = seconds / points;
  row(what, 1e9 * each, "ns/point",
      limited ? fmt::format("{:.2f} of the limit of {:.0f} ns", each / kLimit, 1e9 * kLimit) : "");
}

void parts(int points) {
  ElasticRod rod = spring(points);
  const RodKernel& kernel = rod.kernel();
  const double h = 1 / 88200.;
  const RodRates rates{1e-8, 0, h * h / 4 + 1e-8 * h / 2, h * h / 4, 1};
  const int middle = (points - 2) / 2, repeat = std::max(1, 2000 / points);
  AlignedVector<double> r(4 * points + 16), load(r.size()), panels(kRodPanel * (points + 4));
  const auto timed = [&](const auto& work) {
    return best_seconds(
               [&] {
                 for (int n = 0; n < repeat; ++n) work();
               },
               0.15) /
           repeat;
  };
  const auto assemble = [&] {
    kernel.stiffness(rod.view(), rates, 0, middle + 2, 1, load.data(), r.data(), panels.data());
    kernel.stiffness(rod.view(), rates, middle + 2, points - middle - 2, -1, load.data(), r.data(),
                     panels.data() + kRodPanel * (middle + 2));
  };
  print("  frames", timed([&] { kernel.frames(rod.view()); }), points, false);
  print("  forces alone",
        timed([&] { kernel.forces(rod.view(), rates, 0, points, load.data(), r.data()); }), points,
        false);
  const double both = timed(assemble);
  print("  forces and stiffness", both, points, false);
  print("  elimination", timed([&] {
                           assemble();
                           kernel.factor(points, middle, panels.data());
                         }) - both,
        points, false);
  AlignedVector<double> own(16 * points), beside(16 * points);
  print("  all mobilities",
        timed([&] { kernel.inverse(points, middle, panels.data(), own.data(), beside.data()); }),
        points, false);
  print("  solution", timed([&] { kernel.solve(points, middle, panels.data(), r.data()); }), points,
        false);
}

void steps(int points, bool closed, int exactly) {
  ElasticRod rod = spring(points, closed);
  RodStepSettings settings;
  settings.viscous = 1e-8;
  settings.exactly = exactly;
  RodStepper stepper(rod, settings);
  long iterations = 0, factors = 0, count = 0;
  const int repeat = std::max(1, 2000 / points);
  const double seconds = best_seconds([&] {
                           for (int n = 0; n < repeat; ++n) {
                             const RodStepReport report = stepper.step();
                             iterations += report.iterations, factors += report.factors, ++count;
                           }
                         }) /
                         repeat;
  const std::string what = fmt::format("{} points{}", points, closed ? ", ring" : "");
  if (exactly > 0) {
    print(what + ", one full iteration", seconds / exactly, points, true);
  } else {
    row(what + ", step", 1e9 * seconds / points, "ns/point",
        fmt::format("{:.2f} iterations, {:.2f} factors; {:.2f} s for a second at 88.2 kHz",
                    double(iterations) / count, double(factors) / count, seconds * 88200));
  }
}

/// Fig. 7 of Schweickart, James and Marschner 2017: seconds for one of sound, of which this part
/// for the dynamics, on 8 cores of a Xeon E5-2637 v3. Theirs are at 44.1 kHz up to 400 points.
void beside_the_paper() {
  struct Row {
    const char* scene;
    int points;
    double seconds, dynamics;
  };
  for (const Row& paper : {Row{"rectangular rod", 30, 10, 0.971},
                           {"circular rod", 50, 42, 0.675},
                           {"strapping", 100, 91, 0.75},
                           {"clock gong", 400, 144, 0.992},
                           {"guy wire", 1500, 1000, 0.99},
                           {"Slinky", 3888, 3098, 0.992}}) {
    ElasticRod rod = spring(paper.points);
    RodStepSettings settings;
    settings.viscous = 1e-8;
    RodStepper stepper(rod, settings);
    const int repeat = std::max(1, 2000 / paper.points);
    const double seconds = 88200 / repeat * best_seconds([&] {
                             for (int n = 0; n < repeat; ++n) stepper.step();
                           });
    row(fmt::format("{}, {} points", paper.scene, paper.points), seconds, "s/s",
        fmt::format("paper {:.4g} s/s: {:.0f} times", paper.seconds * paper.dynamics,
                    paper.seconds * paper.dynamics / seconds));
  }
}

void run() {
  head(fmt::format("elastic rods ({}), one core", best_rod_kernel().name));
  for (const int points : {50, 400, 1500, 4000}) {
    steps(points, false, 2);
    parts(points);
  }
  head("steps by their residual");
  for (const int points : {50, 400, 1500, 4000}) steps(points, false, 0);
  head("dynamics alone, at 88.2 kHz, beside the paper's");
  beside_the_paper();
  head("rings");
  for (const int points : {50, 400}) steps(points, true, 2), steps(points, true, 0);
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::run(); }
