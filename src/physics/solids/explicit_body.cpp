#include "physics/solids/explicit_body.h"

#include <cmath>

#include "base/error.h"
#include "physics/solids/tet10_elements.h"

namespace peal {

ExplicitBody::ExplicitBody(std::unique_ptr<ElementSet> elements, const std::vector<Vec3>& points)
    : elements_(std::move(elements)),
      nodes_(static_cast<int>(points.size())),
      stride_(elements_->stride()),
      padded_((nodes_ + 3) / 4 * 4),
      sheet_(stride_ == 8),
      rest_(points),
      applied_(nodes_),
      moments_(sheet_ ? nodes_ : 0),
      plane_impulse_(nodes_),
      mass_(nodes_),
      touching_(nodes_),
      kernel_(&best_solid_kernel()) {
  pushed_.reserve(64);
  for (AlignedVector<double>* rows : {&state_, &rate_, &inverse_, &load_})
    rows->assign(padded_ * stride_, 0.0);
  first_slot_ = elements_->lay_out(nodes_);
  slots_.assign(first_slot_[nodes_] + stride_, 0.0);
  first_slot_.resize(padded_ + 1, first_slot_[nodes_]);
  std::vector<double> inertia(nodes_);
  for (int e = 0; e < elements_->elements(); ++e)
    for (int c = 0; c < elements_->corners(); ++c) {
      mass_[elements_->node(e, c)] += elements_->mass(e, c);
      inertia[elements_->node(e, c)] += elements_->director_inertia(e, c);
    }
  const auto* const sheet = dynamic_cast<const SheetElements*>(elements_.get());
  if (sheet) half_thickness_ = 0.5 * sheet->thickness();
  for (int n = 0; n < nodes_; ++n) {
    if (!(mass_[n] > 0)) fail("solid: node {} belongs to no element: remove it from the mesh", n);
    put(inverse_, n, 0, Vec3{1, 1, 1} / mass_[n]);
    if (!sheet) continue;
    put(state_, n, 0, points[n]);
    put(state_, n, 4, sheet->directors()[n]);
    put(inverse_, n, 4, Vec3{1, 1, 1} / inertia[n]);
  }
  for (long n = nodes_; sheet && n < padded_; ++n) state_[n * 8 + 6] = 1;
}

Vec3 ExplicitBody::row(const AlignedVector<double>& rows, int node, int at) const {
  const double* r = rows.data() + long(node) * stride_ + at;
  return {r[0], r[1], r[2]};
}

void ExplicitBody::put(AlignedVector<double>& rows, int node, int at, const Vec3& v) {
  double* r = rows.data() + long(node) * stride_ + at;
  r[0] = v.x, r[1] = v.y, r[2] = v.z;
}

Vec3 ExplicitBody::position(int node) const {
  return sheet_ ? row(state_, node, 0) : rest_[node] + row(state_, node, 0);
}

void ExplicitBody::place(int node, const Vec3& position) {
  put(state_, node, 0, sheet_ ? position : position - rest_[node]);
}

void ExplicitBody::set_velocity(int node, const Vec3& velocity) { put(rate_, node, 0, velocity); }
void ExplicitBody::turn(int node, const Vec3& director) { put(state_, node, 4, director); }
void ExplicitBody::set_spin(int node, const Vec3& rate) { put(rate_, node, 4, rate); }

void ExplicitBody::hold(int node, bool x, bool y, bool z) {
  const Vec3 inverse = row(inverse_, node, 0), v = velocity(node);
  put(inverse_, node, 0, {x ? 0 : inverse.x, y ? 0 : inverse.y, z ? 0 : inverse.z});
  put(rate_, node, 0, {x ? 0 : v.x, y ? 0 : v.y, z ? 0 : v.z});
}

void ExplicitBody::hold_director(int node) {
  put(inverse_, node, 4, {});
  put(rate_, node, 4, {});
}

void ExplicitBody::refresh_load(int node) {
  put(load_, node, 0, applied_[node] + mass_[node] * gravity_);
}

void ExplicitBody::set_gravity(const Vec3& acceleration) {
  gravity_ = acceleration;
  for (int n = 0; n < nodes_; ++n) refresh_load(n);
}

void ExplicitBody::set_load(int node, const Vec3& force) {
  applied_[node] = force;
  refresh_load(node);
}

void ExplicitBody::set_moment(int node, const Vec3& on_director) {
  moments_[node] = on_director;
  put(load_, node, 4, on_director);
}

void ExplicitBody::push(int node, const Vec3& force) {
  put(load_, node, 0, row(load_, node, 0) + force);
  pushed_.push_back(node);
}

void ExplicitBody::add_plane(const SolidPlane& plane) {
  if (std::abs(norm(plane.normal) - 1) > 1e-9)
    fail("solid: plane: expected a normal of length 1, got {}", norm(plane.normal));
  if (!plane.only.empty() && plane.only.size() != mass_.size())
    fail("solid: plane: expected one mark per node ({}), got {}", mass_.size(), plane.only.size());
  planes_.push_back(plane);
}

void ExplicitBody::set_damping(double alpha, double beta) {
  if (!(alpha >= 0 && beta >= 0)) fail("solid: damping: expected >= 0, got {} and {}", alpha, beta);
  alpha_ = alpha, beta_ = beta;
}

void ExplicitBody::use_kernel(const SolidKernel& kernel) { kernel_ = &kernel; }

void ExplicitBody::set_step(double step) {
  if (!(step > 0 && std::isfinite(step))) fail("solid: step: expected > 0 s, got {}", step);
  step_ = step;
}

ElementCall ExplicitBody::element_call(double beta, double* energy) {
  return {state_.data(), rate_.data(), beta, slots_.data(), energy};
}

NodeCall ExplicitBody::node_call() {
  return {state_.data(),      rate_.data(), inverse_.data(), load_.data(), slots_.data(),
          first_slot_.data(), stride_,      step_,           alpha_};
}

void ExplicitBody::element_forces(const ElementCall& call, long first, long last) {
  elements_->forces (*kernel_)(call, elements_->rest(), first, last);
}

void ExplicitBody::sum_slots(AlignedVector<double>& sums) const {
  sums.assign(padded_ * stride_, 0.0);
  for (int n = 0; n < nodes_; ++n)
    for (int s = first_slot_[n]; s < first_slot_[n + 1]; ++s)
      sums[long(n) * stride_ + (s - first_slot_[n]) % stride_] += slots_[s];
}

std::vector<Vec3> ExplicitBody::gathered(int at) {
  element_forces(element_call(0, nullptr), 0, elements_->groups());
  AlignedVector<double> sums;
  sum_slots(sums);
  std::vector<Vec3> f(nodes_);
  for (int n = 0; n < nodes_; ++n) f[n] = row(sums, n, at);
  return f;
}

std::vector<Vec3> ExplicitBody::forces() { return gathered(0); }
std::vector<Vec3> ExplicitBody::director_forces() {
  return sheet_ ? gathered(4) : std::vector<Vec3>{};
}

SolidEnergy ExplicitBody::energy() {
  SolidEnergy result;
  AlignedVector<double> each(elements_->groups() * 4);
  element_forces(element_call(0, each.data()), 0, elements_->groups());
  for (int e = 0; e < elements_->elements(); ++e) result.elastic += each[e];
  AlignedVector<double> sums;
  sum_slots(sums);
  for (int n = 0; n < nodes_; ++n)
    for (int at = 0; at < stride_; at += 4) {
      const Vec3 v = row(rate_, n, at), f = row(sums, n, at) + row(load_, n, at),
                 inverse = row(inverse_, n, at);
      Vec3 next = v + step_ * Vec3{f.x * inverse.x, f.y * inverse.y, f.z * inverse.z};
      if (at == 4 && step_ > 0) {  // as node_kernel_body.h
        const Vec3 d = row(state_, n, 4), y = d + step_ * next;
        const double along = dot(y, d);
        next += (std::sqrt(along * along - norm_squared(y) + 1) - along) / step_ * d;
      }
      for (int k = 0; k < 3; ++k) {
        const double m = at == 0 ? mass_[n] : inverse[k] > 0 ? 1 / inverse[k] : 0;
        result.kinetic += 0.5 * m * v[k] * next[k];
      }
    }
  return result;
}

ExplicitBody make_sheet(const SheetDesign& design) {
  return {std::make_unique<SheetElements>(design), design.points};
}

ExplicitBody make_tet10_solid(const std::vector<Vec3>& points,
                              const std::vector<std::array<int, 10>>& tets,
                              const SolidMaterial& material) {
  return {std::make_unique<Tet10Elements>(points, tets, material), points};
}

ExplicitBody make_brick_solid(const BrickDesign& design) {
  return {std::make_unique<BrickElements>(design), design.points};
}

}  // namespace peal
