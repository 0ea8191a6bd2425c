// Boundary elements against the exact sphere: v = P_l around an axis that the mesh knows nothing
// of, far field over all directions, fictitious frequencies (interior resonances) included.
// sphere_radiation.csv: exact far field and phase for ka 0.05 .. 10, l <= 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/wave/bem/bem_multipoles.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"
#include "support/csv_rows.h"
#include "validation/physics/wave/transfer/geodesic_sphere.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

constexpr double kRadius = 0.1;
constexpr int kOrders = 5;

struct FarError {
  double all = 0;    // L2 over directions, relative to the exact far field
  double own = 0;    // of the harmonic P_l alone
  double level = 0;  // what reaches other harmonics, over rho c v a
};

class SphereBem {
 public:
  explicit SphereBem(int n) : mesh_(test::geodesic_sphere(kRadius, n)), bem_(mesh_, air_) {
    for (int l = 0; l < kOrders; ++l) {
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
        velocity_.push_back(legendre(l, dot(normalized(mesh_.centroid(t)), axis_)));
    }
  }

  /// Exact limit of r p e^{-ikr} on the axis [Pa m].
  Complex exact(int l, double ka) const {
    const Complex i(0, 1);
    return i * air_.density * air_.speed_of_sound * kRadius * std::pow(-i, l + 1) /
           (ka * spherical_hankel_derivative(l, ka));
  }

  std::array<FarError, kOrders> errors(double ka) const {
    const double k = ka / kRadius, omega = k * air_.speed_of_sound, r1 = 1.2 * kRadius;
    const auto p = bem_.solve(omega, velocity_);
    const int order = 10 + static_cast<int>(ka);
    std::vector<Complex> ratios(order + 1);
    far_ratios(k, r1, ratios);
    std::vector<double> y(harmonic_count(order));
    real_harmonics(order, axis_, y);
    std::array<FarError, kOrders> out;
    const std::size_t vertices = bem_.vertex_count(), n = bem_.triangle_count();
    for (int l = 0; l < kOrders; ++l) {
      const auto c = bem_multipoles(bem_, omega, std::span(p).subspan(l * vertices, vertices),
                                    std::span(velocity_).subspan(l * n, n), {}, r1, order);
      const Complex right = exact(l, ka);
      Complex own = 0;
      double wrong = 0, size = 0, others = 0;
      for (int j = 0; j <= order; ++j) {
        for (int m = -j; m <= j; ++m) {
          const std::size_t i = harmonic_index(j, m);
          const Complex got = c[i] * ratios[j] * std::polar(1.0, -k * r1);
          const Complex wanted = j == l ? right * (4 * kPi / (2 * l + 1) * y[i]) : 0.0;
          wrong += std::norm(got - wanted);
          size += std::norm(wanted);
          if (j == l) own += got * y[i];
          if (j != l) others += std::norm(got);
        }
      }
      out[l] = {std::sqrt(wrong / size), std::abs(own / right - 1.0),
                std::sqrt(others / (4 * kPi)) / (air_.density * air_.speed_of_sound * kRadius)};
    }
    return out;
  }

 private:
  const Air air_;
  const Vec3 axis_ = normalized(Vec3{0.3, 0.5, 0.8});
  TriangleMesh mesh_;
  HelmholtzBem bem_;
  std::vector<double> velocity_;
};

// Facets are not a sphere: P_4 on them is no pure l = 4, and far away the little l = 2 in it
// outweighs an l = 4 that is 60 dB and more below rho c v. Such sound is held to its own harmonic,
// and what is left of it to -100 dB.
void expect_within(const std::array<FarError, kOrders>& errors, const SphereBem& sphere, double ka,
                   double limit) {
  const Air air;
  for (int l = 0; l < kOrders; ++l) {
    const double strength =
        std::abs(sphere.exact(l, ka)) / (air.density * air.speed_of_sound * kRadius);
    EXPECT_LT(errors[l].own, limit) << "ka " << ka << " l " << l;
    if (strength > 1e-3)
      EXPECT_LT(errors[l].all, limit) << "ka " << ka << " l " << l;
    else
      EXPECT_LT(errors[l].level, 1e-5) << "ka " << ka << " l " << l;
  }
}

const SphereBem& medium() {
  static const SphereBem sphere(9);  // 1620 triangles
  return sphere;
}

TEST(BemSphere, YardstickIsThatOfTheReferenceTable) {
  const SphereBem sphere(1);
  const Air air;
  const auto rows = csv_rows("wave/sphere_radiation.csv");
  EXPECT_EQ(rows.size(), 90u);
  for (const CsvRow& row : rows) {
    const double ka = row["ka"];
    const Complex table =
        std::polar(air.density * air.speed_of_sound * kRadius * row["D_l=|p_far|*r/(rho*c*V*a)"],
                   row["phase_deg_of_p*exp(-ik(r-a)) (e^{-iwt})"] * kPi / 180 - ka);
    const Complex exact = sphere.exact(static_cast<int>(row["l"]), ka);
    EXPECT_LT(std::abs(table - exact), 1e-6 * std::abs(exact)) << ka << " " << row["l"];
  }
}

TEST(BemSphere, FarFieldWithinOnePercentBelowTheFirstInteriorResonance) {
  for (const double ka : {0.05, 2.0, 3.0}) expect_within(medium().errors(ka), medium(), ka, 0.01);
}

TEST(BemSphere, FictitiousFrequenciesDoNotShow) {
  // zeros of j_0, j_1, j_2: interior resonances of the sphere with soft walls
  for (const double ka : {kPi, 4.493409458, 5.763459197})
    expect_within(medium().errors(ka), medium(), ka, 0.01);
}

TEST(BemSphere, ConvergesWithSecondOrder) {
  const auto coarse = SphereBem(3).errors(2), middle = SphereBem(6).errors(2);
  for (int l = 0; l < kOrders; ++l) {
    if (l == 1) continue;  // errors of a dipole cancel: 0.003 % on 720 triangles
    EXPECT_GT(std::log2(coarse[l].all / middle[l].all), 1.9) << l;
  }
}

// Prints the table as it goes.
void expect_table(const SphereBem& sphere, std::span<const double> kas) {
  for (const double ka : kas) {
    const auto errors = sphere.errors(ka);
    std::printf("ka %7.4f, far field / own harmonic [%%]:", ka);
    for (const auto& e : errors) std::printf("  %.3f / %.3f", 100 * e.all, 100 * e.own);
    std::printf("\n");
    expect_within(errors, sphere, ka, ka < kPi ? 0.01 : 0.03);
  }
}

const SphereBem& fine() {
  static const SphereBem sphere(14);  // 3920 triangles
  return sphere;
}

TEST(BemSphereSlow, TableBelowTheFirstResonanceOnFourThousandTriangles) {
  expect_table(fine(), std::array{0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0});
}

TEST(BemSphereSlow, TableAboveTheFirstResonanceOnFourThousandTriangles) {
  expect_table(fine(), std::array{4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0});
}

TEST(BemSphereSlow, FictitiousFrequenciesOnFourThousandTriangles) {
  // zeros of j_0 .. j_4 up to 10
  expect_table(fine(), std::array{kPi, 4.493409458, 5.763459197, 2 * kPi, 6.987932001, 7.725251837,
                                  8.182561453, 9.095011330, 3 * kPi});
}

}  // namespace
}  // namespace peal
