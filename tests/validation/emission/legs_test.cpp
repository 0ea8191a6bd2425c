// A table on its legs, against the eigenvalues of its modes and four dashpots together: state x =
// (q, q'), x' = A x with A = [0 I; -K -(C + phi Z phi^T)], solved densely. What a left eigenvector
// sees of the simulated state falls as its eigenvalue says.
#include "emission/legs.h"

#include <gtest/gtest.h>
#include <lapacke.h>

#include <complex>
#include <numeric>
#include <set>

#include "base/constants.h"
#include "emission/body_sound.h"

namespace peal {
namespace {

using ComplexVector = std::vector<std::complex<double>>;

/// Square, in columns.
struct Matrix {
  explicit Matrix(int n) : size(n), values(static_cast<std::size_t>(n) * n) {}
  double& operator()(int row, int column) { return values[row + column * size]; }
  int size;
  std::vector<double> values;
};

struct Spectrum {
  ComplexVector values;
  std::vector<ComplexVector> left;  // v^T A = lambda v^T
};

Spectrum spectrum(Matrix a) {
  const int n = a.size;
  std::vector<double> re(n), im(n);
  Matrix u(n);  // u^H A = lambda u^H; of a conjugate pair real and imaginary part
  EXPECT_EQ(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'V', 'N', n, a.values.data(), n, re.data(), im.data(),
                          u.values.data(), n, nullptr, 1),
            0);
  Spectrum out;
  for (int k = 0; k < n; ++k) {
    out.values.emplace_back(re[k], im[k]);
    ComplexVector& v = out.left.emplace_back(n);
    const int pair = im[k] < 0 ? k - 1 : k;
    for (int i = 0; i < n; ++i) v[i] = {u(i, pair), im[k] == 0 ? 0 : -u(i, pair + 1)};
    if (im[k] < 0)
      for (std::complex<double>& x : v) x = std::conj(x);
  }
  return out;
}

std::complex<double> product(const ComplexVector& a, const ComplexVector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::complex<double>());
}

constexpr double kLegRate = 48000;  // [Hz]

BodySoundRequest oak_table(double length, double width, double thickness) {
  BodySoundRequest out;
  out.shape = TableTopShape{length, width, thickness};
  out.level = MeshLevel::draft;
  out.max_frequency = 4000;
  out.material.young = 12e9, out.material.poisson = 0.35, out.material.density = 700;
  out.material.damping = {0.008, 0, {}};
  return out;
}

Legs four_legs(const BodySound& table, double thickness) {
  const Vec3 size = {0.8, 0.025, 0.6};
  const BodyFrame frame = body_geometry(table.request().shape)->frame;
  Legs out;
  for (const auto& [x, z] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    out.points.push_back(
        frame.to_body({x * (size.x / 2 - 0.06), -size.y / 2, z * (size.z / 2 - 0.06)}));
  out.along = frame.turn_to_body({0, 1, 0});
  const Material& oak = table.request().material;
  out.resistance = thickness * thickness * std::sqrt(oak.young * oak.density);
  const MassProperties& mass = table.model().mass;
  out.mass = mass.mass;
  out.inertia = {mass.inertia(0, 0), mass.inertia(1, 1), mass.inertia(2, 2)};
  return out;
}

/// [1/s] x' = A x.
Matrix dense(const RingingBody& body, const Legs& legs) {
  const int n = body.modes();
  Matrix a(2 * n);
  for (const Vec3& point : legs.points) {
    std::vector<double> phi;
    body.project(point, legs.along, phi);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) a(n + i, n + k) -= legs.resistance * phi[i] * phi[k];
  }
  for (int i = 0; i < n; ++i) a(i, n + i) = 1;
  for (int i = 0; i < n; ++i) {
    const Complex<double> s = body.poles()[i];
    a(n + i, i) = -(s.re * s.re + s.im * s.im);
    a(n + i, n + i) += 2 * s.re;
  }
  return a;
}

