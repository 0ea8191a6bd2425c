#include "physics/rods/elastic_rod.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/constants.h"
#include "base/error.h"
#include "physics/rods/rod_bytes.h"
#include "physics/rods/transport.h"

namespace peal {

ElasticRod& ElasticRod::operator=(const ElasticRod& other) {
  data_ = other.data_;
  view_ = other.view_;
  view_.base = data_.data();
  kernel_ = other.kernel_;
  sections_ = other.sections_;
  share_ = other.share_;
  rest_twist_ = other.rest_twist_;
  thick_ = other.thick_;
  return *this;
}

void ElasticRod::accept() {
  const auto copy = [&](int from, int to, int count) {
    std::memcpy(view_.base + to * view_.stride, view_.base + from * view_.stride,
                sizeof(double) * static_cast<std::size_t>(count * view_.stride));
  };
  copy(kRodT, kRodStartT, 3);
  copy(kRodD1, kRodStartD, 3);
  copy(kRodX + 3, kRodStartTwist, 1);
}

ElasticRod::Strains ElasticRod::strains(int i) const {
  const int e0 = closed() ? (i - 1 + edges()) % edges() : i - 1, e1 = i;
  const Vec3 t0 = tangent(e0), t1 = tangent(e1);
  const Vec3 kb = 2.0 / (1 + dot(t0, t1)) * cross(t0, t1);
  const Vec3 carried = transported(d1(e0), t0, t1);
  const double twist = std::atan2(-dot(carried, d2(e1)), dot(carried, d1(e1))) - rest_twist_[i];
  const double was = *at(kRodOff, i);
  return {0.5 * dot(kb, d2(e0) + d2(e1)) - *at(kRodRestBend1, i),
          -0.5 * dot(kb, d1(e0) + d1(e1)) - *at(kRodRestBend2, i),
          twist + 2 * kPi * std::round((was - twist) / (2 * kPi))};
}

RodEnergy ElasticRod::energy() const {
  RodEnergy out;
  for (int j = 0; j < edges(); ++j) {
    const double rest = 1 / *at(kRodRest, j);
    const double strain = norm(point((j + 1) % points()) - point(j)) / rest - 1;
    out.stretch += 0.5 * *at(kRodAxial, j) * strain * strain * rest;
    out.kinetic += 0.5 * twist_inertia(j) * twist_rate(j) * twist_rate(j);
  }
  for (int i = inner_begin(); i < inner_end(); ++i) {
    const Strains s = strains(i);
    out.bend +=
        0.5 * (*at(kRodBend1, i) * s.bend1 * s.bend1 + *at(kRodBend2, i) * s.bend2 * s.bend2);
    out.twist += 0.5 * *at(kRodTorsion, i) * s.twist * s.twist;
  }
  for (int i = 0; i < points(); ++i) out.kinetic += 0.5 * mass(i) * norm_squared(velocity(i));
  if (!thick_.none())
    thick_.multiply(
        thick_frames(), [&](int i) { return velocity(i); },
        [&](int i, const Vec3& p) { out.kinetic += 0.5 * dot(p, velocity(i)); });
  return out;
}

Vec3 ElasticRod::momentum() const {
  Vec3 out;
  for (int i = 0; i < points(); ++i) out += mass(i) * velocity(i);
  if (!thick_.none())
    thick_.multiply(
        thick_frames(), [&](int i) { return velocity(i); }, [&](int, const Vec3& p) { out += p; });
  return out;
}

ThickInertia::Frames ElasticRod::thick_frames() const {
  ThickInertia::Frames out{};
  for (int k = 0; k < 3; ++k) out.d1[k] = at(kRodD1 + k, 0), out.d2[k] = at(kRodD2 + k, 0);
  out.mass = at(kRodMass, 0);
  return out;
}

Mat3 ElasticRod::frame(int i) const {
  const int last = edges() - 1;
  const int e0 = i > 0 ? i - 1 : closed() ? last : 0, e1 = std::min(i, last);
  const Vec3 t = normalized(tangent(e0) + tangent(e1), tangent(e0));
  Vec3 d = transported(d1(e0), tangent(e0), t);
  if (e0 != e1) {
    const double half = (rest_twist_[i] + *at(kRodOff, i)) / 2;
    d = std::cos(half) * d + std::sin(half) * cross(t, d);
  }
  return transpose(Mat3{{d, cross(t, d), t}});
}

void ElasticRod::move(std::span<const Vec3> points_to, std::span<const double> more_twist) {
  if (static_cast<int>(points_to.size()) != points())
    fail("rod: {} places for {} points", points_to.size(), points());
  if (!more_twist.empty() && static_cast<int>(more_twist.size()) != edges())
    fail("rod: {} twists for {} edges", more_twist.size(), edges());
  for (int j = 0; j < edges(); ++j) {
    const Vec3 e = points_to[(j + 1) % points()] - points_to[j];
    if (!(norm(e) > 0) || !is_finite(e)) fail("rod: edge {} would have no length", j);
    if (dot(e, tangent(j)) < -0.999 * norm(e)) fail("rod: edge {} would turn round", j);
  }
  for (int i = 0; i < points(); ++i) set_three(kRodX, i, points_to[i]);
  for (std::size_t j = 0; j < more_twist.size(); ++j) *at(kRodX + 3, int(j)) += more_twist[j];
  refresh();
  for (int i = inner_begin(); i < inner_end(); ++i) *at(kRodOff, i) = strains(i).twist;
  wrap(kRodOff, kRodOff);
  accept();
}

void ElasticRod::gradient(std::span<double> out) const {
  ElasticRod still = *this;  // forces write what they unwind
  std::fill_n(still.view_.base + kRodV * view_.stride, 8 * view_.stride, 0.0);
  std::vector<double> r(4 * static_cast<std::size_t>(points() + 4)), none(r.size());
  kernel_->forces(still.view_, {0, 0, 1, 1, 1}, 0, points(), none.data(), r.data());
  for (int k = 0; k < 4 * points(); ++k) out[k] = -r[k];
  if (!closed()) out[4 * points() - 1] = 0;
}

RodLinear ElasticRod::linearise() const {
  ElasticRod still = *this;
  std::fill_n(still.view_.base + kRodV * view_.stride, 8 * view_.stride, 0.0);
  RodLinear out{points(), closed(), {}, {}, {}};
  std::vector<double> r(4 * static_cast<std::size_t>(points() + 4)), none(r.size());
  out.stiffness.resize(kRodPanel * static_cast<std::size_t>(points() + 4));
  kernel_->stiffness(still.view_, {0, 0, 1, 1, 0}, 0, points(), 1, none.data(), r.data(),
                     out.stiffness.data());
  out.stiffness.resize(kRodPanel * static_cast<std::size_t>(points()));
  for (int i = 0; i < points(); ++i)
    out.mass.insert(out.mass.end(), {mass(i), mass(i), mass(i), twist_inertia(i)});
  if (thick_.none()) return out;
  const std::size_t n = 4 * static_cast<std::size_t>(points());
  out.thick.assign(n * n, 0.0);
  for (int j = 0; j < points(); ++j)
    for (int k = 0; k < 3; ++k)
      thick_.multiply(
          thick_frames(),
          [&](int i) {
            Vec3 v;
            if (i == j) v[k] = 1;
            return v;
          },
          [&](int i, const Vec3& p) {
            for (int row = 0; row < 3; ++row) out.thick[(4 * i + row) * n + 4 * j + k] += p[row];
          });
  return out;
}

std::vector<double> RodLinear::dense() const {
  const int n = 4 * points;
  std::vector<double> out(static_cast<std::size_t>(n) * n, 0.0);
  for (int i = 0; i < points; ++i)
    for (int part = 0; part < 3; ++part) {
      if (i + part >= points && !closed) continue;
      const int j = (i + part) % points;
      for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) {
          const double value = stiffness[kRodPanel * i + 12 * c + 4 * part + r];
          out[(4 * j + r) * n + 4 * i + c] = value;
          out[(4 * i + c) * n + 4 * j + r] = value;
        }
    }
  return out;
}

void ElasticRod::save(std::vector<std::byte>& out) const {
  put_bytes(out, kRodBytesMark);
  put_bytes(out, points());
  put_bytes(out, edges());
  put_bytes(out, std::span(data_.data(), static_cast<std::size_t>(kRodState * view_.stride)));
}

void ElasticRod::load(std::span<const std::byte>& in) {
  std::uint64_t mark = 0;
  int m = 0, n = 0;
  take_bytes(in, mark);
  take_bytes(in, m);
  take_bytes(in, n);
  if (mark != kRodBytesMark || m != points() || n != edges())
    fail("rod: these bytes are not the state of this rod of {} points", points());
  take_bytes(in, std::span(data_.data(), static_cast<std::size_t>(kRodState * view_.stride)));
}

}  // namespace peal
