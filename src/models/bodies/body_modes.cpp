#include "models/bodies/body_modes.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/rounding.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/contact_modes.h"
#include "models/bodies/outer_surface.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_fields.h"
#include "physics/geometry/shape_rules.h"

namespace peal {
namespace {

constexpr int kAnalysisVersion =
    6;  // change it when meshes, elements, the solver or its kernels change

/// The length that is one in the dimensionless problem.
double length_of(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh->scale;
  return shape_size(shape);
}

/// Sizes that differ by rounding only are the same size.
Shape rounded(Shape shape) {
  std::visit(
      [](auto& one) {
        for_each_field(one, [](const char*, auto& value, FieldKind) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, int>)
            value = nine_digits(value);
        });
      },
      shape);
  return shape;
}

void add(Hasher& hasher, const FixedBox& box) {
  const auto& [min, max, held] = box;
  for (const Vec3& v : {min, max}) hasher.add(v.x).add(v.y).add(v.z);
  for (const bool axis : held) hasher.add(axis);
}

/// Nothing where there is none: what has no grain keeps its key.
void add_grain(Hasher& hasher, const BodyModesRequest& request, double across) {
  const Vec3 grain = grain_of(request);
  if (norm_squared(grain) == 0) return;
  hasher.add("grain").add(across);
  for (int i = 0; i < 3; ++i) hasher.add(nine_digits(grain[i]));
}

/// Of the dimensionless problem: the limits, in whose units are young and density, come with the
/// entry (ModesLibrary::entry_key).
std::string analysis_key(const BodyModesRequest& request) {
  const auto& [shape, level, material, max_frequency, max_modes, fixed_boxes, own_grain] = request;
  const auto& [name, young, poisson, density, damping, restitution, friction, across, thermal,
               making] = material;
  const double length = length_of(shape);
  Hasher hasher;
  hasher.add(kAnalysisVersion).add(static_cast<int>(level));
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    if (!mesh->body) fail("the mesh file '{}' has not been read", mesh->file);
    hasher.add("mesh").add(mesh->body->content_hash).add(static_cast<int>(mesh->up));
    hasher.add(nine_digits(mesh->shell_thickness / length));
  } else {
    add_to_hash(hasher, rounded(scaled(shape, 1 / length)));
  }
  hasher.add(nine_digits(poisson));
  for (const auto& [min, max, held] : fixed_boxes)
    add(hasher, {nine_digits(min / length), nine_digits(max / length), held});
  add_grain(hasher, request, nine_digits(across / young));
  return hasher.result().hex();
}

/// Hz => dimensionless.
double frequency_unit(const BodyModesRequest& request) {
  return length_of(request.shape) * std::sqrt(request.material.density / request.material.young);
}

ModalModel to_si(const ModalModel& unit, const BodyModesRequest& request) {
  const double length = length_of(request.shape), density = request.material.density;
  const double per_omega = frequency_unit(request);
  const BodyFrame frame = body_geometry(request.shape)->frame;
  ModalModel out;
  out.lowest_frequency = unit.lowest_frequency / per_omega;
  const double limit = 2 * kPi * request.max_frequency;
  const auto below = std::count_if(unit.omega.begin(), unit.omega.end(),
                                   [&](double omega) { return omega / per_omega < limit; });
  // An analysis that was cut off has more modes below its limit than it holds.
  const bool holds_all = static_cast<std::size_t>(unit.modes_below_limit) <= unit.omega.size() ||
                         static_cast<std::size_t>(below) < unit.omega.size();
  out.modes_below_limit = holds_all ? static_cast<int>(below) : unit.modes_below_limit;
  const std::size_t kept = std::min<std::size_t>(below, request.max_modes);
  for (std::size_t i = 0; i < kept; ++i) {
    out.omega.push_back(unit.omega[i] / per_omega);
    out.residuals.push_back(unit.residuals[i]);
  }
  const double scale = 1 / std::sqrt(density * length * length * length);
  const std::size_t nodes = unit.surface.nodes.size();
  out.shapes.reserve(kept * nodes);
  for (std::size_t i = 0; i < kept * nodes; ++i)
    out.shapes.push_back(scale * frame.turn_to_body(unit.shapes[i]));
  out.surface = unit.surface;
  for (Vec3& x : out.surface.nodes) x = frame.to_body(length * x);
  out.mass.volume = unit.mass.volume * std::pow(length, 3);
  out.mass.mass = density * out.mass.volume;
  out.mass.centre = frame.to_body(length * unit.mass.centre);
  out.mass.inertia = unit.mass.inertia;  // own axes; scaled below
  const double inertia = density * std::pow(length, 5);
  for (Vec3& row : out.mass.inertia.row) row *= inertia;
  const Mat3 turn = rotation_matrix(frame.axes);
  out.mass.inertia = transpose(turn) * out.mass.inertia * turn;
  return out;
}

