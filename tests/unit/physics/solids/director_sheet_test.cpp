// The director triangle: forces against the worked example and against the energy's gradient,
// rigid motion, momentum, step estimate, bytes and bad input.
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "gtest/gtest.h"
#include "physics/solids/explicit_body.h"
#include "support/csv_rows.h"
#include "support/sheet_meshes.h"

namespace peal {
namespace {

/// Numbers of the line of the example that begins with `name`.
std::vector<double> example(const std::string& name) {
  std::ifstream file(PEAL_TEST_DATA "/solids/director_triangle_example.csv");
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with(name) || line.starts_with("\"" + name)) {
      std::vector<double> numbers;
      std::stringstream cells(line.substr(line.find(',', name.size()) + 1));
      for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
      return numbers;
    }
  ADD_FAILURE() << name;
  return {};
}
Vec3 vector(const std::string& name) {
  const auto v = example(name);
  return {v.at(0), v.at(1), v.at(2)};
}
void expect_near(const Vec3& a, const Vec3& b, double bound, const std::string& what) {
  EXPECT_LT(norm(a - b), bound) << what << ": " << a.x << " " << a.y << " " << a.z << " and " << b.x
                                << " " << b.y << " " << b.z;
}

TEST(DirectorTriangle, IsTheWorkedExample) {
  SheetDesign design;
  for (int k = 0; k < 3; ++k) design.points.push_back(vector(fmt::format("rest corner {}", k)));
  design.triangles = {{0, 1, 2}};
  const auto k6 = sheet_bending_stiffness(0.011, 0.003, 0.008, design.thickness, design.material);
  for (int i = 0; i < 6; ++i) {
    const auto row = example(fmt::format("K6 row {}", i));
    for (int j = 0; j < 6; ++j) EXPECT_NEAR(k6[6 * i + j], row.at(j), 1e-7) << i << " " << j;
  }
  for (const SolidKernel* kernel : {&kSolidKernelPortable, &best_solid_kernel()}) {
    ExplicitBody sheet = make_sheet(design);
    sheet.use_kernel(*kernel);
    for (int k = 0; k < 3; ++k) {
      sheet.place(k, vector(fmt::format("position {}", k)));
      sheet.turn(k, vector(fmt::format("director {}", k)));
    }
    const auto f = sheet.forces(), m = sheet.director_forces();
    for (int k = 0; k < 3; ++k) {
      expect_near(f[k], vector(fmt::format("force {}", k)), 5.1e-3,
                  kernel->name);  // its last digit
      expect_near(m[k], vector(fmt::format("director force {}", k)), 2e-6, kernel->name);
    }
    EXPECT_NEAR(sheet.energy().elastic, 2.012194933 + 0.1036471071, 2e-9) << kernel->name;
  }
}

/// A bowl bent, stretched and with directors off their normals.
ExplicitBody bent_bowl() {
  ExplicitBody sheet = make_sheet(test::hemisphere(0.07, 4, 1e-3));
  KeyedRng random(7, 7, 7);
  const auto some = [&] {
    return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  for (int n = 0; n < sheet.nodes(); ++n) {
    sheet.place(n, sheet.position(n) + 1e-3 * some());
    sheet.turn(n, normalized(sheet.director(n) + 0.05 * some()));
  }
  return sheet;
}

TEST(DirectorSheet, ForceIsTheGradientOfTheEnergy) {
  ExplicitBody sheet = bent_bowl();
  const auto f = sheet.forces(), m = sheet.director_forces();
  double most = 0, most_moment = 0;
  for (const Vec3& v : f) most = std::max(most, norm(v));
  for (const Vec3& v : m) most_moment = std::max(most_moment, norm(v));
  const auto slope = [](const auto& at, double h) {  // sixth order
    return (45 * (at(h) - at(-h)) - 9 * (at(2 * h) - at(-2 * h)) + (at(3 * h) - at(-3 * h))) /
           (60 * h);
  };
  for (const int n : {0, 3, 11, 30, 55})
    for (int k = 0; k < 3; ++k) {
      const Vec3 x = sheet.position(n), d = sheet.director(n);
      Vec3 axis;
      axis[k] = 1;
      const double force = -slope(
          [&](double h) {
            sheet.place(n, x + h * axis);
            return sheet.energy().elastic;
          },
          2e-5);
      sheet.place(n, x);
      const double moment = -slope(
          [&](double h) {
            sheet.turn(n, d + h * axis);
            return sheet.energy().elastic;
          },
          2e-3);
      sheet.turn(n, d);
      EXPECT_NEAR(force, f[n][k], 1e-8 * most);
      EXPECT_NEAR(moment, m[n][k], 3e-8 * most_moment);
    }
}

TEST(DirectorSheet, ForcesAndTorquesAddUpToNothing) {
  ExplicitBody sheet = bent_bowl();
  const auto f = sheet.forces(), m = sheet.director_forces();
  Vec3 force, torque;
  double sum = 0;
  for (int n = 0; n < sheet.nodes(); ++n) {
    force += f[n];
    torque += cross(sheet.position(n), f[n]) + cross(sheet.director(n), m[n]);
    sum += norm(f[n]);
  }
  EXPECT_LT(norm(force), 1e-13 * sum);
  EXPECT_LT(norm(torque), 1e-14 * sum);
}

TEST(DirectorSheet, ATurnOfOneRadianMakesNoForce) {
  ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.25, 0.25, 16, 16, 1e-3));
  const Quat turn = Quat::from_axis_angle({1, 2, 3}, 1);
  for (int n = 0; n < sheet.nodes(); ++n) {
    sheet.place(n, rotate(turn, sheet.position(n)));
    sheet.turn(n, rotate(turn, sheet.director(n)));
  }
  const auto f = sheet.forces();
  for (int n = 0; n < sheet.nodes(); ++n) EXPECT_LT(norm(f[n]) / sheet.mass(n), 1e-4);
}

