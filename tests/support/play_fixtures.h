// Small bodies as they are while sound plays, made without any physics: for banks and engine.
#pragma once
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "base/aligned.h"
#include "base/constants.h"
#include "base/rng.h"
#include "dsp/play_body.h"

namespace peal::test {

/// A ball of 18 nodes with some modes, their transfer, and the tables of a click.
struct FixtureBody {
  std::string name;
  std::vector<Vec3> nodes;
  std::vector<int> triangles;
  std::vector<SurfaceBall> balls;
  std::vector<Complex<double>> poles;
  std::vector<float> shapes, curvature;
  std::vector<TransferBlock> blocks;
  AlignedVector<float> values, data, mix;
  std::vector<ClickCoefficient> coefficients;
  std::vector<int> active[2], ends, members;
  PlayClick click;
  PlayBody play;

  FixtureBody(const FixtureBody&) = delete;
  explicit FixtureBody(std::string called, int modes = 12, double radius = 0.05,
                       bool pulses = false)
      : name(std::move(called)) {
    make_surface(radius);
    make_modes(modes);
    make_transfer(1.1 * radius);
    pulses ? make_pulses(1.2 * radius) : make_dipole(radius);
    play.name = name.c_str();
    play.mass = 0.4, play.inertia = {4e-4, 5e-4, 6e-4}, play.bounding_radius = radius;
    play.material = {70e9, 0.6, 0.3, 1e-6};
    play.click = &click;
  }

 private:
  static double number(std::uint64_t what, std::uint64_t i) {  // -1 .. 1
    KeyedRng random(7, what, i);
    return 2 * random.uniform() - 1;
  }
  void make_surface(double radius) {
    const Vec3 axes[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (const Vec3& axis : axes) nodes.push_back(radius * axis);
    const auto middle = [&](int a, int b) {
      const Vec3 m = radius * normalized(nodes[a] + nodes[b]);
      for (std::size_t i = 6; i < nodes.size(); ++i)
        if (norm(nodes[i] - m) < 1e-9) return static_cast<int>(i);
      nodes.push_back(m);
      return static_cast<int>(nodes.size()) - 1;
    };
    for (const int x : {0, 1})
      for (const int y : {2, 3})
        for (const int z : {4, 5}) {
          const bool odd = (x + y + z) % 2 != 0;
          const int a = x, b = odd ? z : y, c = odd ? y : z;
          for (const int node : {a, b, c, middle(a, b), middle(b, c), middle(c, a)})
            triangles.push_back(node);
        }
    play.surface.nodes = nodes, play.surface.triangles = triangles;
    for (std::size_t t = 0; t < triangles.size(); t += 6) {
      Vec3 six[6];
      for (std::size_t k = 0; k < 6; ++k) six[k] = nodes[triangles[t + k]];
      balls.push_back(surface_ball(six));
      play.surface.longest_edge = std::max(play.surface.longest_edge, norm(six[1] - six[0]));
    }
    play.surface.balls = balls;
    curvature.assign(nodes.size(), static_cast<float>(1 / radius));
    play.curvature = curvature;
  }
  void make_modes(int modes) {
    for (int i = 0; i < modes; ++i)
      poles.push_back({-8.0 - 2 * i, 2 * kPi * (700 + 450 * std::pow(i, 1.2))});
    for (std::size_t i = 0; i < 3 * nodes.size() * poles.size(); ++i)
      shapes.push_back(static_cast<float>(1.5 * number(1, i)));
    play.poles = poles, play.shapes = shapes;
  }
  void make_transfer(double radius) {
    constexpr int kOrder = 3;
    for (int first = 0; first < play.modes(); first += kTransferLane) {
      TransferBlock block{};
      block.order = kOrder, block.first = values.size();
      values.resize(values.size() + block_value_count(kOrder));
      float* multipoles = values.data() + block.first;
      float* inverses = multipoles + coefficient_count(kOrder);
      float* wavenumber = inverses + inverse_count(kOrder);
      for (int n = 0; n < kTransferLane; ++n) {
        const int mode = first + n;
        block.modes[n] = mode < play.modes() ? mode : -1;
        if (block.modes[n] < 0) continue;
        block.size[n] = 3;
        const double k = poles[mode].im / 343.2, x = k * radius;
        wavenumber[n] = static_cast<float>(k);
        for (int i = 0; i < static_cast<int>(harmonic_count(kOrder)); ++i)
          for (const int part : {0, 1})
            multipoles[(2 * i + part) * kTransferLane + n] =
                static_cast<float>(0.5 * number(2 + part, 1000 * mode + i));
        std::complex<double> inverse;
        for (int l = 1; l <= kOrder; ++l) {
          inverse = 1.0 / (l == 1 ? std::complex<double>(1, -x) : 2.0 * l - 1 - x * x * inverse);
          inverses[2 * l * kTransferLane + n] = static_cast<float>(inverse.real());
          inverses[(2 * l + 1) * kTransferLane + n] = static_cast<float>(inverse.imag());
        }
      }
      blocks.push_back(block);
    }
    play.transfer = {{0.001, 0, -0.002}, radius, play.modes(), kOrder, blocks, values,
                     harmonic_steps()};
  }
  void start_click(int rows, int blocks_of_samples) {
    click.rate = 48000, click.lead = 0.001, click.speed_of_sound = 343.2, click.first = -17;
    click.tables = {nullptr, rows, blocks_of_samples};
    for (int i = 0; i < rows * click.samples(); ++i)
      data.push_back(static_cast<float>(20 * number(5, i)));
    click.tables.data = data.data();
  }
  void make_dipole(double a) {
    click.is_dipole = true;
    click.dipole = {{a, 1.05 * a, 1.1 * a}, {1e-3, 1e-3, 1e-3}, a, 1.05, 3};
    click.most_rows = 4;
    start_click(6, 6);
  }
  void make_pulses(double radius) {
    click.is_dipole = false;
    for (int f = 0; f < 6; ++f)
      for (int l = 1; l <= 3; ++l) coefficients.push_back({f, l, f % 2 == 0 ? l : -1});
    PulseTables& pulse = click.pulse;
    pulse.centre = {0, 0.001, 0}, pulse.radius = radius, pulse.polar_axis = 1, pulse.order = 3;
    pulse.coefficients = coefficients;
    constexpr int kBlocks = 2;
    int all = 0;
    for (const ClickZone zone : {ClickZone::all, ClickZone::far}) {
      int rows = 0;
      for (const ClickCoefficient& coefficient : coefficients)
        rows += click_degree(coefficient.l, zone) + 1;
      PulseZone& tables = pulse.zone[static_cast<int>(zone)];
      if (zone == ClickZone::all) {  // one group of late rows
        for (int r = 0; r < rows; ++r) members.push_back(r);
        ends = {rows};
        for (int i = 0; i < rows * kLateBasis; ++i) mix.push_back(static_cast<float>(number(6, i)));
        tables.ends = ends, tables.members = members, tables.mix = mix;
      }
      tables.rows = rows + tables.basis_size();
      auto& counts = active[static_cast<int>(zone)];
      for (int b = 0; b < kBlocks; ++b)
        counts.push_back(b < kBlocks / 2 ? tables.rows : tables.basis_size());
      tables.active = counts;
      click.most_rows = std::max(click.most_rows, tables.rows);
      all += tables.rows;
    }
    start_click(all, kBlocks);
  }
};

}  // namespace peal::test
