// Scenes, thinning and matching shared by the tests of find_impacts.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "tools/import/events/find_impacts.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {

struct TakeScene {
  std::string name;
  RigidSetup setup;
  double duration;
};

/// A prism of 24 corners and an even mass: a coin.
inline RigidBodySetup coin(double radius, double thickness, double mass, const Vec3& position,
                           const Quat& rotation) {
  RigidBodySetup body;
  HullShape hull;
  for (int i = 0; i < 24; ++i)
    for (const double side : {-0.5, 0.5}) {
      const double angle = 2 * std::acos(-1.0) * i / 24;
      hull.corners.push_back(
          {radius * std::cos(angle), side * thickness, radius * std::sin(angle)});
    }
  body.shape = hull;
  body.mass = mass;
  const double across = mass * (radius * radius / 4 + thickness * thickness / 12);
  body.inertia_diagonal = {across, mass * radius * radius / 2, across};
  body.pose = {position, rotation};
  return body;
}

inline std::vector<TakeScene> take_scenes() {
  std::vector<TakeScene> scenes;
  {
    RigidSetup s;
    s.bodies = {ball(0.05, 0.5, {0, 0.8, 0}, {0.3, 0, 0}), ball(0.03, 0.2, {0.5, 1.1, 0}),
                bar({0.2, 0.01, 0.02}, 0.1, {-0.5, 0.6, 0}, Quat::from_axis_angle({0, 0, 1}, 0.35)),
                bar({0.3, 0.02, 0.02}, 0.3, {0, 0.5, 0.5}, Quat::from_axis_angle({1, 0, 1}, 0.6))};
    s.bodies[2].spin = {0.5, 0, 1};
    scenes.push_back({"balls and bars", s, 2});
  }
  const auto turn = [&](int i) {
    return Quat::from_axis_angle({std::sin(1.3 * i + 0.2), std::cos(2.1 * i), std::sin(3.7 * i)},
                                 0.7 * i + 0.3);
  };
  {
    RigidSetup s;
    for (int i = 0; i < 10; ++i) {
      RigidBodySetup die =
          bar({0.016, 0.016, 0.016}, 0.005,
              {0.03 * (i % 4) - 0.045, 0.15 + 0.02 * i, 0.03 * (i / 4) - 0.03}, turn(i));
      die.spin = {10 * std::sin(2.0 * i), 10 * std::cos(3.0 * i), 15 * std::sin(5.0 * i + 1)};
      die.velocity = {0.5 * std::sin(1.0 * i), 0, 0.5 * std::cos(4.0 * i)};
      die.restitution = 0.55;
      s.bodies.push_back(die);
    }
    scenes.push_back({"ten dice", s, 1.5});
  }
  {
    RigidSetup s;
    for (int i = 0; i < 10; ++i) {
      RigidBodySetup c = coin(
          0.012, 0.0018, 0.006, {0.028 * (i % 4) - 0.045, 0.12 + 0.015 * i, 0.03 * (i / 4) - 0.03},
          Quat::from_axis_angle({std::sin(1.0 * i), 0, std::cos(1.0 * i)}, 0.2 + 0.25 * i));
      c.spin = {6 * std::sin(2.0 * i), 3, 6 * std::cos(2.0 * i)};
      s.bodies.push_back(c);
    }
    scenes.push_back({"ten coins", s, 1.5});
  }
  return scenes;
}

/// Poses at frames as a file with so many decimals would hold them.
inline PoseFrames thinned(const std::vector<PoseTrack>& tracks, double duration, double rate,
                          int decimals) {
  PoseFrames frames;
  const double unit = std::pow(10.0, -decimals);
  frames.rounding = 0.5 * unit;
  frames.turn_rounding = unit;
  const auto rounded = [&](double x) { return std::round(x / unit) * unit; };
  for (int k = 0; k <= duration * rate; ++k) frames.times.push_back(k / rate);
  for (const PoseTrack& track : tracks) {
    auto& poses = frames.poses.emplace_back();
    for (const double t : frames.times) {
      Pose p = track.pose_at(t);
      p.position = {rounded(p.position.x), rounded(p.position.y), rounded(p.position.z)};
      Quat& q = p.rotation;
      q = normalized(Quat{rounded(q.w), rounded(q.x), rounded(q.y), rounded(q.z)});
      poses.push_back(p);
    }
  }
  return frames;
}

