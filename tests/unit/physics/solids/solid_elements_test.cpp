// Ten-node tetrahedra and bricks: forces against the energy's gradient, rigid motion, Hooke's law
// for small strains, inverted rubber, masses, threads, bad input.
#include "base/error.h"
#include "gtest/gtest.h"
#include "support/solid_grids.h"

namespace peal {
namespace {

enum class Kind { tet10, brick };

ExplicitBody skewed_body(Kind kind, SolidLaw law, double amount) {
  const auto map = [](double u, double v, double w) {
    return Vec3{0.03 * u + 0.003 * v * w, 0.02 * v + 0.004 * u, 0.01 * w + 0.002 * u * u};
  };
  const SolidMaterial material = test::aluminium(law);
  ExplicitBody body = kind == Kind::tet10 ? test::tet10_body(3, 2, 1, map, material)
                                          : test::brick_body(3, 2, 2, map, material);
  KeyedRng random(3, 5, 8);
  for (int n = 0; n < body.nodes(); ++n)
    body.place(n, body.rest(n) + amount * Vec3{random.normal(), random.normal(), random.normal()});
  return body;
}

void for_all(const std::function<void(Kind, SolidLaw)>& check) {
  for (const Kind kind : {Kind::tet10, Kind::brick})
    for (const SolidLaw law : {SolidLaw::st_venant_kirchhoff, SolidLaw::stable_neo_hookean}) {
      SCOPED_TRACE(fmt::format("kind {} law {}", int(kind), int(law)));
      check(kind, law);
    }
}

TEST(SolidElements, ForceIsTheGradientOfTheEnergy) {
  for_all([](Kind kind, SolidLaw law) {
    for (const SolidKernel* kernel : {&kSolidKernelPortable, &best_solid_kernel()}) {
      ExplicitBody body = skewed_body(kind, law, 5e-4);
      body.use_kernel(*kernel);
      const auto f = body.forces();
      double most = 0;
      for (const Vec3& v : f) most = std::max(most, norm(v));
      for (int n = 0; n < body.nodes(); n += 5)
        for (int k = 0; k < 3; ++k) {
          const Vec3 x = body.position(n);
          const auto energy = [&](double h) {
            Vec3 moved = x;
            moved[k] += h;
            body.place(n, moved);
            return body.energy().elastic;
          };
          const double h = 1e-5;
          const double slope =
              (45 * (energy(h) - energy(-h)) - 9 * (energy(2 * h) - energy(-2 * h)) +
               (energy(3 * h) - energy(-3 * h))) /
              (60 * h);
          body.place(n, x);
          EXPECT_NEAR(-slope, f[n][k], 1e-8 * most);
        }
    }
  });
}

TEST(SolidElements, ForcesAndTorquesAddUpToNothing) {
  for_all([](Kind kind, SolidLaw law) {
    ExplicitBody body = skewed_body(kind, law, 5e-4);
    const auto f = body.forces();
    Vec3 force, torque;
    double sum = 0;
    for (int n = 0; n < body.nodes(); ++n)
      force += f[n], torque += cross(body.position(n), f[n]), sum += norm(f[n]);
    EXPECT_LT(norm(force), 1e-12 * sum);
    EXPECT_LT(norm(torque), 1e-13 * sum);
  });
}

TEST(SolidElements, ATurnOfOneRadianMakesNoForce) {
  for_all([](Kind kind, SolidLaw law) {
    ExplicitBody body = skewed_body(kind, law, 0);
    const Quat turn = Quat::from_axis_angle({1, 2, 3}, 1);
    for (int n = 0; n < body.nodes(); ++n) body.place(n, rotate(turn, body.rest(n)));
    const auto f = body.forces();
    for (int n = 0; n < body.nodes(); ++n)
      EXPECT_LT(norm(f[n]), 5e-8);  // [N], 1e-15 of E times a face
    EXPECT_LT(std::abs(body.energy().elastic), 1e-9);
  });
}

TEST(SolidElements, SmallStrainIsHookesLaw) {
  // Uniform strain: inner nodes feel nothing, the energy is that of Hooke's law, on skewed meshes.
  for_all([](Kind kind, SolidLaw law) {
    ExplicitBody body = skewed_body(kind, law, 0);
    const Mat3 strain{
        {Vec3{2e-6, 1e-6, -0.5e-6}, Vec3{1e-6, -1e-6, 0.7e-6}, Vec3{-0.5e-6, 0.7e-6, 0.3e-6}}};
    double volume = 0;
    for (int n = 0; n < body.nodes(); ++n) {
      body.place(n, body.rest(n) + strain * body.rest(n));
      volume += body.mass(n) / 2700;
    }
    const SolidMaterial m = test::aluminium(law);
    double square = 0, trace = 0;
    for (int i = 0; i < 3; ++i) {
      trace += strain(i, i);
      for (int j = 0; j < 3; ++j) square += strain(i, j) * strain(i, j);
    }
    const double exact = volume * (0.5 * m.lame_lambda() * trace * trace + m.lame_mu() * square);
    EXPECT_NEAR(body.energy().elastic / exact, 1, 2e-5);
  });
}

TEST(SolidElements, RubberComesBackFromInsideOut) {
  const SolidMaterial rubber{1e7, 0.45, 1000, SolidLaw::stable_neo_hookean};
  for (const Kind kind : {Kind::tet10, Kind::brick}) {
    const auto map = test::box_map(0.02, 0.02, 0.02);
    ExplicitBody body = kind == Kind::tet10 ? test::tet10_body(2, 2, 2, map, rubber)
                                            : test::brick_body(2, 2, 2, map, rubber);
    // Squeezed past nothing: y mirrored at 0.3.
    for (int n = 0; n < body.nodes(); ++n) {
      const Vec3 x = body.rest(n);
      body.place(n, {x.x, -0.3 * x.y + 1e-4 * std::sin(900 * x.x), x.z});
    }
    body.set_damping(2000, 0);
    body.set_step(0.3 * body.critical_step());
    body.advance(40000);
    EXPECT_LT(body.energy().total(), 1e-6);
    EXPECT_GT(body.energy().total(), -1e-9);
  }
}

TEST(SolidElements, MassesAddUp) {
  const auto map = test::box_map(0.2, 0.02, 0.01);
  const double exact = 2700 * 0.2 * 0.02 * 0.01;
  for (const bool tets : {false, true}) {
    const ExplicitBody body =
        tets ? test::tet10_body(4, 2, 1, map, test::aluminium())
             : test::brick_body(4, 2, 2, map, test::aluminium(), {false, true, true});
    double sum = 0, second = 0;
    for (int n = 0; n < body.nodes(); ++n) {
      sum += body.mass(n);
      second += body.mass(n) * body.rest(n).z * body.rest(n).z;
    }
    EXPECT_NEAR(sum / exact, 1, 1e-12);
    // Simpson's weights keep the second moment, too.
    if (!tets) {
      EXPECT_NEAR(second / (exact * 0.01 * 0.01 / 12), 1, 1e-12);
    }
  }
}

TEST(SolidElements, SameBytesForAnyNumberOfThreads) {
  std::vector<Vec3> places[2];
  for (const int threads : {1, 2}) {
    ExplicitBody body =
        test::brick_body(40, 20, 4, test::box_map(0.4, 0.2, 0.04), test::aluminium());
    for (int n = 0; n < body.nodes(); ++n)
      body.set_velocity(n, {0, 0, 10 * std::sin(20 * body.rest(n).x)});
    body.set_damping(3, 1e-8);
    body.set_step(5e-7);
    body.advance(20, threads);
    for (int n = 0; n < body.nodes(); ++n) places[threads - 1].push_back(body.position(n));
  }
  EXPECT_TRUE(places[0] == places[1]);
}

TEST(SolidElements, KelvinVoigtShortensTheStepAsTheFormulaSays) {
  for (const double xi : {0.3, 3.0}) {
    ExplicitBody body = skewed_body(Kind::tet10, SolidLaw::st_venant_kirchhoff, 0);
    const double free = body.critical_step(300);
    body.set_damping(0, xi * free);  // xi = beta omega / 2, omega = 2 / step
    EXPECT_NEAR(body.critical_step(300) / free, std::sqrt(1 + xi * xi) - xi, 1e-3);
    for (const double part : {0.99, 1.02}) {
      ExplicitBody moving = skewed_body(Kind::tet10, SolidLaw::st_venant_kirchhoff, 1e-10);
      moving.set_damping(0, xi * free);
      moving.set_step(part * free * (std::sqrt(1 + xi * xi) - xi));
      const double before = moving.energy().elastic;
      moving.advance(2000);
      const double after = moving.energy().elastic;
      EXPECT_EQ(after < before, part < 1) << xi << " " << part;
    }
  }
}

TEST(SolidElements, BadSolidsAreToldApart) {
  const auto error_of = [](const auto& make) -> std::string {
    try {
      make();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const auto mirrored = [](double u, double v, double w) { return Vec3{-u, v, w}; };
  EXPECT_NE(error_of([&] { test::tet10_body(1, 1, 1, mirrored, {}); }).find("inside out"),
            std::string::npos);
  EXPECT_NE(error_of([&] { test::brick_body(1, 1, 1, mirrored, {}); }).find("brick 0"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              brick_grid(2, 3, 2, {false, true, true});
            }).find("even"),
            std::string::npos);
  SolidMaterial hollow;
  hollow.density = 0;
  EXPECT_NE(
      error_of([&] { test::brick_body(1, 1, 1, test::box_map(1, 1, 1), hollow); }).find("density"),
      std::string::npos);
}

}  // namespace
}  // namespace peal
