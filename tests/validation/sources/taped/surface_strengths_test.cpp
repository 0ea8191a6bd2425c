// From points that move to the sound of a closed surface, by its emission track: the field of its
// elements against the exact sphere, boundary elements of the Helmholtz equation, and what bodies
// that spin must not make.
#include "sources/taped/surface_strengths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>

#include "emission/cloud_tape.h"
#include "physics/wave/bem/helmholtz_bem.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
constexpr double kRate = 88200;
constexpr int kBlocks = 5, kCount = kBlocks * CloudBlock::kSamples;

/// Where a point of the surface is at a time, and how fast: exactly.
struct Motions {
  std::function<Vec3(const Vec3&, double)> place, velocity;
};

/// Samples [first, first + count) as a world would hand them over.
ShapeSamples moved(const TriangleMesh& rest, const Motions& by, std::int64_t first, int count) {
  ShapeSamples s;
  s.rate = kRate, s.first = first, s.count = count;
  s.points = static_cast<int>(rest.vertices.size());
  for (const Vec3& x : rest.vertices)
    for (int axis = 0; axis < 3; ++axis)
      for (int n = 0; n < count; ++n)
        s.acceleration.push_back(
            static_cast<float>(kRate * (by.velocity(x, (first + n + 0.5) / kRate)[axis] -
                                        by.velocity(x, (first + n - 0.5) / kRate)[axis])));
  for (const Vec3& x : rest.vertices)
    for (int n = 0; n < count; ++n)
      if ((first + n) % ShapeSamples::kKnot == 0)
        s.knots.push_back(
            {by.place(x, (first + n) / kRate), by.velocity(x, (first + n) / kRate), {}, {}});
  return s;
}

ChunkFile track_of(const TriangleMesh& rest, const Motions& by, int blocks = kBlocks) {
  ChunkFile tape = ChunkFile::temporary({});
  SurfaceStrengths strengths(0, rest, Air{}, kRate, -1);
  for (int b = 0; b < blocks; ++b)
    strengths.add(moved(rest, by, b * CloudBlock::kSamples, CloudBlock::kSamples), tape);
  strengths.finish(tape);
  return tape;
}

/// Field at places far or near, of one frequency, e^{+i omega t}: transform of what arrives.
std::vector<Complex> field(const ChunkFile& tape, double omega, const std::vector<Vec3>& ears,
                           int from = 0) {
  const double c = Air{}.speed_of_sound;
  std::vector<Complex> out(ears.size());
  CloudBlock block;
  for (int b = from; b < from + kBlocks; ++b) {
    if (!read_cloud(tape, 0, b * CloudBlock::kSamples, block)) continue;
    for (std::size_t e = 0; e < block.elements(); ++e) {
      Complex rows[4];
      for (int n = 0; n < CloudBlock::kSamples; ++n) {
        const double t = (b * CloudBlock::kSamples + n) / kRate;
        const Complex turn = std::polar(1 / kRate, -omega * t);
        rows[0] += turn * double(block.monopole(e)[n]);
        for (int axis = 0; axis < 3; ++axis)
          rows[1 + axis] += turn * double(block.dipole(e, axis)[n]);
      }
      for (std::size_t i = 0; i < ears.size(); ++i) {
        const Vec3 way = ears[i] - block.place(e, 0).position;
        const double r = norm(way);
        Complex d;
        for (int axis = 0; axis < 3; ++axis) d += way[axis] / r * rows[1 + axis];
        out[i] += (rows[0] + d * Complex(1 / r, omega / c)) * std::polar(1 / r, -omega * r / c);
      }
    }
  }
  return out;
}

constexpr double kMiddle = 0.006, kWidth = 3e-5, kSpeed = 0.01;  // [s], [m/s] of a pulse
double pulse(double t) {
  const double x = (t - kMiddle) / kWidth;
  return kSpeed * std::exp(-0.5 * x * x);
}
double pulse_way(double t) {
  return kSpeed * kWidth * std::sqrt(kPi / 2) *
         (1 + std::erf((t - kMiddle) / kWidth / std::sqrt(2)));
}
Complex pulse_spectrum(double omega) {
  return kSpeed * kWidth * std::sqrt(2 * kPi) * std::exp(-0.5 * omega * omega * kWidth * kWidth) *
         std::polar(1.0, -omega * kMiddle);
}
/// A pulse of velocity in a pattern.
Motions pulsed(const std::function<Vec3(const Vec3&)>& pattern) {
  return {[=](const Vec3& x, double t) { return x + pulse_way(t) * pattern(x); },
          [=](const Vec3& x, double t) { return pulse(t) * pattern(x); }};
}