struct Standing {
  explicit Standing(std::shared_ptr<const RingingBody> of, const Legs& legs)
      : body(std::move(of)),
        track(Pose{}),
        resonator("table", body, track, 1, kLegRate, ContactStage::kMostDrives),
        stage(kLegRate),
        drivers(stage) {
    stage.add(resonator);
    drivers.add(resonator, legs, 0);
    stage.add(drivers);
  }
  const ModalBank& bank() const { return stage.twin(const_cast<Resonator&>(resonator))->bank[0]; }
  /// (q, q') as the twin has it.
  ComplexVector state() const {
    const int n = body->modes();
    ComplexVector x(2 * n);
    for (int i = 0; i < n; ++i) {
      const std::complex<double> a = bank().amplitude(i);
      const Complex<double> s = body->poles()[i];
      x[i] = a.imag() / s.im;
      x[n + i] = a.real() + s.re / s.im * a.imag();
    }
    return x;
  }
  double energy() const {  // [J] q'^2/2 + omega^2 q^2/2
    const ComplexVector x = state();
    const int n = body->modes();
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::norm(x[n + i]) + norm_squared(body->poles()[i]) * std::norm(x[i]);
    return sum / 2;
  }

  std::shared_ptr<const RingingBody> body;
  PoseTrack track;
  Resonator resonator;
  ContactStage stage;
  LegContacts drivers;
};

struct Table {
  explicit Table(double leg = 0.05)
      : plate(std::make_shared<const BodySound>(oak_table(0.8, 0.6, 0.025))),
        legs(four_legs(*plate, leg)),
        body(std::make_shared<const SwayingBody>(plate, legs)) {}
  std::shared_ptr<const BodySound> plate;
  Legs legs;
  std::shared_ptr<const SwayingBody> body;
};

TEST(TableOnLegs, ModesDecayAsTheEigenvaluesOfModesAndDashpotsSay) {
  const Table table;
  const Spectrum exact = spectrum(dense(*table.body, table.legs));
  Standing standing(table.body, table.legs);
  standing.resonator.push({0, 2e-4, {0.13, 0, 0.11}, 0.1 * table.legs.along, 0});
  constexpr int kFirst = 15, kHops = 15;
  const auto after = [&](int hops) {
    standing.stage.advance((hops + 0.5) * kHop / kLegRate);
    return standing.state();
  };
  const ComplexVector first = after(kFirst), last = after(kFirst + kHops);
  int seen = 0;
  for (std::size_t k = 0; k < exact.values.size(); ++k) {
    const std::complex<double> s = exact.values[k];
    if (s.imag() < 2 * kPi * 30 || s.imag() > 2 * kPi * 1500 || -s.real() > 300) continue;
    const std::complex<double> turned =
        product(exact.left[k], last) / product(exact.left[k], first);
    const double time = kHops * kHop / kLegRate;
    EXPECT_NEAR(-std::log(std::abs(turned)) / time / -s.real(), 1, 0.02) << s.imag() / (2 * kPi);
    const double late = std::arg(turned * std::exp(std::complex<double>(0, -s.imag() * time)));
    EXPECT_NEAR(late / (s.imag() * time), 0, 2e-3) << s.imag() / (2 * kPi);
    ++seen;
  }
  EXPECT_GE(seen, 12);
}

TEST(TableOnLegs, PolesThatAreFollowedAreThoseEigenvalues) {
  const Table table;
  const ComplexVector all = spectrum(dense(*table.body, table.legs)).values;
  const std::vector<Complex<double>> poles = poles_on_legs(*table.body, table.legs);
  ASSERT_EQ(poles.size(), static_cast<std::size_t>(table.plate->modes()));
  int dead = 0;
  std::set<std::size_t> met;
  for (const Complex<double>& pole : poles) {
    if (-pole.re > 0.4 * pole.im) {
      ++dead;
      continue;
    }
    std::size_t nearest = 0;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (std::abs(all[k] - std::complex<double>(pole.re, pole.im)) <
          std::abs(all[nearest] - std::complex<double>(pole.re, pole.im)))
        nearest = k;
    EXPECT_LT(std::abs(all[nearest] - std::complex<double>(pole.re, pole.im)), 1e-6 * pole.im);
    EXPECT_TRUE(met.insert(nearest).second) << pole.im / (2 * kPi);
  }
  EXPECT_LE(dead, 4);  // as many as legs
  // A table rings for a tenth of a second where its plate would for half a second.
  EXPECT_GT(-poles[1].re, 8 * -table.plate->poles()[1].re);
}

