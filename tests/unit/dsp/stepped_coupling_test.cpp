// Contacts on bodies they share, stepped sample by sample, against the same contacts solved by
// responses (dsp/modal/coupling.h): pushed, struck and moving bodies, masses and rigid bodies.
#include "dsp/stepped_coupling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "dsp/modal/bank_ports.h"
#include "dsp/modal/mass_body.h"
#include "dsp/modal/rigid_ports.h"
#include "dsp/rolling_contact.h"

namespace peal {
namespace {

constexpr double kHeapRate = 48000;
constexpr int kHeapContacts = 6, kHeapModes = 11;

std::vector<Complex<double>> poles_of_plate() {
  std::vector<Complex<double>> poles;
  for (int i = 0; i < kHeapModes; ++i)
    poles.push_back({-20.0 - 3 * i, 900.0 * (1 + i) * (1 + 0.3 * i)});
  return poles;
}

/// Masses that are pressed against a plate at places that run over it; one of them is carried by a
/// rigid body.
struct Heap {
  std::vector<ModalBank> banks;
  BankPorts ports;
  std::deque<MassBody> masses;
  std::deque<RollingContact> laws;
  RigidPorts rigid{0.05, {1e-5, 2e-5, 1e-5}, kHeapRate, 1};

  static std::vector<ModalBank> made() {
    std::vector<ModalBank> banks;
    banks.emplace_back(poles_of_plate(), kHeapRate, 0);
    return banks;
  }
  Heap() : banks(made()), ports(banks, kHeapContacts) {
    rigid.set_port(0, {0.01, 0, 0.02}, {0, 1, 0});
    for (int c = 0; c < kHeapContacts; ++c) {
      masses.emplace_back(0.004 + 0.001 * c, 20, kHeapRate);
      laws.emplace_back(HertzSpring{2e8, 0.5}, kHeapRate);
      std::fill_n(masses.back().external(), kHop, 0.2);
      ports.set_shape(c, shape(c, 0));
    }
  }
  static std::vector<double> shape(int contact, int hop) {
    std::vector<double> out;
    for (int i = 0; i < kHeapModes; ++i)
      out.push_back(-3 * std::cos(0.4 * (i + 1) * contact + 0.01 * (contact % 2) * i * hop));
    return out;
  }
  struct Does {
    bool pushes = false, strikes = false, moves = false;
  };
  void begin(int hop, const Does& does) {
    if (does.moves && hop > 0)
      for (int c = 1; c < kHeapContacts; c += 2) ports.move_shape(c, shape(c, hop));
    if (does.pushes && hop == 4) banks[0].push(13.4, 9e-4, std::vector<double>(kHeapModes, 2e-3));
    if (!does.strikes || hop != 5) return;
    std::vector<float> force(20 * kStrikeParts, 0.8f);
    const std::vector<double> struck = shape(2, 0);
    banks[0].strike({struck.data(), force.data(), 7, 20, kStrikeParts, 0});
  }
  CoupledContact contact(int c) {
    CoupledContact out{&masses[c], 0, &ports, c, &laws[c]};
    if (c == 3) out.extra = &rigid;
    return out;
  }
};

/// Largest difference of forces over the largest force.
double difference(const Heap::Does& does, int hops) {
  Heap one, other;
  Coupling coupling(kHeapContacts);
  SteppedCoupling stepped;
  double largest = 0, off = 0;
  for (int hop = 0; hop < hops; ++hop) {
    one.begin(hop, does), other.begin(hop, does);
    coupling.clear(), stepped.clear();
    for (int c = 0; c < kHeapContacts; ++c) {
      EXPECT_TRUE(coupling.add(one.contact(c)));
      stepped.add(other.contact(c));
    }
    coupling.solve(), stepped.solve();
    for (int c = 0; c < kHeapContacts; ++c)
      for (int n = 0; n < kHop; ++n) {
        largest = std::max(largest, coupling.force(c)[n]);
        off = std::max(off, std::abs(coupling.force(c)[n] - stepped.force(c)[n]));
      }
    one.banks[0].render(nullptr), other.banks[0].render(nullptr);
  }
  EXPECT_GT(largest, 0.5);
  return off / largest;
}

TEST(SteppedCoupling, GivesTheForcesOfResponses) { EXPECT_LT(difference({}, 40), 1e-5); }

TEST(SteppedCoupling, FeelsPushes) { EXPECT_LT(difference({.pushes = true}, 12), 1e-5); }

// In float, in both.
TEST(SteppedCoupling, FeelsBlows) { EXPECT_LT(difference({.strikes = true}, 12), 1e-4); }

// Responses take a point where it is in the middle of the hop, steps where it is.
TEST(SteppedCoupling, FollowsPointsThatMove) { EXPECT_LT(difference({.moves = true}, 6), 0.02); }

// Nothing is pressed and no mode loses anything: masses fly against a plate and are thrown back,
// some of them again and again while it rings.
double energy_of_storm(int hops, double loss, double& modes_at_end) {
  constexpr int kStorm = 14;
  std::vector<Complex<double>> poles = poles_of_plate();
  for (Complex<double>& pole : poles) pole.re = 0;
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, kHeapRate, 0);
  BankPorts ports(banks, kStorm);
  std::deque<MassBody> masses;
  std::deque<RollingContact> laws;
  for (int c = 0; c < kStorm; ++c) {
    masses.emplace_back(0.002 + 0.001 * c, 0, kHeapRate);
    laws.emplace_back(HertzSpring{2e8, loss}, kHeapRate, -1e-6 * c);
    masses.back().set_velocity(0.02 + 0.01 * (c % 4));
    ports.set_shape(c, Heap::shape(c, 0));
  }
  const auto energy = [&](double& modes) {
    modes = 0;
    for (int i = 0; i < kHeapModes; ++i) modes += 0.5 * std::norm(banks[0].amplitude(i));
    double sum = modes;
    for (const MassBody& mass : masses)
      sum += 0.5 * mass.mass() * mass.velocity() * mass.velocity();
    for (const RollingContact& law : laws)
      sum += 0.4 * 2e8 * std::pow(std::max(law.compression(), 0.0), 2.5);
    return sum;
  };
  SteppedCoupling stepped;
  const double start = energy(modes_at_end);
  double most = start;
  for (int hop = 0; hop < hops; ++hop) {
    stepped.clear();
    for (int c = 0; c < kStorm; ++c) stepped.add({&masses[c], 0, &ports, c, &laws[c]});
    stepped.solve();
    banks[0].render(nullptr);
    const double now = energy(modes_at_end);
    EXPECT_LE(now, most * (1 + 1e-6)) << hop;
    most = now;
  }
  return most / start;
}

TEST(SteppedCoupling, EnergyNeverGrowsAndIsKeptWithoutLoss) {
  double modes = 0;
  EXPECT_NEAR(energy_of_storm(40, 0, modes), 1, 1e-5);
  EXPECT_GT(modes, 1e-6) << "the plate must ring";
  EXPECT_LT(energy_of_storm(40, 0.5, modes), 0.999);
}

TEST(SteppedCoupling, WhatIsHeardOfManyIsTheSumOfTheirForces) {
  Heap heap;
  SteppedCoupling stepped;
  for (int c = 0; c < kHeapContacts; ++c) stepped.add(heap.contact(c));
  for (int c = 0; c < kHeapContacts; ++c) heap.ports.set_part(c, c % 2);
  stepped.solve();
  const SteppedModes& modes = heap.ports.stepped();
  double largest = 0;
  for (int part = 0; part < 2; ++part)
    for (int n = 0; n < kHop; ++n)
      for (int i = 0; i < kHeapModes; ++i) {
        double sum = 0;
        for (int c = part; c < kHeapContacts; c += 2)
          sum += Heap::shape(c, 0)[i] * stepped.force(c)[n];
        largest = std::max(largest, std::abs(sum));
        EXPECT_NEAR(static_cast<double>(modes.heard(part)[n * modes.padded() + i]), sum,
                    1e-6 * (1 + std::abs(sum)));
      }
  EXPECT_GT(largest, 0.01);
}

}  // namespace
}  // namespace peal
