#include "emission/body_sound.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "elastic/damping.h"
#include "emission/half_sine_kernel.h"
#include "geometry/shape_mesh.h"
#include "wave/laplace_bem.h"

namespace peal {
namespace {

// The surface integral solves a dense system: past this many elements six-node triangles are not
// split in four.
constexpr std::size_t kMaxSplitTriangles = 3000;

TriangleMesh radiating_surface(const QuadraticSurface& surface) {
  if (4 * surface.triangles.size() <= kMaxSplitTriangles) return linear_surface(surface);
  TriangleMesh coarse{surface.nodes, {}};
  for (const auto& t : surface.triangles) coarse.triangles.push_back({t[0], t[1], t[2]});
  return coarse;
}

ModalModel analyse_request(const BodySoundRequest& request) {
  const TetMesh mesh = mesh_shape(request.shape, request.level);
  // Said before the analysis of the modes, which takes longest for just these bodies.
  const std::size_t triangles = boundary_surface(mesh).triangles.size();
  if (triangles > LaplaceBem::kMaxTriangles)
    fail("its surface would have {} triangles, more than the limit of {}; make it thicker or smaller{}",
         triangles, LaplaceBem::kMaxTriangles,
         request.level == MeshLevel::fine ? ", or use the normal mesh" : "");
  ModalOptions options{request.max_frequency, request.max_modes, {}};
  for (const auto& [min, max] : request.fixed_boxes)
    for (int node : nodes_in_box(mesh, min, max)) options.fixed_nodes.push_back(node);
  if (!request.fixed_boxes.empty() && options.fixed_nodes.empty())
    fail(
        "the fixed region holds no point of the body: boxes are in the body frame, whose origin is "
        "the centre of mass");
  return analyse(mesh, request.material, options);
}

}  // namespace

BodySound::BodySound(const BodySoundRequest& request)
    : request_(request), model_(analyse_request(request)) {
  for (const Vec3& node : model_.surface.nodes) reach_ = std::max(reach_, norm(node));
  // Poles; modes that do not oscillate are the last ones when damping grows with frequency, but
  // alpha can stop the first ones: keep those that remain in order.
  std::vector<double> omega;
  std::vector<Vec3> shapes;
  const std::size_t nodes = model_.surface.nodes.size();
  for (std::size_t i = 0; i < model_.omega.size(); ++i) {
    const double w = model_.omega[i], sigma = decay_rate(request.material.damping, w);
    if (sigma >= w) {
      ++overdamped_;
      continue;
    }
    poles_.push_back({-sigma, std::sqrt(w * w - sigma * sigma)});
    omega.push_back(w);
    shapes.insert(shapes.end(), model_.shape(i), model_.shape(i) + nodes);
  }
  model_.omega = std::move(omega);
  model_.shapes = std::move(shapes);
  if (poles_.empty()) return;

  const TriangleMesh surface = radiating_surface(model_.surface);
  std::vector<SurfaceMode> surface_modes;
  for (int i = 0; i < modes(); ++i)
    surface_modes.push_back({poles_[i].im, normal_components(surface, {model_.shape(i), nodes})});
  radiation_ = std::make_unique<SurfaceRadiation>(surface, request.air, surface_modes);
}

void BodySound::project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const {
  std::vector<Vec3> shape;
  shapes_at(model_, point, shape);
  out.resize(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) out[i] = dot(shape[i], impulse);
}

double BodySound::energy_of(std::span<const Blow> blows) const {
  double longest = 0;
  for (const Blow& blow : blows) longest = std::max(longest, blow.duration);
  std::vector<Complex<double>> amplitude(poles_.size());
  std::vector<double> modal_impulse;
  for (const Blow& blow : blows) {
    project(blow.point, blow.impulse, modal_impulse);
    for (std::size_t i = 0; i < poles_.size(); ++i)
      amplitude[i] += exp((longest - blow.duration) * poles_[i]) *
                      HalfSinePush<double>(poles_[i], modal_impulse[i], blow.duration).at_end();
  }
  double energy = 0;
  for (const Complex<double>& a : amplitude) energy += norm_squared(a) / 2;
  return energy;
}

void BodySound::weights(const Vec3& ear, std::vector<std::complex<double>>& out) const {
  out.resize(poles_.size());
  if (poles_.empty()) return;
  radiation_->weights(ear, out);
  // Transfer T is per unit modal velocity dq/dt = Re[(1 + i sigma/omega_d) a], and is given for
  // e^{-i omega t}: the bank turns the other way.
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::conj(out[i]) * std::complex<double>(1, -poles_[i].re / poles_[i].im);
}

}  // namespace peal
