#include "motion/rods/touched_bodies.h"

#include <cmath>

namespace peal {
namespace {

/// Whatever something is made of, a rod that lies on it takes some of its vibrations: how long they
/// go on in the contact does not depend on the damping that is heard.
constexpr double kLoss = 3e-3;
constexpr double kGrid = 1e-4;             // [m] shapes are those of the nearest place of a grid
constexpr std::size_t kMostShapes = 4096;  // kept of a body

void add_outer(SymMat3& sum, const Vec3& v, double s) {
  sum.xx += s * v.x * v.x, sum.yy += s * v.y * v.y, sum.zz += s * v.z * v.z;
  sum.xy += s * v.x * v.y, sum.xz += s * v.x * v.z, sum.yz += s * v.y * v.z;
}

/// Columns of a symmetric map, which is given by what it does to the axes.
template <class Map>
SymMat3 symmetric_of(const Map& map) {
  const Vec3 x = map(Vec3{1, 0, 0}), y = map(Vec3{0, 1, 0}), z = map(Vec3{0, 0, 1});
  return {x.x, y.y, z.z, 0.5 * (x.y + y.x), 0.5 * (x.z + z.x), 0.5 * (y.z + z.y)};
}

}  // namespace

TouchedBodies::Modes& TouchedBodies::modes(int body) {
  const auto [found, fresh] = modes_.try_emplace(body);
  Modes& m = found->second;
  if (!fresh || !law_) return m;
  for (const double omega : law_->modes(body)) {
    const double decay = 0.5 * kLoss * omega, turn = std::sqrt(omega * omega - decay * decay);
    m.decay.push_back(decay), m.turn.push_back(turn);
    const Complex<double> s{-decay, turn}, next = power(m, m.turn.size() - 1, step_);
    m.next.push_back(next);
    m.gain.push_back((1 / step_) * ((next - Complex<double>{1, 0}) / s));
    const double part = next.re + decay / turn * next.im;
    m.yield.push_back((1 - part) / (omega * omega * step_ * step_));
  }
  return m;
}

Complex<double> TouchedBodies::power(const Modes& m, std::size_t mode, double time) {
  const double size = std::exp(-m.decay[mode] * time), angle = m.turn[mode] * time;
  return {size * std::cos(angle), size * std::sin(angle)};
}

bool TouchedBodies::yields(int body) { return body >= 0 && !modes(body).turn.empty(); }

const TouchedBodies::Shape& TouchedBodies::shape(int body, Modes& m, const Vec3& own) {
  std::array<int, 3> cell;
  for (int k = 0; k < 3; ++k) cell[k] = static_cast<int>(std::lround(own[k] / kGrid));
  const auto [found, fresh] = m.shapes.try_emplace(cell);
  Shape& out = found->second;
  if (!fresh) return out;
  law_->shapes(body, kGrid * Vec3{double(cell[0]), double(cell[1]), double(cell[2])}, out.phi);
  for (const Vec3& phi : out.phi) out.size += norm_squared(phi);
  out.size = std::sqrt(out.size);
  for (std::size_t j = 0; j < out.phi.size(); ++j) add_outer(out.mobility, out.phi[j], m.yield[j]);
  return out;
}

/// Its modes at the beginning of a step.
TouchedBodies::State& TouchedBodies::bring(int body, std::int64_t step) {
  const Modes& m = modes(body);
  State& state = states_[body];
  if (state.re.empty()) {
    state.step = step;
    state.re.assign(m.turn.size(), 0.0), state.im.assign(m.turn.size(), 0.0);
  }
  const double time = static_cast<double>(step - state.step) * step_;
  for (std::size_t j = 0; time > 0 && j < m.turn.size(); ++j) {
    const Complex<double> a = power(m, j, time) * Complex<double>{state.re[j], state.im[j]};
    state.re[j] = a.re, state.im[j] = a.im;
  }
  state.step = step;
  return state;
}

void TouchedBodies::begin(std::int64_t step) {
  now_ = step;
  places_.clear();
  for (auto& [body, m] : modes_)
    if (m.shapes.size() > kMostShapes) m.shapes.clear();
}

double TouchedBodies::most_offset(int body, const RigidState& rigid, const Vec3& point) {
  const auto known = states_.find(body);
  if (known == states_.end()) return 0;
  return known->second.size * shape(body, modes(body), to_body(rigid.pose, point)).size;
}

int TouchedBodies::add(int body, const RigidState& rigid, const SolverBody& side,
                       const Vec3& point) {
  Place place;
  place.body = body, place.rigid = side, place.rotation = rigid.pose.rotation;
  place.arm = point - rigid.pose.position;
  place.free = side.velocity_at(place.arm);
  Modes& m = modes(body);
  place.shape = &shape(body, m, to_body(rigid.pose, point));
  const State& state = bring(body, now_);
  Vec3 way, end;
  for (std::size_t j = 0; j < m.turn.size(); ++j) {
    const double q1 = (m.next[j].re * state.im[j] + m.next[j].im * state.re[j]) / m.turn[j];
    way += (q1 - state.im[j] / m.turn[j]) * place.shape->phi[j];
    end += q1 * place.shape->phi[j];
  }
  place.free += (1 / step_) * rotate(place.rotation, way);
  place.offset = rotate(place.rotation, end);
  place.mobility = symmetric_of([&](const Vec3& p) {
    SolverBody pushed = side;
    pushed.velocity = {}, pushed.spin = {};
    pushed.push(p, place.arm);
    return 0.5 * pushed.velocity_at(place.arm) +
           rotate(place.rotation, place.shape->mobility * rotate_back(place.rotation, p));
  });
  places_.push_back(std::move(place));
  return static_cast<int>(places_.size()) - 1;
}

int TouchedBodies::add_resistance(const Vec3& normal, double resistance) {
  Place place;
  add_outer(place.mobility, normal, 1 / (resistance * step_));
  places_.push_back(place);
  return static_cast<int>(places_.size()) - 1;
}

void TouchedBodies::respond(std::span<const Vec3> impulses, std::span<Vec3> velocities) {
  std::map<int, SolverBody> moved;
  for (auto& [body, given] : given_) given.clear();
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const Place& place = places_[c];
    if (!place.used || !place.shape) continue;
    const auto [found, fresh] = moved.try_emplace(place.body, place.rigid);
    if (fresh) found->second.velocity = {}, found->second.spin = {};
    found->second.push(impulses[c], place.arm);
    std::vector<double>& given = given_[place.body];
    given.resize(place.shape->phi.size(), 0.0);
    const Vec3 own = rotate_back(place.rotation, impulses[c]);
    for (std::size_t j = 0; j < given.size(); ++j) given[j] += dot(place.shape->phi[j], own);
  }
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const Place& place = places_[c];
    if (!place.used) continue;
    if (!place.shape) {
      velocities[c] = place.free + place.mobility * impulses[c];
      continue;
    }
    const std::vector<double>& given = given_[place.body];
    const std::vector<double>& yield = modes(place.body).yield;
    Vec3 own;
    for (std::size_t j = 0; j < given.size(); ++j) own += given[j] * yield[j] * place.shape->phi[j];
    velocities[c] = place.free + 0.5 * moved.at(place.body).velocity_at(place.arm) +
                    rotate(place.rotation, own);
  }
}

