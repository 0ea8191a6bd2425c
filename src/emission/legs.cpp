#include "emission/legs.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/contact/rest_contact.h"

namespace peal {
namespace {

constexpr double kSway = 2 * kPi * 15;  // [rad/s] as fast as it decays
constexpr double kStillHeard = 0.1;     // of a mode's frequency: lower, it is overdamped
constexpr double kLeastPart = 1e-4;     // of Z: where poles are followed from
constexpr double kAsleep = 1e-8;        // [m/s] of the ends of legs: below it nothing is heard

/// Shape [kg^-1/2] of every mode at the ends of the legs.
std::vector<std::vector<double>> shapes_at(const RingingBody& body, const Legs& legs) {
  std::vector<std::vector<double>> out(legs.points.size());
  for (std::size_t k = 0; k < out.size(); ++k) body.project(legs.points[k], legs.along, out[k]);
  return out;
}

}  // namespace

SwayingBody::SwayingBody(std::shared_ptr<const RingingBody> body, const Legs& legs)
    : body_(std::move(body)), along_(legs.along), inertia_(legs.inertia), mass_(legs.mass) {
  const Complex<double> sway{-kSway, kSway};
  poles_ = body_->poles();
  poles_.insert(poles_.end(), kWays, sway);
  contact_poles_ = body_->contact_poles();
  contact_poles_.insert(contact_poles_.begin() + body_->modes(), kWays, sway);
}

void SwayingBody::add_sway(const Vec3& point, const Vec3& impulse, double* out) const {
  const Vec3 lever = cross(point, impulse);
  out[0] = dot(along_, impulse) / std::sqrt(mass_);
  for (int axis = 0; axis < 3; ++axis) out[1 + axis] = lever[axis] / std::sqrt(inertia_[axis]);
}

void SwayingBody::project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const {
  body_->project(point, impulse, out);
  out.resize(poles_.size());
  add_sway(point, impulse, out.data() + body_->modes());
}

void SwayingBody::project_contact(const Vec3& point, const Vec3& impulse,
                                  std::vector<double>& out) const {
  body_->project_contact(point, impulse, out);
  out.insert(out.begin() + body_->modes(), kWays, 0.0);
  add_sway(point, impulse, out.data() + body_->modes());
}

void SwayingBody::weights(const Vec3& ear, std::vector<std::complex<double>>& out) const {
  body_->weights(ear, out);
  out.resize(poles_.size());
}

void LegContacts::add(Resonator& resonator, const Legs& legs, int mechanism) {
  const RingingBody& body = resonator.body();
  if (body.modes() == 0) return;
  Stand stand{stage_->twin(resonator), {}};
  const auto shapes = shapes_at(body, legs);
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    Leg leg;
    leg.shape = std::make_unique<std::vector<double>>(shapes[k]);
    for (std::size_t i = 0; i < shapes[k].size(); ++i)
      (*leg.shape)[i] *= sampled_dashpot_gain(body.poles()[i].im, stage_->rate());
    leg.law = std::make_unique<TouchContact>(0, stage_->rate());
    for (int twice = 0; twice < 2; ++twice) leg.law->set_resistance(legs.resistance);
    leg.hop.contact = stage_->open();
    leg.hop.a.resonator = &resonator;
    leg.hop.a.point = legs.points[k], leg.hop.a.direction = legs.along;
    leg.hop.a.shape = leg.shape.get();
    leg.hop.law = leg.law.get();
    leg.hop.gain = legs.gain;
    leg.hop.mechanism = mechanism;
    stand.legs.push_back(std::move(leg));
  }
  stands_.push_back(std::move(stand));
}

bool LegContacts::rings(const Stand& stand, std::int64_t hop) const {
  const ModalBank& bank = stand.twin->bank.front();
  if (bank.forced() || stage_->impacts().strikes(stand.twin, hop)) return true;
  if (bank.silent()) return false;
  for (const Leg& leg : stand.legs) {
    double squared = 0;
    for (int i = 0; i < bank.modes(); ++i) {
      const double phi = (*leg.shape)[static_cast<std::size_t>(i)];
      squared += phi * phi * std::norm(bank.amplitude(i));
    }
    if (squared > kAsleep * kAsleep) return true;
  }
  return false;
}

