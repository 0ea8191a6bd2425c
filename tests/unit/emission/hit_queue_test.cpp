// Hits on a resonator against pushes of the same half-sine, which banks follow exactly: what rings
// on is the same, and so is the twin that contacts feel.
#include "emission/hit_queue.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "emission/contact_stage.h"
#include "emission/resonator.h"
#include "support/error_of.h"

namespace peal {
namespace {

class TenModes final : public RingingBody {
 public:
  TenModes() {
    for (int i = 0; i < 10; ++i) poles_.push_back({-5.0 - i, 2 * kPi * (300 + 1900.0 * i)});
  }
  const std::vector<Complex<double>>& poles() const override { return poles_; }
  double bounding_radius() const override { return 0.05; }
  double speed_of_sound() const override { return 343.2; }
  double max_frequency() const override { return 20000; }
  void project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const override {
    out.resize(poles_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = impulse.y * std::cos(40 * point.x * static_cast<double>(i + 1));
  }
  void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override {
    out.resize(poles_.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::polar(1 / norm(ear), 0.3 * static_cast<double>(i));
  }

 private:
  std::vector<Complex<double>> poles_;
};

class StillEar final : public Ear {
 public:
  Vec3 at_arrival(double, const Vec3&) const override { return {0, 1, 0}; }
};

std::vector<float> sound_of(Resonator& resonator, int count, int block = 1 << 20) {
  const StillEar ear;
  const Ear* const ears[] = {&ear};
  std::vector<float> out(static_cast<std::size_t>(count));
  for (int first = 0; first < count; first += block) {
    float* const rows[] = {out.data() + first};
    resonator.emit({first, std::min(block, count - first)}, ears, rows);
  }
  return out;
}

double energy_of(const ModalBank& bank) {
  double energy = 0;
  for (int i = 0; i < bank.modes(); ++i) energy += std::norm(bank.amplitude(i)) / 2;
  return energy;
}

/// Three contacts that rub on a body for a while, one of them from the middle of a hop on.
std::vector<DrivenModes> some_forces() {
  std::vector<DrivenModes> out;
  for (int c = 0; c < 3; ++c) {
    DrivenModes driven{100 * c, {0.01 * c, 0, 0}, {0, 1, 0}, {}, 0};
    for (int n = 0; n < 500; ++n)
      driven.force.push_back(static_cast<float>(std::sin(0.1 * (c + 1) * n) + 0.3 * c));
    out.push_back(driven);
  }
  return out;
}

std::vector<Hit> some_hits() {
  std::vector<Hit> hits;
  for (int k = 0; k < 30; ++k)
    hits.push_back({0.0011 + 0.00037 * k, 2e-5 + 1e-6 * k, {0.001 * k, 0, 0}, {0, 1e-3, 0}, 0});
  return hits;
}

TEST(Hits, LeaveWhatPushesLeave) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator hit("hit", body, track, 1), pushed("pushed", body, track, 1);
  for (const Hit& h : some_hits()) {
    hit.hit(h);
    pushed.push({h.time, h.duration, h.point, h.impulse, 0});
  }
  const std::vector<float> a = sound_of(hit, 4096), b = sound_of(pushed, 4096);
  double largest = 0, worst = 0;
  for (std::size_t n = 900; n < a.size(); ++n) {  // the last hit is over
    largest = std::max(largest, std::abs(double(b[n])));
    worst = std::max(worst, std::abs(double(a[n]) - double(b[n])));
  }
  EXPECT_GT(largest, 1e-4);
  EXPECT_LT(worst, 1e-3 * largest);
  EXPECT_NEAR(hit.energy() / pushed.energy(), 1, 1e-3);
}

TEST(Hits, DoNotDependOnTheOrderInWhichTheyCome) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator forward("a", body, track, 1), backward("b", body, track, 1);
  std::vector<Hit> hits = some_hits();
  for (const Hit& h : hits) forward.hit(h);
  std::reverse(hits.begin(), hits.end());
  for (const Hit& h : hits) backward.hit(h);
  EXPECT_EQ(sound_of(forward, 2048), sound_of(backward, 2048));
}

TEST(Hits, AreFeltByContactsToo) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator resonator("a", body, track, 1);
  ContactStage stage(resonator.rate());
  stage.add(resonator);
  for (const Hit& h : some_hits()) resonator.hit(h);
  stage.advance(2048 / resonator.rate());
  sound_of(resonator, 2048);
  const double energy = energy_of(stage.twin(resonator)->bank.front());
  EXPECT_GT(energy, 0);
  EXPECT_NEAR(energy / resonator.energy(), 1, 1e-6);
}

TEST(Hits, InThePastAreRefusedWithBodyAndTime) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator cup("cup", body, track, 1);
  cup.hit({-1, 1e-5, {}, {0, 1e-3, 0}, 0});  // before the first sample: it only rings
  sound_of(cup, 640);
  const auto refusal = [&](double time) {
    return error_of([&] { cup.hit({time, 1e-5, {}, {0, 1e-3, 0}, 0}); });
  };
  EXPECT_EQ(refusal(0.004),
            "a hit on 'cup' at 0.004005 s is in the past: it has sounded until 0.0133333 s");
  EXPECT_NE(refusal(NAN).find("at no time"), std::string::npos);
  EXPECT_NE(error_of([&] {
              cup.drive_modes({639, {}, {0, 1, 0}, {1}, 0});
            }).find("a force on 'cup' at 0.0133125 s is in the past"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              cup.drive_modes({640, {}, {0, 1, 0}, {NAN}, 0});
            }).find("not finite"),
            std::string::npos);
  const double before = cup.energy();
  cup.hit({640 / cup.rate(), 1e-5, {}, {0, 1e-3, 0}, 0});
  const StillEar ear;
  const Ear* const ears[] = {&ear};
  std::vector<float> out(64);
  float* const rows[] = {out.data()};
  cup.emit({640, 64}, ears, rows);
  EXPECT_NE(cup.energy(), before);
}