/// Impacts of one pair at one instant (a bar that lands flat) are one.
inline std::vector<Impact> merged(const std::vector<Impact>& impacts) {
  std::vector<Impact> out;
  for (const Impact& i : impacts) {
    bool found = false;
    for (auto o = out.rbegin(); o != out.rend() && i.time - o->time < 1e-7; ++o)
      if (o->body_a == i.body_a && o->body_b == i.body_b) {
        o->impulse += i.impulse;
        o->closing_speed = std::max(o->closing_speed, i.closing_speed);
        found = true;
        break;
      }
    if (!found) out.push_back(i);
  }
  return out;
}

struct Comparison {
  int truth = 0, matched = 0, invented = 0;
  std::vector<double> time_errors, impulse_errors;
  double seconds = 0;
  double recall() const { return truth ? double(matched) / truth : 1; }
  static double quantile(std::vector<double> v, double q) {
    if (v.empty()) return 0;
    std::sort(v.begin(), v.end());
    return v[std::min(v.size() - 1, static_cast<std::size_t>(q * double(v.size())))];
  }
};

inline void print_table_header() {
  fmt::print("{:22} {:>5} {:>4} | {:>6} {:>7} {:>8} | {:>9} {:>9} | {:>8} {:>8} | {:>6}\n", "scene",
             "Hz", "dec", "audible", "recall", "invented", "t med ms", "t 90% ms", "J med %",
             "J 90% %", "s");
}

inline Comparison compare(const std::string& name, const RigidSetup& truth_setup, double duration,
                          double rate, int decimals = 6, const FindSettings& settings = {},
                          double material_factor = 1, double audible = 0.2) {
  RigidMotion motion(truth_setup);
  const std::vector<Impact> all = merged(motion.step(duration).impacts);
  const PoseFrames frames = thinned(motion.tracks(), duration, rate, decimals);
  RigidSetup setup = truth_setup;
  for (RigidBodySetup& b : setup.bodies)
    b.restitution *= material_factor, b.friction *= material_factor;
  setup.floor_restitution *= material_factor;
  const auto start = std::chrono::steady_clock::now();
  const FoundMotion found = find_impacts(setup, frames, settings);
  Comparison c;
  c.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::vector<Impact> got = merged(found.take.impacts);
  std::vector<bool> used(got.size(), false);
  const double window = 0.5 / rate;
  // The strongest choose first.
  std::vector<const Impact*> order;
  for (const Impact& i : all) order.push_back(&i);
  std::stable_sort(order.begin(), order.end(),
                   [](auto* a, auto* b) { return a->closing_speed > b->closing_speed; });
  for (const Impact* i : order) {
    if (i->time > frames.times.back()) continue;
    const bool counts = i->closing_speed >= audible;
    c.truth += counts;
    int best = -1;
    for (std::size_t j = 0; j < got.size(); ++j)
      if (!used[j] && got[j].body_a == i->body_a && got[j].body_b == i->body_b &&
          std::abs(got[j].time - i->time) <= window &&
          (best < 0 || std::abs(got[j].time - i->time) <
                           std::abs(got[static_cast<std::size_t>(best)].time - i->time)))
        best = static_cast<int>(j);
    if (best < 0) continue;
    const Impact& g = got[static_cast<std::size_t>(best)];
    used[static_cast<std::size_t>(best)] = true;
    if (!counts) continue;
    ++c.matched;
    c.time_errors.push_back(std::abs(g.time - i->time));
    c.impulse_errors.push_back(norm(g.impulse - i->impulse) / norm(i->impulse));
  }
  for (std::size_t j = 0; j < got.size(); ++j)
    c.invented += !used[j] && got[j].closing_speed >= audible;
  fmt::print(
      "{:22} {:5.0f} {:4} | {:6} {:6.1f}% {:8} | {:9.4f} {:9.4f} | {:8.2f} {:8.2f} | {:6.2f}\n",
      name, rate, decimals, c.truth, 100 * c.recall(), c.invented,
      1e3 * Comparison::quantile(c.time_errors, 0.5),
      1e3 * Comparison::quantile(c.time_errors, 0.9),
      100 * Comparison::quantile(c.impulse_errors, 0.5),
      100 * Comparison::quantile(c.impulse_errors, 0.9), c.seconds);
  return c;
}

}  // namespace peal