TEST(DirectorSheet, StepEstimateIsTheTruth) {
  // Steps a little longer than the limit explode, a little shorter ones do not.
  for (const double beta : {0.0, 8e-6}) {
    ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.25, 0.25, 16, 16, 1e-3, 0.25));
    for (const int n : test::rectangle_rim(16, 16)) sheet.hold(n), sheet.hold_director(n);
    sheet.set_damping(0, beta);
    const double truth = sheet.critical_step(400), estimate = sheet.critical_step(50);
    EXPECT_NEAR(estimate / truth, 1, 0.01);
    EXPECT_GE(estimate, truth * (1 - 1e-9));
    for (const double part : {0.99, 1.02}) {
      ExplicitBody moving = make_sheet(test::rectangle_sheet(0.25, 0.25, 16, 16, 1e-3, 0.25));
      for (const int n : test::rectangle_rim(16, 16)) moving.hold(n), moving.hold_director(n);
      moving.set_damping(0, beta);
      moving.set_step(part * truth);
      KeyedRng random(1, 1, 1);
      for (int n = 0; n < moving.nodes(); ++n)
        if (moving.position(n).x > 0.02 && moving.position(n).x < 0.23 &&
            moving.position(n).y > 0.02 && moving.position(n).y < 0.23)
          moving.set_velocity(n, 1e-6 * Vec3{random.normal(), random.normal(), random.normal()});
      moving.advance(1);
      const double before = moving.energy().total();
      moving.advance(1000);
      const double after = moving.energy().total();
      EXPECT_EQ(std::isfinite(after) && after < 1.01 * before, part < 1)
          << part << " beta " << beta << ": " << before << " " << after;
    }
  }
}

TEST(DirectorSheet, SameBytesForAnyNumberOfThreads) {
  std::vector<Vec3> places[3];
  for (const int threads : {1, 2, 3}) {
    ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.25, 0.2, 52, 45, 1e-3, 0.2));
    for (int n = 0; n < sheet.nodes(); ++n)
      sheet.set_velocity(n, {0, 0, 10 * std::sin(20 * sheet.position(n).x)});
    sheet.add_plane({{0, 0, 1}, -1e-3, 0.2});
    sheet.set_gravity({0, 0, -9.81});
    sheet.set_damping(5, 1e-7);
    sheet.set_step(1e-7);
    sheet.advance(40, threads);
    for (int n = 0; n < sheet.nodes(); ++n) places[threads - 1].push_back(sheet.position(n));
  }
  EXPECT_TRUE(places[0] == places[1]);
  EXPECT_TRUE(places[0] == places[2]);
}

TEST(DirectorSheet, PushesLastOneStep) {
  for (const int threads : {1, 2}) {
    ExplicitBody sheet = make_sheet(test::rectangle_sheet(0.25, 0.2, 44, 40, 1e-3));
    sheet.set_step(1e-7);
    sheet.push(100, {1, 0, 3});
    sheet.push(100, {1, 0, 0});
    sheet.push(7, {0, 2, 0});
    sheet.advance(3, threads);
    sheet.advance(3, threads);
    Vec3 momentum;
    for (int n = 0; n < sheet.nodes(); ++n) momentum += sheet.mass(n) * sheet.velocity(n);
    EXPECT_LT(norm(momentum - 1e-7 * Vec3{2, 2, 3}), 1e-19) << threads;
    sheet.before_step([](ExplicitBody& body) { body.push(5, {0, 0, 1}); });
    sheet.advance(10, threads);
    momentum = {};
    for (int n = 0; n < sheet.nodes(); ++n) momentum += sheet.mass(n) * sheet.velocity(n);
    EXPECT_LT(norm(momentum - 1e-7 * Vec3{2, 2, 13}), 1e-18) << threads;
  }
}

TEST(DirectorSheet, BadSheetsAreToldApart) {
  const auto error_of = [](const SheetDesign& design) -> std::string {
    try {
      make_sheet(design);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  SheetDesign good = test::rectangle_sheet(1, 1, 2, 2, 1e-3);
  EXPECT_EQ(error_of(good), "");
  SheetDesign bad = good;
  bad.thickness = 0;
  EXPECT_NE(error_of(bad).find("thickness"), std::string::npos);
  bad = good;
  bad.material.poisson = 0.5;
  EXPECT_NE(error_of(bad).find("poisson"), std::string::npos);
  bad = good;
  std::swap(bad.triangles[1][0], bad.triangles[1][1]);
  EXPECT_NE(error_of(bad).find("same direction"), std::string::npos);
  bad = good;
  bad.triangles[3][1] = 77;
  EXPECT_NE(error_of(bad).find("node 77"), std::string::npos);
  bad = good;
  bad.points.push_back({3, 3, 3});
  EXPECT_NE(error_of(bad).find("belongs to no element"), std::string::npos);
  bad = good;
  bad.points[4] = 0.5 * (bad.points[0] + bad.points[1]);
  EXPECT_NE(error_of(bad), "");
  bad = good;  // a fold of nearly 90 degrees
  for (Vec3& p : bad.points)
    if (p.x > 0.6) p = {0.5, p.y, 0.5};
  EXPECT_NE(error_of(bad).find("crease"), std::string::npos);
}

}  // namespace
}  // namespace peal