TEST(SurfaceStrengths, SpheresSoundAsTheExactOne) {
  const double a = 0.1, c = Air{}.speed_of_sound, density = Air{}.density;
  const TriangleMesh sphere = test::icosphere(a, 3);  // 1280 triangles
  const std::vector<double> kas{0.1, 0.5, 1, 2, 3, 4, 6, 8};
  for (int l = 0; l <= 3; ++l) {
    const auto legendre = [l](double x) { return std::legendre(static_cast<unsigned>(l), x); };
    const ChunkFile tape = track_of(
        sphere, pulsed([&](const Vec3& x) { return legendre(x.z / norm(x)) * normalized(x); }));
    for (const double ka : kas) {
      const double k = ka / a, omega = k * c;
      for (const double r : {0.2, 1.0}) {
        const double cosine = 0.94;
        const Vec3 ear = r * Vec3{std::sqrt(1 - cosine * cosine), 0, cosine};
        const Complex got = field(tape, omega, {ear})[0];
        // e^{+i omega t}: the conjugate of e^{-i omega t}'s.
        const Complex exact = std::conj(Complex(0, density * c) * spherical_hankel(l, k * r) /
                                        spherical_hankel_derivative(l, k * a)) *
                              legendre(cosine) * pulse_spectrum(omega);
        const double level = 20 * std::log10(std::abs(got / exact));
        const double phase = std::arg(got / exact) * 180 / kPi;
        // An octupole's field far away is 90 dB below its surface: below 16 bits of the tape.
        if (l == 3 && ka < 0.2 && r > 0.5) continue;
        std::printf("  l %d ka %.1f r %.1f m: %+.2f dB %+.1f degrees\n", l, ka, r, level, phase);
        EXPECT_LT(std::abs(level), 0.5) << l << " " << ka << " " << r;
        EXPECT_LT(std::abs(phase), 6) << l << " " << ka << " " << r;
      }
    }
  }
}

/// Decibels over boundary elements, of the power that a pattern of velocity sends to directions
/// between the z axis and the plane across it, 2 m away.
void expect_as_helmholtz(const char* name, const TriangleMesh& body,
                         const std::function<Vec3(const Vec3&)>& pattern,
                         const std::vector<double>& frequencies, double bound) {
  const ChunkFile tape = track_of(body, pulsed(pattern));
  const HelmholtzBem bem(body, Air{});
  std::vector<Vec3> ears, shape;
  for (int degrees = 0; degrees <= 90; degrees += 15)
    ears.push_back({2 * std::sin(degrees * kPi / 180), 0, 2 * std::cos(degrees * kPi / 180)});
  for (const Vec3& x : body.vertices) shape.push_back(pattern(x));
  const std::vector<double> speeds = normal_components(body, shape);
  for (const double frequency : frequencies) {
    const double omega = 2 * kPi * frequency;
    const auto surface = bem.solve(omega, speeds);
    const auto got = field(tape, omega, ears);
    double power = 0, exact = 0;
    for (std::size_t i = 0; i < ears.size(); ++i) {
      const double share = norm(Vec3{ears[i].x, 0, 0}) + 0.1;  // of directions like it
      power += share * std::norm(got[i]);
      exact +=
          share * std::norm(bem.pressure(omega, surface, speeds, ears[i]) * pulse_spectrum(omega));
    }
    const double level = 10 * std::log10(power / exact);
    std::printf("  %s, %g Hz: %+.2f dB\n", name, frequency, level);
    EXPECT_LT(std::abs(level), bound) << name << " " << frequency;
  }
}

TEST(SurfaceStrengths, BodiesShakeAsInTheWaveEquation) {
  const auto along = [](const Vec3&) { return Vec3{0, 0, 1}; };
  expect_as_helmholtz("cube", test::box({0.1, 0.1, 0.1}, {9, 9, 9}), along, {200, 600, 1200, 2400},
                      1.0);
  TriangleMesh egg = test::icosphere(0.05, 3);
  for (Vec3& x : egg.vertices) x.z *= 2;
  expect_as_helmholtz("spheroid 2:1 along", egg, along, {300, 900, 2000, 4000}, 1.0);
  expect_as_helmholtz(
      "stretching", egg,
      [](const Vec3& x) {
        return Vec3{-5 * x.x, -5 * x.y, 10 * x.z};
      },
      {300, 900, 2000, 4000}, 1.0);
}

