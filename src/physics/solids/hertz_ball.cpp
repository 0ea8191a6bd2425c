#include "physics/solids/hertz_ball.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/contact/hertz.h"

namespace peal {
namespace {

// Between whole searches while nothing touches.
constexpr int kSearchEvery = 64;

}  // namespace

HertzBall::HertzBall(const ExplicitBody& body, std::vector<std::array<int, 3>> surface,
                     const HertzBallDesign& design)
    : design_(design),
      surface_(std::move(surface)),
      first_(body.nodes() + 1),
      around_(3 * surface_.size()),
      position_(design.position),
      velocity_(design.velocity) {
  if (!(design.radius > 0 && design.mass > 0 && design.modulus > 0 && design.loss >= 0))
    fail(
        "ball: expected radius, mass and modulus > 0 and loss >= 0, got {} m, {} kg, {} Pa, {} s/m",
        design.radius, design.mass, design.modulus, design.loss);
  if (surface_.empty()) fail("ball: expected a surface with at least one triangle, got none");
  for (const auto& t : surface_)
    for (const int n : t) {
      if (n < 0 || n >= body.nodes())
        fail("ball: the surface names node {}, expected 0 to {}", n, body.nodes() - 1);
      ++first_[n + 1];
    }
  for (int n = 0; n < body.nodes(); ++n) first_[n + 1] += first_[n];
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t t = 0; t < surface_.size(); ++t)
    for (const int n : surface_[t]) around_[next[n]++] = static_cast<int>(t);
  const auto* const sheet = dynamic_cast<const SheetElements*>(&body.elements());
  skin_ = design.radius + (sheet ? 0.5 * sheet->thickness() : 0);
  stiffness_ = 4.0 / 3 * design.modulus * std::sqrt(design.radius);
  lightest_ = 1e300;
  for (const auto& t : surface_)
    for (const int n : t) lightest_ = std::min(lightest_, body.mass(n));
  last_ = search(body).triangle;
}

SurfacePoint HertzBall::nearest_of(const ExplicitBody& body, int triangle) const {
  const auto& t = surface_[triangle];
  SurfacePoint at =
      nearest_in_triangle(body.position(t[0]), body.position(t[1]), body.position(t[2]), position_);
  at.triangle = triangle;
  return at;
}

SurfacePoint HertzBall::search(const ExplicitBody& body) const {
  SurfacePoint best;
  for (std::size_t t = 0; t < surface_.size(); ++t)
    if (const SurfacePoint at = nearest_of(body, static_cast<int>(t)); at.distance < best.distance)
      best = at;
  return best;
}

// From neighbour to neighbour as long as one is nearer.
SurfacePoint HertzBall::walk(const ExplicitBody& body) const {
  SurfacePoint best = nearest_of(body, last_);
  for (bool nearer = true; nearer;) {
    nearer = false;
    for (const int n : surface_[best.triangle])
      for (int k = first_[n]; k < first_[n + 1]; ++k)
        if (const SurfacePoint at = nearest_of(body, around_[k]); at.distance < best.distance) {
          best = at;
          nearer = true;
        }
  }
  return best;
}

void HertzBall::step(ExplicitBody& body) {
  const SurfacePoint at = force_ == 0 && steps_ % kSearchEvery == 0 ? search(body) : walk(body);
  last_ = at.triangle;
  ++steps_;
  const double depth = skin_ - at.distance;
  force_ = 0;
  Vec3 acceleration = design_.gravity;
  if (depth > 0 && at.distance > 0) {
    const auto& t = surface_[at.triangle];
    const Vec3 normal = (position_ - at.point) / at.distance;
    Vec3 surface_velocity;
    for (int k = 0; k < 3; ++k) surface_velocity += at.weights[k] * body.velocity(t[k]);
    const double closing = dot(surface_velocity - velocity_, normal);
    force_ = std::max(0.0, stiffness_ * depth * std::sqrt(depth) * (1 + design_.loss * closing));
    for (int k = 0; k < 3; ++k)
      if (at.weights[k] > 0) body.push(t[k], -force_ * at.weights[k] * normal);
    acceleration += force_ / design_.mass * normal;
  }
  velocity_ += body.step() * acceleration;
  position_ += body.step() * velocity_;
}

double HertzBall::longest_step(double closing_speed, double critical_step) const {
  const HertzContact hertz =
      hertz_contact({design_.radius, design_.mass, design_.modulus}, closing_speed);
  // k <= m (4 / h^2 - omega^2), omega = 2 / critical step
  const double k = 1.5 * stiffness_ * std::sqrt(hertz.max_compression);
  const double bound = 2 / std::sqrt(k / lightest_ + 4 / (critical_step * critical_step));
  return std::min(bound, hertz.duration / 20);
}

double coarsest_cell_under_strike(const SolidMaterial& material, double thickness,
                                  double duration) {
  const double speed =
      std::sqrt(material.young / (material.density * (1 - material.poisson * material.poisson)));
  return std::sqrt(1.81 * speed * thickness * 2 * duration) / 8;
}

}  // namespace peal