/// The cache stores single precision; a fresh analysis must not sound different from a stored one.
void round_shapes(ModalModel& model) {
  // Through memory: the vectoriser of GCC 12 drops a double -> float -> double in one expression.
  std::vector<float> single;
  single.reserve(3 * model.shapes.size());
  for (const Vec3& v : model.shapes)
    for (int i = 0; i < 3; ++i) single.push_back(static_cast<float>(v[i]));
  for (std::size_t k = 0; k < model.shapes.size(); ++k)
    model.shapes[k] = {single[3 * k], single[3 * k + 1], single[3 * k + 2]};
}

}  // namespace

Vec3 grain_of(const BodyModesRequest& request) {
  if (!has_grain(request.material)) return {};
  Vec3 out = request.grain;
  if (norm_squared(out) == 0) {
    const std::shared_ptr<const BodyGeometry> body = body_geometry(request.shape);
    const Mat3 turn = rotation_matrix(body->frame.axes);  // body axes => own axes
    const Mat3& inertia = body->solid.inertia;
    int least = 0;
    for (int i = 1; i < 3; ++i)
      if (inertia(i, i) < inertia(least, least)) least = i;
    for (int i = 0; i < 3; ++i) out[i] = turn(i, least);
    for (int axis = 0; axis < 3; ++axis) {
      double about = 0;
      for (int i = 0; i < 3; ++i) about += turn(axis, i) * turn(axis, i) * inertia(i, i);
      if (about > 1.01 * inertia(least, least)) continue;
      out = {};
      out[axis] = 1;
      break;
    }
  }
  out = normalized(out);
  // Forwards and backwards are one.
  const double first = std::abs(out.x) > 1e-9 ? out.x : std::abs(out.y) > 1e-9 ? out.y : out.z;
  return first < 0 ? -out : out;
}

SolidMesh unit_mesh(const Shape& shape, MeshLevel level) {
  return body_mesh(rounded(scaled(shape, 1 / length_of(shape))), level);
}

void add_to_hash(Hasher& hasher, const BodyModesRequest& request) {
  const auto& [shape, level, material, max_frequency, max_modes, fixed_boxes, own_grain] = request;
  // Name, restitution, friction and how copies differ do not ring.
  const auto& [name, young, poisson, density, damping, restitution, friction, across, thermal,
               making] = material;
  const auto& [loss_factor, exponent, rayleigh] = damping;
  const auto& [expansion, heat_capacity, conductivity] = thermal;
  add_to_hash(hasher, shape);
  hasher.add(static_cast<int>(level)).add(young).add(poisson).add(density);
  hasher.add(loss_factor).add(exponent).add(rayleigh.has_value());
  if (rayleigh) {
    const auto& [alpha, beta, gamma] = *rayleigh;
    hasher.add(alpha).add(beta).add(gamma);
  }
  hasher.add(expansion).add(heat_capacity).add(conductivity);
  hasher.add(max_frequency).add(max_modes).add(fixed_boxes.size());
  for (const FixedBox& box : fixed_boxes) add(hasher, box);
  add_grain(hasher, request, across);
}

std::shared_ptr<ModesLibrary::Analysis> ModesLibrary::analysis_of(const BodyModesRequest& request) {
  const std::string key = analysis_key(request);
  const std::lock_guard lock(mutex_);
  auto& found = analyses_[key];
  if (!found) found = std::make_shared<Analysis>();
  return found;
}