TEST(SurfaceStrengths, BodiesThatSpinAndMoveAreNoMonopoles) {
  const TriangleMesh body = test::box({0.1, 0.06, 0.03}, {6, 4, 3});
  const Vec3 spin{30, 50, 20}, speed{3, 1, 0};
  const Quat unit{1, 0, 0, 0};
  const double rate = norm(spin);
  const auto turned = [&](double t) {
    const Vec3 axis = std::sin(0.5 * rate * t) / rate * spin;
    return Quat{std::cos(0.5 * rate * t), axis.x, axis.y, axis.z} * unit;
  };
  const ChunkFile tape = track_of(
      body, {[&](const Vec3& x, double t) { return rotate(turned(t), x) + t * speed; },
             [&](const Vec3& x, double t) { return cross(spin, rotate(turned(t), x)) + speed; }});
  // n.a A of the same body would be of the size rho/(4 pi) spin^2 times its volume and more.
  const double naive = Air{}.density / (4 * kPi) * rate * rate * 0.1 * 0.06 * 0.03;
  CloudBlock block;
  double most = 0;
  for (int b = 1; b < kBlocks - 1; ++b) {
    ASSERT_TRUE(read_cloud(tape, 0, b * CloudBlock::kSamples, block));
    for (int n = 0; n < CloudBlock::kSamples; ++n) {
      double sum = 0;
      for (std::size_t e = 0; e < block.elements(); ++e) sum += block.monopole(e)[n];
      most = std::max(most, std::abs(sum));
    }
  }
  std::printf("  monopole %.3g Pa m, n.a A would give %.3g\n", most, naive);
  EXPECT_LT(most, 1e-3 * naive);
}

TEST(SurfaceStrengths, OperatorFollowsABodyThatGrows) {
  const double a = 0.06, c = Air{}.speed_of_sound;
  const TriangleMesh sphere = test::icosphere(a, 2);
  // By half over 20 ms, then a pulse.
  const double grown = 0.02, pulse_at = 0.035;
  const auto size = [=](double t) {
    const double u = std::clamp(t / grown, 0.0, 1.0);
    return 1 + 0.5 * (u - std::sin(2 * kPi * u) / (2 * kPi));
  };
  const auto rate = [=](double t) {
    const double u = std::clamp(t / grown, 0.0, 1.0);
    return 0.5 / grown * (1 - std::cos(2 * kPi * u));
  };
  const Motions by{[=](const Vec3& x, double t) {
                     return size(t) * x + Vec3{0, 0, pulse_way(t - pulse_at + kMiddle)};
                   },
                   [=](const Vec3& x, double t) {
                     return rate(t) * x + Vec3{0, 0, pulse(t - pulse_at + kMiddle)};
                   }};
  ChunkFile tape = ChunkFile::temporary({}), again = ChunkFile::temporary({});
  SurfaceStrengths whole(0, sphere, Air{}, kRate, -1);
  auto cut = std::make_unique<SurfaceStrengths>(0, sphere, Air{}, kRate, -1);
  const int blocks = 9;
  for (int b = 0; b < blocks; ++b) {
    const ShapeSamples some = moved(sphere, by, b * CloudBlock::kSamples, CloudBlock::kSamples);
    whole.add(some, tape);
    cut->add(some, again);
    if (b != 5) continue;  // saved after the operator was made anew, loaded into another
    EXPECT_GE(cut->renewals(), 1);
    StateWriter out;
    cut->save(out);
    cut = std::make_unique<SurfaceStrengths>(0, sphere, Air{}, kRate, -1);
    StateReader in(out.bytes(), "test");
    cut->load(in);
  }
  whole.finish(tape), cut->finish(again);
  std::vector<std::byte> one, other;
  for (int b = 0; b < blocks; ++b) {
    ASSERT_EQ(tape.read(0, b * CloudBlock::kSamples, one),
              again.read(0, b * CloudBlock::kSamples, other));
    EXPECT_EQ(one, other) << b;
  }
  for (const double ka : {0.5, 1.0, 2.0, 3.0}) {
    const double k = ka / (1.5 * a), omega = k * c;
    const Complex got = field(tape, omega, {{0, 0, 1}}, blocks - kBlocks)[0];
    const double exact =
        std::abs(Air{}.density * c * spherical_hankel(1, k * 1.0) /
                 spherical_hankel_derivative(1, k * 1.5 * a) * pulse_spectrum(omega));
    const double level = 20 * std::log10(std::abs(got) / exact);
    std::printf("  grown sphere ka %.1f: %+.2f dB\n", ka, level);
    EXPECT_LT(std::abs(level), 0.5) << ka;
  }
}

}  // namespace
}  // namespace peal
