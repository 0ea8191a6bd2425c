// Takes for tests: made of random but lawful numbers, and compared bit for bit.
#pragma once
#include <cmath>
#include <cstring>
#include <string>

#include "base/rng.h"
#include "motion/take/take.h"

namespace peal {

class TakeMaker {
 public:
  explicit TakeMaker(std::uint64_t seed) : random_(seed, 0, 0) {}

  Take make(int bodies, int knots, int impacts, int contacts, int summaries) {
    Take take;
    take.begin = -0.25, take.end = 10.1;
    take.min_closing_speed = 0.05, take.frame_rate = 23.976;
    take.motion_key = "0123456789abcdef", take.origin = "made by a test, with ümläuts";
    for (int b = 0; b < bodies; ++b) {
      take.bodies.push_back({"coin." + std::to_string(b), b % 3 ? 0.1 + number() : 0, vector()});
      PoseTrack track;
      PoseKnot knot;
      for (int k = 0; k < knots; ++k) {  // every fifth knot is a jump of velocity
        knot.time = take.begin + 10.0 * (k - k % 5 / 4) / knots;
        const double t = knot.time + b;
        if (k % 5 != 4)
          knot.pose = {{std::sin(t), std::cos(t), -0.0}, Quat::from_axis_angle({0, 1, 0.2}, t)};
        knot.velocity = {std::cos(t) + 1e-9 * number(), -std::sin(t), -0.0};
        knot.spin = vector();
        track.append(knot);
      }
      take.tracks.push_back(std::move(track));
    }
    for (int i = 0; i < impacts; ++i)
      take.impacts.push_back({10.0 * i / impacts, i % bodies, other(i, bodies), vector(), vector(),
                              unit(), vector(), number(), number(), i % 2 ? 1 : number()});
    for (int i = 0; i < contacts; ++i) {
      ContactSample c{i / 3,
                      i % bodies,
                      other(i, bodies),
                      10.0 * i / contacts,
                      static_cast<ContactState>(i % 3),
                      i % 7 == 6,
                      number(),
                      vector(),
                      vector(),
                      unit(),
                      vector(),
                      vector()};
      take.contacts.push_back(c);
    }
    for (int i = 0; i < summaries; ++i)
      take.summaries.push_back(
          {0.1 * i, 0.1 * i + 0.05, i % bodies, other(i, bodies), i + 1, number(), number()});
    return take;
  }

  double number() { return random_.uniform(); }
  Vec3 vector() { return {number() - 0.5, number() - 0.5, -0.0}; }
  Vec3 unit() { return normalized(vector(), {0, 1, 0}); }

 private:
  static int other(int i, int bodies) { return i % 4 == 0 ? kFloor : (i + 1) % bodies; }
  KeyedRng random_;
};

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// "" or the first member that differs.
inline std::string difference(const Take& a, const Take& b) {
  if (!same_bits(a.begin, b.begin) || !same_bits(a.end, b.end)) return "begin, end";
  if (!same_bits(a.min_closing_speed, b.min_closing_speed)) return "min_closing_speed";
  if (!same_bits(a.frame_rate, b.frame_rate)) return "frame_rate";
  if (a.motion_key != b.motion_key || a.origin != b.origin) return "motion_key, origin";
  if (a.bodies.size() != b.bodies.size() || a.tracks.size() != b.tracks.size()) return "bodies";
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    if (a.bodies[i].name != b.bodies[i].name || !same_bits(a.bodies[i].mass, b.bodies[i].mass) ||
        !same_bits(a.bodies[i].inertia, b.bodies[i].inertia))
      return "body " + std::to_string(i);
    const auto &p = a.tracks[i].knots(), &q = b.tracks[i].knots();
    if (p.size() != q.size()) return "number of knots";
    for (std::size_t k = 0; k < p.size(); ++k)
      if (!same_bits(p[k], q[k])) return "knot";
  }
  if (a.impacts.size() != b.impacts.size() || a.contacts.size() != b.contacts.size() ||
      a.summaries.size() != b.summaries.size())
    return "number of events";
  const auto bits = [](double x, double y) { return same_bits(x, y); };
  for (std::size_t i = 0; i < a.impacts.size(); ++i) {
    const Impact &p = a.impacts[i], &q = b.impacts[i];
    if (!bits(p.time, q.time) || p.body_a != q.body_a || p.body_b != q.body_b ||
        !same_bits(p.point_a, q.point_a) || !same_bits(p.point_b, q.point_b) ||
        !same_bits(p.normal, q.normal) || !same_bits(p.impulse, q.impulse) ||
        !bits(p.closing_speed, q.closing_speed) || !bits(p.lost_energy, q.lost_energy) ||
        !bits(p.confidence, q.confidence))
      return "impact " + std::to_string(i);
  }
  for (std::size_t i = 0; i < a.contacts.size(); ++i) {
    const ContactSample &p = a.contacts[i], &q = b.contacts[i];
    if (!bits(p.time, q.time) || p.track != q.track || p.body_a != q.body_a ||
        p.body_b != q.body_b || p.state != q.state || p.ends != q.ends ||
        !bits(p.normal_force, q.normal_force) || !same_bits(p.point_a, q.point_a) ||
        !same_bits(p.point_b, q.point_b) || !same_bits(p.normal, q.normal) ||
        !same_bits(p.slip, q.slip) || !same_bits(p.roll, q.roll))
      return "contact " + std::to_string(i);
  }
  for (std::size_t i = 0; i < a.summaries.size(); ++i) {
    const ImpactSummary &p = a.summaries[i], &q = b.summaries[i];
    if (!bits(p.begin, q.begin) || !bits(p.end, q.end) || p.body_a != q.body_a ||
        p.body_b != q.body_b || p.count != q.count || !bits(p.impulse, q.impulse) ||
        !bits(p.closing_speed, q.closing_speed))
      return "summary " + std::to_string(i);
  }
  return "";
}

}  // namespace peal