TEST(TableOnLegs, EnergyNeverGrows) {
  for (const double leg : {0.001, 0.01, 0.05, 0.5}) {
    const Table table(leg);
    Standing standing(table.body, table.legs);
    ModalBank& bank = standing.stage.twin(standing.resonator)->bank[0];
    for (int i = 0; i < bank.modes(); ++i)
      bank.set_amplitude(i, std::polar(1e-3 * (1 + i % 7), 2.4 * i));
    double most = standing.energy();
    const double start = most;
    for (int hop = 1; hop <= 200; ++hop) {
      standing.stage.advance((hop + 0.5) * kHop / kLegRate);
      EXPECT_LE(standing.energy(), most * (1 + 1e-9)) << leg << " " << hop;
      most = standing.energy();
    }
    EXPECT_LT(most, 0.5 * start);
  }
}

// Where nothing else takes energy, the legs' account is what is missing in the modes.
TEST(TableOnLegs, AccountsForWhatItsLegsTake) {
  class Undamped final : public RingingBody {
   public:
    explicit Undamped(std::shared_ptr<const RingingBody> of) : of_(std::move(of)) {
      for (const Complex<double>& s : of_->poles()) poles_.push_back({0, s.im});
    }
    const std::vector<Complex<double>>& poles() const override { return poles_; }
    double bounding_radius() const override { return of_->bounding_radius(); }
    double speed_of_sound() const override { return of_->speed_of_sound(); }
    double max_frequency() const override { return of_->max_frequency(); }
    EmitterReport report() const override { return of_->report(); }
    void project(const Vec3& p, const Vec3& j, std::vector<double>& out) const override {
      of_->project(p, j, out);
    }
    void weights(const Vec3& ear, std::vector<std::complex<double>>& out) const override {
      of_->weights(ear, out);
    }

   private:
    std::shared_ptr<const RingingBody> of_;
    std::vector<Complex<double>> poles_;
  };
  const Table table(0.01);
  Standing standing(std::make_shared<const Undamped>(table.plate), table.legs);
  ModalBank& bank = standing.stage.twin(standing.resonator)->bank[0];
  for (int i = 0; i < bank.modes(); ++i)
    bank.set_amplitude(i, std::polar(1e-3 * (1 + i % 7), 2.4 * i));
  const double start = standing.energy();
  standing.stage.advance(100.5 * kHop / kLegRate);
  const double lost = start - standing.energy();
  EXPECT_GT(lost, 0.1 * start);
  EXPECT_NEAR(standing.drivers.taken() / lost, 1, 1e-3);
}

// Blows are solved with the modes, and legs answer within the hop of 64 samples: together they give
// the table no more than the ball brought, also right above a leg, where legs answer most.
TEST(TableOnLegs, BlowsGiveNoMoreThanTheyBring) {
  const Table table;
  for (const double stiffness : {1e6, 1e8, 1e10})
    for (const bool above_leg : {false, true}) {
      Standing standing(table.body, table.legs);
      const double mass = 0.05, speed = 1;
      Blow blow;
      blow.speed = speed, blow.time = 1e-3;
      blow.contact_time = 3.2181 * std::pow(mass / stiffness, 0.4) / std::pow(speed, 0.2);
      blow.spring = {stiffness, 0};
      blow.side[0].body = 0, blow.side[0].inverse_mass = 1 / mass;
      blow.side[0].normal = {0, 1, 0};
      blow.side[1].twin = standing.stage.twin(standing.resonator);
      blow.side[1].point = above_leg ? table.legs.points[0] : Vec3{0.13, 0, 0.11};
      blow.side[1].normal = table.legs.along;
      standing.stage.impacts().add(blow);
      const double brought = 0.5 * mass * speed * speed;
      double most = 0;
      for (int hop = 1; hop <= 60; ++hop) {
        standing.stage.advance((hop + 0.5) * kHop / kLegRate);
        most = std::max(most, standing.energy());
        const BlowBalance& b = standing.stage.impacts().balance();
        EXPECT_LE(standing.energy() + (b.given > 0 ? brought - b.given : 0), brought * (1 + 1e-6))
            << stiffness << above_leg << hop;
      }
      EXPECT_GT(most, 1e-3 * brought);
      EXPECT_GT(standing.stage.impacts().balance().given, 0);
    }
}

}  // namespace
}  // namespace peal