void TouchedBodies::finish(std::span<const Vec3> impulses) {
  std::vector<Vec3> unused(places_.size());
  respond(impulses, unused);
  for (const auto& [body, given] : given_) {
    if (given.empty()) continue;
    const Modes& m = modes(body);
    State& state = bring(body, now_);
    for (std::size_t j = 0; j < given.size(); ++j) {
      const Complex<double> a =
          m.next[j] * Complex<double>{state.re[j], state.im[j]} + given[j] * m.gain[j];
      state.re[j] = a.re, state.im[j] = a.im;
    }
    state.step = now_ + 1;
    state.size = 0;  // they only become smaller until they are pushed again
    for (std::size_t j = 0; j < given.size(); ++j)
      state.size +=
          (state.re[j] * state.re[j] + state.im[j] * state.im[j]) / (m.turn[j] * m.turn[j]);
    state.size = std::sqrt(state.size);
  }
}

double TouchedBodies::energy(int body, std::int64_t step) const {
  double sum = 0;
  for (const auto& [index, state] : states_) {
    if (body != kFloor && index != body) continue;
    const Modes& m = modes_.at(index);
    for (std::size_t j = 0; j < state.re.size(); ++j) {
      const double time = static_cast<double>(step - state.step) * step_;
      const Complex<double> a = power(m, j, time) * Complex<double>{state.re[j], state.im[j]};
      const double speed = a.re - m.decay[j] / m.turn[j] * a.im,
                   square = m.turn[j] * m.turn[j] + m.decay[j] * m.decay[j];
      const double q = a.im / m.turn[j];
      sum += 0.5 * (speed * speed + square * q * q);
    }
  }
  return sum;
}

}  // namespace peal
