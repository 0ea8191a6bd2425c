#include "motion/rods/rod_joints.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kCoincide = 1e-9;  // [m]
constexpr double kTakenBack = 0.1;  // of what has come apart, in a step
constexpr double kSoft = 1e-10;     // joints that say the same twice share the impulse
constexpr double kProbe = 1e-3;     // [m/s], [rad/s] about the answer that is looked at

Vec3 axis_of(int k) { return {double(k == 0), double(k == 1), double(k == 2)}; }

/// Of an edge as its frame was found, whatever has been pushed since [1/m].
double inverse_length(const ElasticRod& rod, int edge) {
  const RodView& view = rod.view();
  return view.base[kRodInverse * view.stride + kRodPad + edge];
}

Mat3 frame_of(const ElasticRod& rod, int edge) {
  return transpose(Mat3{{rod.d1(edge), rod.d2(edge), rod.tangent(edge)}});
}

}  // namespace

RodJoints::RodJoints(const Scene& scene, std::vector<Body> bodies) : bodies_(std::move(bodies)) {
  for (int a = 0; a < static_cast<int>(bodies_.size()); ++a) {
    const ObjectSpec& object = scene.objects[bodies_[a].object];
    for (const RodJoint& spec : object.rod.joints) {
      const int other = scene.object_index(spec.to);
      const auto b = std::find_if(bodies_.begin(), bodies_.end(),
                                  [&](const Body& body) { return body.object == other; });
      if (b == bodies_.end()) fail("object '{}': '{}' is no rod to join", object.name, spec.to);
      Joint joint;
      joint.a = side(a, spec.at);
      joint.b = side(static_cast<int>(b - bodies_.begin()), spec.to_at);
      joint.rigid = spec.kind == RodJoint::Kind::rigid;
      const ElasticRod &one = *bodies_[a].rod, &two = *b->rod;
      const Vec3 arm = two.point(joint.b.point) - one.point(joint.a.point);
      if (norm(arm) > kCoincide) joint.arm = transpose(frame_of(one, joint.a.edge)) * arm;
      joint.turned = transpose(frame_of(one, joint.a.edge)) * frame_of(two, joint.b.edge);
      const int index = static_cast<int>(joints_.size());
      for (const bool turns : {false, true})
        for (int k = 0; k < (turns && !joint.rigid ? 0 : 3); ++k)
          rows_.push_back({index, k, turns});
      for (const int body : {joint.a.body, joint.b.body})
        if (std::find(joined_.begin(), joined_.end(), body) == joined_.end())
          joined_.push_back(body);
      joints_.push_back(joint);
    }
  }
  system_.resize(rows_.size() * rows_.size());
  right_.resize(rows_.size());
  order_.resize(rows_.size());
}

RodJoints::Side RodJoints::side(int body, double at) const {
  const ElasticRod& rod = *bodies_[body].rod;
  const int last = rod.closed() ? rod.points() : rod.points() - 1;
  const int point = static_cast<int>(std::lround(at * last)) % rod.points();
  return {body, point, std::min(point, rod.edges() - 1)};
}

Vec3 RodJoints::velocity(const Side& s, bool turns) const {
  const ElasticRod& rod = *bodies_[s.body].rod;
  if (!turns) return rod.velocity(s.point);
  const int next = (s.edge + 1) % rod.points();
  const Vec3 t = rod.tangent(s.edge);
  return inverse_length(rod, s.edge) * cross(t, rod.velocity(next) - rod.velocity(s.edge)) +
         rod.twist_rate(s.edge) * t;
}

void RodJoints::push(const Side& s, bool turns, const Vec3& impulse) {
  RodStepper& stepper = *bodies_[s.body].stepper;
  if (!turns) return stepper.push(s.point, impulse);
  const ElasticRod& rod = *bodies_[s.body].rod;
  const int next = (s.edge + 1) % rod.points();
  const Vec3 t = rod.tangent(s.edge), f = inverse_length(rod, s.edge) * cross(impulse, t);
  stepper.push(next, f), stepper.push(s.edge, -f);
  stepper.push_twist(s.edge, dot(impulse, t));
}

void RodJoints::push(const Row& row, double impulse) {
  const Joint& joint = joints_[row.joint];
  push(joint.a, row.turns, impulse * axis_of(row.axis));
  if (!row.turns && joint.arm != Vec3{})
    push(joint.a, true, impulse * cross(arm(joint), axis_of(row.axis)));
  push(joint.b, row.turns, -impulse * axis_of(row.axis));
}

