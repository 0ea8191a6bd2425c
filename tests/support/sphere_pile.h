// Equal spheres that fall into a square box without a lid and come to rest, as a contact problem
// per step: velocities at the end of the free step and contacts with their gaps, whatever solves
// them.
#pragma once
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/rng.h"
#include "physics/coulomb/coulomb_solver.h"

namespace peal::test {

class SpherePile {
 public:
  SpherePile(int count, double radius, double friction, double step)
      : radius_(radius), friction_(friction), step_(step) {
    const int side = std::max(1, static_cast<int>(std::ceil(std::cbrt(count / 2.0))));
    width_ = side * 2.2 * radius;
    const double mass = 2500 * 4.0 / 3 * kPi * std::pow(radius, 3);
    KeyedRng rng(1, 2, 3);
    for (int i = 0; i < count; ++i) {
      const int layer = i / (side * side), at = i % (side * side);
      const auto shake = [&] { return 0.09 * radius * rng.uniform(-1, 1); };
      place.push_back({(at % side + 0.5) * 2.2 * radius + shake(),
                       (layer + 0.5) * 2.2 * radius + shake(),
                       (at / side + 0.5) * 2.2 * radius + shake()});
      CoulombRigid body;
      body.inverse_mass = 1 / mass;
      body.inverse_inertia = SymMat3::scalar(2.5 / (mass * radius * radius));
      bodies.push_back(body);
    }
  }

  /// Gravity, then what touches or will within the step. Call move() after solving.
  void prepare() {
    for (CoulombRigid& body : bodies) body.velocity.y -= 9.81 * step_;
    contacts.clear();
    find_walls();
    find_pairs();
  }
  void move() {
    for (std::size_t i = 0; i < bodies.size(); ++i) place[i] += step_ * bodies[i].velocity;
  }
  CoulombBodies slots() { return {{}, bodies, {}}; }
  double fastest() const {
    double out = 0;
    for (const CoulombRigid& body : bodies) out = std::max(out, norm(body.velocity));
    return out;
  }

  std::vector<CoulombRigid> bodies;
  std::vector<Vec3> place;
  std::vector<CoulombContact> contacts;

 private:
  void add(std::uint32_t a, const CoulombSide& b, std::uint64_t other, const Vec3& normal,
           double gap) {
    if (gap > 0.1 * radius_) return;
    CoulombContact c;
    c.key = {std::uint64_t{a} << 32 | other, 0};
    c.a = CoulombSide::rigid(a, -(radius_ + 0.5 * gap) * normal), c.b = b;
    c.normal = normal, c.friction = friction_;
    // gaps close exactly; what overlaps parts by a fifth of it per step
    c.target = gap > 0 ? -gap / step_ : std::min(-0.2 * gap / step_, 0.1);
    contacts.push_back(c);
  }
  void find_walls() {
    for (std::uint32_t i = 0; i < place.size(); ++i) {
      const Vec3& p = place[i];
      add(i, CoulombSide::fixed(), 0xfffffff0, {0, 1, 0}, p.y - radius_);
      add(i, CoulombSide::fixed(), 0xfffffff1, {1, 0, 0}, p.x - radius_);
      add(i, CoulombSide::fixed(), 0xfffffff2, {-1, 0, 0}, width_ - p.x - radius_);
      add(i, CoulombSide::fixed(), 0xfffffff3, {0, 0, 1}, p.z - radius_);
      add(i, CoulombSide::fixed(), 0xfffffff4, {0, 0, -1}, width_ - p.z - radius_);
    }
  }
  void find_pairs() {
    const double cell = 2.1 * radius_;
    const auto key = [&](int x, int y, int z) {
      return (static_cast<std::int64_t>(x + 1000) * 4096 + y + 1000) * 4096 + z + 1000;
    };
    std::unordered_map<std::int64_t, std::vector<std::uint32_t>> cells;
    const auto index = [&](double x) { return static_cast<int>(std::floor(x / cell)); };
    for (std::uint32_t i = 0; i < place.size(); ++i) {
      const Vec3& p = place[i];
      const int x = index(p.x), y = index(p.y), z = index(p.z);
      for (int k = 0; k < 27; ++k) {
        const auto found = cells.find(key(x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1));
        if (found == cells.end()) continue;
        for (const std::uint32_t j : found->second) {
          const Vec3 d = p - place[j];
          const double gap = norm(d) - 2 * radius_;
          add(i, CoulombSide::rigid(j, (radius_ + 0.5 * gap) * normalized(d)), j, normalized(d),
              gap);
        }
      }
      cells[key(x, y, z)].push_back(i);
    }
  }

  double radius_, friction_, step_, width_ = 0;
};

}  // namespace peal::test
