// Rubbing pairs: time per sample of one exciter and N modes with the exact scheme, and how many
// pairs one core plays in real time at 44.1 kHz.
#include <cmath>

#include "dsp/modal/bank_ports.h"
#include "dsp/modal/mass_body.h"
#include "table.h"
#include "tools/studies/friction_pair.h"

namespace peal::bench {
namespace {

constexpr double kRate = 44100;
constexpr double kLimit = 150e-9;  // [s] per sample of a pair with 3 modes
// Sound Design Toolkit 83.0.0, the friction of one mass and 3 modes: measured on the machine that
// the limit was set on (2.45 GHz Zen 3), not here.
constexpr double kOther[] = {375e-9, 603e-9};

struct Played {
  double seconds = 0;      // per sample
  double evaluations = 0;  // of the law, per sample
};

/// Steady rubbing, after a second of build-up. Runs are short: the best has a core for itself.
Played play(const FrictionLaw& law, const FrictionMode& exciter,
            const std::vector<FrictionMode>& modes, double external, double normal) {
  FrictionPair pair(law, {exciter}, modes, kRate, FrictionPair::Scheme::exact);
  for (int n = 0; n < kRate; ++n) pair.step(external, normal);
  constexpr int kSamples = 4410;
  long evaluations = 0, runs = 0;
  const double seconds = best_seconds([&] {
    for (int n = 0; n < kSamples; ++n) {
      pair.step(external, normal);
      evaluations += pair.iterations();
    }
    ++runs;
  });
  return {seconds / kSamples, static_cast<double>(evaluations) / (runs * kSamples)};
}

/// The same the renderer's way: hops, modal bank, heard by `ears` ears.
Played play_in_hops(const FrictionLaw& law, const FrictionMode& exciter,
                    const std::vector<FrictionMode>& modes, double external, double normal,
                    int ears) {
  std::vector<Complex<double>> poles;
  std::vector<double> shape;
  for (const FrictionMode& mode : modes) {
    poles.push_back({-mode.decay / 2, 2 * kPi * mode.frequency});
    shape.push_back(mode.shape / std::sqrt(mode.mass));
  }
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, kRate, ears);
  const std::vector<std::complex<double>> weights(modes.size(), {0.3, 1});
  for (int ear = 0; ear < ears; ++ear) banks[0].set_weights(ear, weights);
  BankPorts resonator(banks, 1);
  resonator.set_shape(0, shape);
  MassBody mass(exciter.mass, exciter.decay, kRate);
  mass.set_velocity(exciter.velocity);
  std::fill_n(mass.external(), kHop, external);
  FrictionContact contact(law, kRate);
  std::fill_n(contact.normal_force(), kHop, normal);
  Coupling coupling(1);
  coupling.add({&resonator, 0, &mass, 0, &contact});
  float out[kMaxEars][kHop];
  const auto hop = [&] {
    coupling.solve();
    banks[0].render(out);
  };
  for (int n = 0; n < kRate; n += kHop) hop();
  constexpr int kHops = 64;
  const double seconds = best_seconds([&] {
    for (int n = 0; n < kHops; ++n) hop();
  });
  return {seconds / (kHops * kHop), 0};
}

void print(const std::string& what, const Played& played, bool compared) {
  std::string remark = fmt::format("{:.0f} pairs in real time", 1 / (kRate * played.seconds));
  if (played.evaluations > 0) remark += fmt::format(", {:.2f} evaluations", played.evaluations);
  if (compared)
    remark += fmt::format("; {:.2f} of the limit of {:.0f} ns, {:.2f} to {:.2f} of another program",
                          played.seconds / kLimit, 1e9 * kLimit, played.seconds / kOther[1],
                          played.seconds / kOther[0]);
  row(what, 1e9 * played.seconds, "ns/sample", remark);
}

void run() {
  head("friction of a mass on N modes, exact scheme; another program: 375 to 603 ns (N = 3)");
  for (const int count : {1, 3, 10, 50}) {
    std::vector<FrictionMode> modes;
    for (int i = 0; i < count; ++i)
      modes.push_back({548 * std::pow(i + 1, 0.9), 6.9, 0.01, i == 0 ? 1 : 0.3});
    print(fmt::format("rubbed glass, {} modes", count), play({}, {0, 200, 0.05}, modes, 1.5, 1),
          count == 3);
  }
  print("brake, sliding, 3 modes",
        play({1e6, 1, 0.2, 0, 0.5, 0.3, 0.4, 0.7}, {0, 100, 15, 1, 0, 2},
             {{950, 40, 0.02, 1}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}}, 3000, 40),
        true);
  print("brake, squealing, 3 modes",
        play({1e6, 1, 0.2, 0, 0.5, 0.3, 0.4, 0.7}, {0, 100, 15, 1, 0, 0.4},
             {{950, 40, 0.02, 1}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}}, 490, 40),
        true);
  print("door, 3 modes",
        play({1e6, 0.2, 0.05, 0, 0.6, 0.25, 0.005, 0.7}, {0, 400, 1},
             {{500, 2000, 0.01, 1}, {1205, 200, 0.02, 0.4}, {2650, 300, 0.02, 0.3}}, 2.4, 1),
        true);
  print("light glass, sticking half of the time, 2 modes",
        play({1e6, 0.5, 0.1, 0, 0.6, 0.25, 0.1, 0.7}, {0, 200, 0.1},
             {{548, 6.9, 5e-4, 1}, {1370, 11.5, 5e-4, 1}}, 2.85, 2),
        false);

  head("the same in grains, as the renderer and the engine do it, sounding");
  for (const int count : {1, 3, 10, 50}) {
    std::vector<FrictionMode> modes;
    for (int i = 0; i < count; ++i)
      modes.push_back({548 * std::pow(i + 1, 0.9), 6.9, 0.01, i == 0 ? 1 : 0.3});
    for (const int ears : {1, 2})
      print(fmt::format("rubbed glass, {} modes, {} ears", count, ears),
            play_in_hops({}, {0, 200, 0.05}, modes, 1.5, 1, ears), count == 3);
  }

  head("the law alone");
  const FrictionLaw law;
  FrictionBristle bristle;
  std::vector<double> free(4096);
  for (std::size_t n = 0; n < free.size(); ++n)
    free[n] = 0.1 + 0.12 * std::sin(0.078 * static_cast<double>(n));
  double sum = 0;
  const double seconds = best_seconds([&] {
    for (const double v : free) {
      const FrictionSolution s = bristle.solve(law, 1, v, 2.5e-3, 0.5 / kRate);
      bristle.accept(s, 0.5 / kRate);
      sum += s.force;
    }
  });
  row("solve_friction, slip that changes its sign",
      1e9 * seconds / static_cast<double>(free.size()), "ns",
      std::isfinite(sum) ? "" : "not finite");
}

}  // namespace
}  // namespace peal::bench

int main() { peal::bench::run(); }