double RodJoints::rate(const Row& row) const {
  const Joint& joint = joints_[row.joint];
  Vec3 out = velocity(joint.a, row.turns) - velocity(joint.b, row.turns);
  if (!row.turns && joint.arm != Vec3{}) out += cross(velocity(joint.a, true), arm(joint));
  return out[row.axis];
}

Vec3 RodJoints::arm(const Joint& joint) const {
  return frame_of(*bodies_[joint.a.body].rod, joint.a.edge) * joint.arm;
}

Vec3 RodJoints::parted(const Joint& joint) const {
  return bodies_[joint.a.body].rod->point(joint.a.point) + arm(joint) -
         bodies_[joint.b.body].rod->point(joint.b.point);
}

double RodJoints::apart(const Row& row) const {
  const Joint& joint = joints_[row.joint];
  const ElasticRod &a = *bodies_[joint.a.body].rod, &b = *bodies_[joint.b.body].rod;
  if (!row.turns) return parted(joint)[row.axis];
  // The small rotation from where b's frame should be, as a has turned it, to where it is.
  const Mat3 should = frame_of(a, joint.a.edge) * joint.turned, is = frame_of(b, joint.b.edge);
  Vec3 turn;
  for (int k = 0; k < 3; ++k) turn += 0.5 * cross(is.column(k), should.column(k));
  return turn[row.axis];
}

void RodJoints::apply() {
  for (const int body : joined_) bodies_[body].stepper->apply();
}

/// Gauss with pivots, in place.
void RodJoints::factor() {
  const std::size_t n = rows_.size();
  for (std::size_t r = 0; r < n; ++r) {
    double& own = system_[r * n + r];
    own = own != 0 ? own * (1 + kSoft) : 1;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < n; ++r)
      if (std::abs(system_[r * n + k]) > std::abs(system_[pivot * n + k])) pivot = r;
    order_[k] = static_cast<int>(pivot);
    if (pivot != k) std::swap_ranges(&system_[k * n], &system_[k * n] + n, &system_[pivot * n]);
    for (std::size_t r = k + 1; r < n; ++r) {
      const double by = system_[r * n + k] /= system_[k * n + k];
      for (std::size_t c = k + 1; c < n; ++c) system_[r * n + c] -= by * system_[k * n + c];
    }
  }
}

void RodJoints::begin_step(double step) {
  step_ = step;
  // Frames that fit the points: those of the last iteration's beginning may be far off.
  for (const int body : joined_) bodies_[body].rod->refresh();
  const std::size_t n = rows_.size();
  for (std::size_t r = 0; r < n; ++r) right_[r] = rate(rows_[r]);
  for (std::size_t c = 0; c < n; ++c) {
    const Side& side = joints_[rows_[c].joint].a;
    const ElasticRod& rod = *bodies_[side.body].rod;
    const double probe =
        kProbe * (rows_[c].turns ? rod.twist_inertia(side.edge) : rod.mass(side.point));
    push(rows_[c], probe), apply();
    for (std::size_t r = 0; r < n; ++r) system_[r * n + c] = (rate(rows_[r]) - right_[r]) / probe;
    push(rows_[c], -probe), apply();
  }
  factor();
  hold();
}

void RodJoints::hold() {
  const std::size_t n = rows_.size();
  // An end velocity dv moves the place by h/2 dv: a part of what is apart is gone then.
  for (std::size_t r = 0; r < n; ++r)
    right_[r] = -(rate(rows_[r]) + kTakenBack / step_ * apart(rows_[r])) / (1 + kTakenBack / 2);
  for (std::size_t k = 0; k < n; ++k) std::swap(right_[k], right_[order_[k]]);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t r = k + 1; r < n; ++r) right_[r] -= system_[r * n + k] * right_[k];
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t c = k + 1; c < n; ++c) right_[k] -= system_[k * n + c] * right_[c];
    right_[k] /= system_[k * n + k];
  }
  for (std::size_t r = 0; r < n; ++r) push(rows_[r], right_[r]);
  apply();
}

double RodJoints::gap() const {
  double out = 0;
  for (const Joint& joint : joints_) out = std::max(out, norm(parted(joint)));
  return out;
}

}  // namespace peal