void ModesLibrary::plan(const BodyModesRequest& request) {
  const auto analysis = analysis_of(request);
  const std::lock_guard lock(analysis->mutex);
  analysis->limit = std::max(analysis->limit, contact_frequency(request) * frequency_unit(request));
  analysis->most = std::max(analysis->most, request.max_modes);
  const double size = length_of(request.shape);
  if (analysis->smallest_length > size)
    analysis->smallest = request, analysis->smallest_length = size;
}

// Who asks first must not show in the numbers: a generated shape is meshed at length one, an
// imported one at the smallest length planned.
ModalModel ModesLibrary::compute(const Analysis& analysis,
                                 const std::function<void(double)>& watch) const {
  const BodyModesRequest& request = analysis.smallest;
  const double length = length_of(request.shape);
  SolidMesh mesh;
  if (std::holds_alternative<MeshShape>(request.shape)) {
    mesh = body_mesh(request.shape, request.level);
    check_mesh(mesh);  // here, so that places in its messages are true
    for (Vec3& x : mesh.nodes) x = x / length;
  } else {
    mesh = unit_mesh(request.shape, request.level);
    SolidMesh shown = mesh;
    for (Vec3& x : shown.nodes) x = length * x;
    check_mesh(shown);
  }
  ModalOptions options{nine_digits(analysis.limit), analysis.most, {}, {}, grain_of(request),
                       1 / frequency_unit(request), watch};
  for (const FixedBox& box : request.fixed_boxes)
    for (const int node :
         nodes_in_box(mesh, nine_digits(box.min / length), nine_digits(box.max / length))) {
      if (box.held == std::array{true, true, true}) options.fixed_nodes.push_back(node);
      for (int axis = 0; axis < 3; ++axis)
        if (box.held[axis]) options.held_nodes.push_back({node, axis});
    }
  if (!request.fixed_boxes.empty() && options.held_nodes.empty())
    fail("the fixed region holds no point of the body: boxes are in the frame of the shape");
  Material unit = request.material;
  unit.young_across = nine_digits(unit.young_across / unit.young);
  unit.young = unit.density = 1;
  unit.poisson = nine_digits(unit.poisson);
  ModalModel model = analyse(mesh, unit, options);
  round_shapes(model);
  remove_cavities(model.surface);
  return model;
}

// A full or read-only disk is no reason to stop: then nothing is kept.
void ModesLibrary::keep(const std::string& key, const ModalModel& model) const {
  try {
    cache_.store(key, model);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
  }
}

std::string ModesLibrary::entry_key(const BodyModesRequest& request, const Analysis& analysis) {
  Hasher hasher;
  hasher.add(analysis_key(request)).add(nine_digits(analysis.limit)).add(analysis.most);
  // Other lengths of an imported mesh are the same form, but not to the last digit: what another
  // scene left in the cache must not show.
  if (std::holds_alternative<MeshShape>(request.shape)) hasher.add(analysis.smallest_length);
  return hasher.result().hex();
}

std::string ModesLibrary::key_of(const BodyModesRequest& request) {
  plan(request);
  const auto analysis = analysis_of(request);
  const std::lock_guard lock(analysis->mutex);
  return entry_key(request, *analysis);
}

ModalModel ModesLibrary::modes(const BodyModesRequest& request,
                               const std::function<void(double)>& watch) {
  plan(request);
  const auto analysis = analysis_of(request);
  const std::lock_guard lock(analysis->mutex);
  if (!analysis->model || analysis->reached < request.max_frequency * frequency_unit(request) ||
      analysis->held < request.max_modes) {
    const std::string key = entry_key(request, *analysis);
    std::optional<ModalModel> model = cache_.load(key);
    const bool stored = model.has_value();
    if (!stored) {
      model = compute(*analysis, watch);
      keep(key, *model);
    }
    const std::lock_guard count(mutex_);
    ++(stored ? found_ : computed_);
    analysis->model = std::make_shared<const ModalModel>(std::move(*model));
    analysis->reached = analysis->limit;
    analysis->held = analysis->most;
  }
  return to_si(*analysis->model, request);
}

}  // namespace peal