TEST(Hits, InThePastOfWhatContactsFeelAreRefusedToo) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator cup("cup", body, track, 1);
  ContactStage stage(cup.rate());
  stage.add(cup);
  stage.advance(1024 / cup.rate());
  EXPECT_NE(error_of([&] {
              cup.hit({0.004, 1e-5, {}, {0, 1e-3, 0}, 0});
            }).find("'cup'"),
            std::string::npos);
  cup.hit({1024 / cup.rate(), 1e-5, {}, {0, 1e-3, 0}, 0});
}

TEST(DrivenModes, SoundAsForcesThatABankFollows) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator summed("a", body, track, 1), followed("b", body, track, 1);
  std::vector<DrivenHop> hops;
  for (const DrivenModes& driven : some_forces()) {
    summed.drive_modes(driven);
    DrivenHop hop;
    body->project(driven.point, driven.direction, hop.to);
    for (hop.hop = 0; hop.hop < 12; ++hop.hop) {
      bool any = hop.before != 0;
      for (int n = 0; n < kHop; ++n) {
        const std::int64_t at = hop.hop * kHop + n - driven.first;
        hop.force[n] = at >= 0 && at < 500 ? double(driven.force[at]) : 0;
        any = any || hop.force[n] != 0;
      }
      if (any) hops.push_back(hop);
      hop.before = hop.force[kHop - 1];
    }
  }
  std::stable_sort(hops.begin(), hops.end(),
                   [](const DrivenHop& x, const DrivenHop& y) { return x.hop < y.hop; });
  for (DrivenHop& hop : hops) followed.drive(std::move(hop));
  const std::vector<float> a = sound_of(summed, 4096), b = sound_of(followed, 4096);
  double error = 0, power = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    error += std::pow(double(a[n]) - double(b[n]), 2);
    power += std::pow(double(b[n]), 2);
  }
  EXPECT_GT(power, 0);
  EXPECT_LT(error, 1e-8 * power);
  EXPECT_NEAR(summed.energy() / followed.energy(), 1, 1e-4);
}

TEST(DrivenModes, AreFeltByContactsAndHeardInTheStemOfTheirMechanism) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator cup("cup", body, track, 1), part("cup", body, track, 1), other("cup", body, track, 1);
  part.belongs_to(0, {0, false}), other.belongs_to(0, {1, false});
  cup.add_part(part), cup.add_part(other);
  ContactStage stage(cup.rate());
  stage.add(cup);
  for (const DrivenModes& driven : some_forces()) cup.drive_modes(driven);
  stage.advance(2048 / cup.rate());
  EXPECT_EQ(sound_of(cup, 2048), sound_of(part, 2048));
  sound_of(other, 2048);
  EXPECT_GT(cup.energy(), 0);
  EXPECT_EQ(other.energy(), 0);
  EXPECT_NEAR(energy_of(stage.twin(cup)->bank.front()) / cup.energy(), 1, 1e-6);
}

TEST(DrivenModes, ChangeNoBitWithTheCutOfTime) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator whole("a", body, track, 1), cut("b", body, track, 1);
  for (Resonator* r : {&whole, &cut})
    for (const DrivenModes& driven : some_forces()) r->drive_modes(driven);
  EXPECT_EQ(sound_of(whole, 3000), sound_of(cut, 3000, 77));
}

TEST(Retuned, BodiesStemsAndWhatContactsFeelStayTogether) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator cup("cup", body, track, 1), part("cup", body, track, 1), still("still", body, track, 1);
  part.belongs_to(0, {0, false});
  cup.add_part(part);
  ContactStage stage(cup.rate());
  stage.add(cup);
  RetunedHop retuned{5, body->poles()};
  for (Complex<double>& s : retuned.poles) s.re -= 20, s.im *= 0.99;
  cup.retune(retuned);
  for (const Hit& h : some_hits()) cup.hit(h), still.hit(h);
  cup.push({0.0061, 0.004, {0.001, 0, 0}, {0, 1e-3, 0}, 0});
  stage.advance(4096 / cup.rate());
  EXPECT_EQ(sound_of(cup, 4096), sound_of(part, 4096));
  EXPECT_NEAR(energy_of(stage.twin(cup)->bank.front()) / cup.energy(), 1, 1e-6);
  sound_of(still, 4096);
  EXPECT_LT(cup.energy(), 0.5 * still.energy());
  EXPECT_NE(error_of([&] { cup.retune({3, body->poles()}); }).find("'cup'"), std::string::npos);
}

TEST(Retuned, ToTheSamePolesChangesNoBit) {
  const auto body = std::make_shared<TenModes>();
  const PoseTrack track{Pose{}};
  Resonator same("a", body, track, 1), still("b", body, track, 1);
  for (std::int64_t hop = 0; hop < 40; ++hop) same.retune({hop, body->poles()});
  for (Resonator* r : {&same, &still}) {
    for (const Hit& h : some_hits()) r->hit(h);
    for (const DrivenModes& driven : some_forces()) r->drive_modes(driven);
    r->push({0.0061, 0.004, {0.001, 0, 0}, {0, 1e-3, 0}, 0});
  }
  EXPECT_EQ(sound_of(same, 4096), sound_of(still, 4096));
}

}  // namespace
}  // namespace peal