void LegContacts::begin_hop(std::int64_t hop, std::vector<ContactHop>& out) {
  for (const Stand& stand : stands_) {
    if (!rings(stand, hop)) continue;
    for (const Leg& leg : stand.legs) out.push_back(leg.hop);
  }
}

// Forces are held over a sample and velocities are means over it: their product is what the modes
// lose.
void LegContacts::end_hop(const ContactHop&, const double* force, const double* velocity) {
  double power = 0;
  for (int n = 0; n < kHop; ++n) power += force[n] * velocity[n];
  taken_ += std::abs(power) / stage_->rate();
}

namespace {

using Answer = std::complex<double>;

/// A body's modes at the ends of its legs.
struct LegModes {
  const std::vector<Complex<double>>& poles;
  std::vector<std::vector<double>> phi;  // per leg and mode [kg^-1/2]
  mutable std::vector<Answer> give, force;

  /// phi.(1/Z + Y)^-1 phi [1/s] of mode j, Y the mobilities of all others.
  Answer taken(std::size_t j, Answer s, double resistance) const {
    const std::size_t legs = phi.size();
    give.assign(legs * legs, 0.0);
    force.resize(legs);
    for (std::size_t a = 0; a < legs; ++a) {
      give[a * legs + a] = 1 / resistance;
      force[a] = phi[a][j];
    }
    for (std::size_t k = 0; k < poles.size(); ++k) {
      if (k == j) continue;
      const Answer mobility = s / (s * s - 2 * poles[k].re * s + norm_squared(poles[k]));
      for (std::size_t a = 0; a < legs; ++a)
        for (std::size_t b = a; b < legs; ++b)
          give[a * legs + b] += phi[a][k] * phi[b][k] * mobility;
    }
    // Elimination of a symmetric matrix; force becomes U^-T phi.
    Answer sum = 0;
    for (std::size_t a = 0; a < legs; ++a) {
      for (std::size_t b = a + 1; b < legs; ++b) {
        const Answer part = give[a * legs + b] / give[a * legs + a];
        for (std::size_t c = b; c < legs; ++c) give[b * legs + c] -= part * give[a * legs + c];
        force[b] -= part * force[a];
      }
      sum += force[a] * force[a] / give[a * legs + a];
    }
    return sum;
  }
  Answer equation(std::size_t j, Answer s, double resistance) const {
    return s * s - 2 * poles[j].re * s + norm_squared(poles[j]) + s * taken(j, s, resistance);
  }
};

}  // namespace

std::vector<Complex<double>> poles_on_legs(const RingingBody& body, const Legs& legs) {
  const LegModes modes{body.poles(), shapes_at(body, legs), {}, {}};
  std::vector<Complex<double>> out(body.poles().begin(), body.poles().end() - body.sways());
  constexpr int kSteps = 40, kNewton = 4;
  for (std::size_t j = 0; j < out.size(); ++j) {
    Answer s(out[j].re, out[j].im);
    for (int step = 1; step <= kSteps; ++step) {
      const double resistance =
          legs.resistance * std::pow(kLeastPart, 1 - static_cast<double>(step) / kSteps);
      for (int k = 0; k < kNewton; ++k) {
        const Answer h = 1e-6 * s, f = modes.equation(j, s, resistance);
        const Answer change = f * h / (modes.equation(j, s + h, resistance) - f);
        s -= change;
        if (std::abs(change) < 1e-9 * std::abs(s)) break;
      }
    }
    const double omega = std::sqrt(norm_squared(out[j]));
    if (s.real() < 0 && s.imag() > kStillHeard * omega && std::abs(s) < 2 * omega)
      out[j] = {s.real(), s.imag()};
    else  // the legs have it
      out[j] = {-0.5 * omega, std::sqrt(0.75) * omega};
  }
  return out;
}

}  // namespace peal
