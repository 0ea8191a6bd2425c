// Contacts of the offline driver: the same bits as when the sounding bank itself is rubbed, which
// is what the real-time engine does; pushes are felt; points that move do not buzz.
#include "emission/contact_stage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dsp/friction_contact.h"
#include "dsp/modal/mass_body.h"
#include "emission/given/given_modes.h"

namespace peal {
namespace {

constexpr double kRate = 48000;

class StillEar final : public Ear {
 public:
  Vec3 at_arrival(double, const Vec3&) const override { return {0, 0, 1}; }
};

std::shared_ptr<const GivenModes> some_modes() {
  return std::make_shared<GivenModes>(
      std::vector<GivenMode>{{548, 6.9, 0.01, 1}, {1370, 11.5, 0.01, 0.8}, {2900, 20, 0.02, -0.5}},
      0.01, Air{});
}

// A finger with constant force; its direction (the size of the given shapes) may swell.
class Finger final : public ContactDriver {
 public:
  Finger(ContactStage& stage, Resonator& resonator)
      : resonator_(&resonator), number_(stage.open()), law_({}, kRate), mass_(0.05, 200, kRate) {
    std::fill_n(law_.normal_force(), kHop, 1.0);
    std::fill_n(mass_.external(), kHop, 1.5);
    stage.add(*this);
  }
  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override {
    ContactHop contact;
    contact.contact = number_;
    contact.a.resonator = resonator_;
    contact.a.direction = {direction ? direction(hop) : 1, 0, 0};
    contact.b.own = &mass_;
    contact.law = &law_;
    out.push_back(contact);
  }
  void end_hop(const ContactHop&, const double* force, const double*) override {
    last_force = force[kHop - 1];
  }
  std::function<double(std::int64_t)> direction;
  double last_force = 0;

 private:
  Resonator* resonator_;
  int number_;
  FrictionContact law_;
  MassBody mass_;
};

// A glass that a finger rubs.
struct Rubbed {
  const std::shared_ptr<const GivenModes> body = some_modes();
  const PoseTrack track{Pose{}};
  Resonator resonator{"glass", body, track, 1};
  ContactStage stage{kRate};
  Finger finger{joined(stage, resonator), resonator};

 private:
  static ContactStage& joined(ContactStage& stage, Resonator& resonator) {
    stage.add(resonator);
    return stage;
  }
};

std::vector<float> heard(Resonator& resonator, int hops) {
  const StillEar ear;
  const Ear* ears[] = {&ear};
  std::vector<float> out(hops * kHop);
  float* rows[] = {out.data()};
  resonator.emit({0, hops * kHop}, ears, rows);
  return out;
}

TEST(ContactStage, GivesTheBitsOfABankThatIsRubbedItself) {
  const int hops = 600;
  Rubbed glass;
  const Push push{0.0123, 4e-4, {}, {0.01, 0, 0}};
  glass.resonator.push(push);
  glass.stage.advance(hops * kHop / kRate);
  const std::vector<float> offline = heard(glass.resonator, hops);

  std::vector<ModalBank> banks;
  banks.emplace_back(glass.body->poles(), kRate, 1);
  std::vector<std::complex<double>> weights;
  glass.body->weights({0, 0, 1}, weights);
  banks[0].set_weights(0, weights);
  BankPorts ports(banks, 1);
  std::vector<double> shape, impulse;
  glass.body->project({}, {1, 0, 0}, shape);
  glass.body->project({}, push.impulse, impulse);
  ports.set_shape(0, shape);
  FrictionContact law({}, kRate);
  MassBody mass(0.05, 200, kRate);
  std::fill_n(law.normal_force(), kHop, 1.0);
  std::fill_n(mass.external(), kHop, 1.5);
  Coupling coupling(1);
  ASSERT_TRUE(coupling.add({&ports, 0, &mass, 0, &law}));
  float loudest = 0;
  for (int hop = 0; hop < hops; ++hop) {
    const double start = hop * kHop;
    if (push.time * kRate >= start && push.time * kRate < start + kHop)
      banks[0].push(push.time * kRate - start, push.duration, impulse);
    coupling.solve();
    float out[kMaxEars][kHop] = {};
    banks[0].render(out);
    for (int n = 0; n < kHop; ++n) {
      ASSERT_EQ(out[0][n], offline[hop * kHop + n]) << hop << " " << n;
      loudest = std::max(loudest, std::abs(out[0][n]));
    }
  }
  EXPECT_GT(loudest, 0.1f);
}

// 1 N on a point whose shapes grow steadily.
class Presser final : public ContactDriver, public ContactLaw {
 public:
  Presser(ContactStage& stage, Resonator& resonator)
      : resonator_(&resonator), number_(stage.open()) {
    stage.add(*this);
  }
  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override {
    ContactHop contact;
    contact.contact = number_;
    contact.a.resonator = resonator_;
    contact.a.direction = {1 + 1e-3 * static_cast<double>(hop), 0, 0};
    contact.law = this;
    out.push_back(contact);
  }
  void end_hop(const ContactHop&, const double*, const double*) override {}
  double force(int, double, double) noexcept override { return 1; }
  void accept(int) noexcept override {}

 private:
  Resonator* resonator_;
  int number_;
};

TEST(ContactStage, APointThatMovesDoesNotBuzz) {
  // A force that grows in a straight line bends the modes and is not heard; one that climbs a step
  // of 1e-3 N in every hop would ring them at 750 Hz and its multiples.
  const int hops = 3000;
  const PoseTrack track{Pose{}};
  Resonator resonator("glass", some_modes(), track, 1);
  ContactStage stage(kRate);
  stage.add(resonator);
  Presser presser(stage, resonator);
  stage.advance(hops * kHop / kRate);
  const std::vector<float> sound = heard(resonator, hops);
  double start = 0, later = 0;  // the blow of the beginning dies away
  for (int n = 0; n < kHop * 4; ++n) start = std::max(start, std::abs(double(sound[n])));
  for (int n = kHop * (hops - 200); n < kHop * hops; ++n)
    later = std::max(later, std::abs(double(sound[n])));
  EXPECT_LT(later, 1e-5 * start);
}

TEST(ContactStage, ForcesEndWithTheContact) {
  Rubbed glass;
  glass.stage.advance(0.1);
  EXPECT_NE(glass.finger.last_force, 0);
  EXPECT_EQ(glass.resonator.drives(), 75);
}

}  // namespace
}  // namespace peal
