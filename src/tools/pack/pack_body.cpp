#include "tools/pack/pack_body.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "emission/fields/dipole_field.h"
#include "models/bodies/contact_radius.h"
#include "models/bodies/mesh_frame.h"
#include "physics/contact/surface_roughness.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/wave/exact/ellipsoid_dipole.h"
#include "tools/pack/approximate_multipoles.h"

namespace peal {
namespace {

constexpr double kBand = 0.42;  // of the rate: modes above are left out, as in resonator_rate
constexpr double kRoom = 1.05;  // radius of a sphere for multipoles over the body's reach
constexpr double kSaidError = 0.03;
constexpr double kTypicalHertz = 1e3;  // [Hz] at which the loss factor of a contact is taken

}  // namespace

PlayMaterial play_material(const Material& material, const std::string& name) {
  const LibraryMaterial* known = find_library_material(name);
  return {plane_strain_modulus(material),
          material.restitution,
          material.friction,
          default_roughness(name, known ? known->group : ""),
          loss_factor_at(material.damping, kTypicalHertz),
          0};
}

PackedBody::PackedBody(const Scene& scene, const ObjectSpec& object, const BodySound* sound,
                       const ClickField* click, const PackOptions& options, const Legs* legs)
    : name_(object.name), sound_(sound) {
  play_.name = name_.c_str();
  play_.material = play_material(scene.material(object.material), object.material);
  play_.spread = manufacture_spread(scene.material(object.material).making);
  play_.is_ball = std::holds_alternative<SphereShape>(object.shape);
  play_.mesh_to_body = mesh_to_body(object.shape, object.geometry->frame);
  take_mass(scene, object);
  if (sound_ && sound_->modes() > 0)
    take_modes(legs, options);
  else
    take_flat_surface(object.geometry->surface);
  for (const Vec3& node : play_.surface.nodes) {
    const double radius = contact_radius(object.shape, *object.geometry, node);
    curvature_.push_back(radius > 0 ? static_cast<float>(1 / radius) : 0.0f);
  }
  play_.curvature = curvature_;
  if (click) take_click(scene, object, *click, options);
  limit_size(options);
}

void PackedBody::take_mass(const Scene& scene, const ObjectSpec& object) {
  const double density = scene.material(object.material).density;
  MassProperties mass = object.geometry->solid;
  mass.mass *= density;
  for (Vec3& row : mass.inertia.row) row *= density;
  if (!(mass.mass > 0) && sound_) mass = sound_->model().mass;
  if (!(mass.mass > 0))
    fail("object '{}': its surface is open, so it has no mass; close it or give it a thickness",
         name_);
  play_.mass = mass.mass;
  play_.inertia = {mass.inertia(0, 0), mass.inertia(1, 1), mass.inertia(2, 2)};
}

void PackedBody::take_modes(const Legs* legs, const PackOptions& options) {
  const PlayBody& whole = sound_->play();
  play_.bounding_radius = whole.bounding_radius;
  play_.surface = whole.surface;
  const auto poles = whole.poles;
  const double highest = 2 * kPi * kBand * options.rate;
  const auto end = std::find_if(poles.begin(), poles.end(),
                                [&](const auto& pole) { return !(pole.im < highest); });
  const auto kept = static_cast<std::size_t>(end - poles.begin());
  if (kept < poles.size())
    notes_.push_back(fmt::format("{} of {} modes lie above {:.1f} kHz and are felt, not heard",
                                 poles.size() - kept, poles.size(), 1e-3 * kBand * options.rate));
  play_.poles = poles.first(kept);
  if (legs) {
    const std::shared_ptr<const RingingBody> body(std::shared_ptr<void>(), sound_);
    standing_ = legs->mass > 0 ? poles_on_legs(SwayingBody(body, *legs), *legs)
                               : poles_on_legs(*body, *legs);
    play_.poles = std::span(standing_).first(kept);
  }
  play_.shapes = whole.shapes;
  if (kept < poles.size()) {
    for (std::size_t row = 0; row < 3 * play_.surface.nodes.size(); ++row) {
      const float* from = whole.shapes.data() + row * poles.size();
      shapes_.insert(shapes_.end(), from, from + kept);
    }
    play_.shapes = shapes_;
  }
  take_contact_modes(kept);
  take_transfer(static_cast<int>(kept));
}

/// Those that the bank's rate cannot play, and those that nobody hears offline either.
void PackedBody::take_contact_modes(std::size_t heard) {
  const PlayBody &whole = sound_->play(), &unheard = sound_->unheard();
  const auto above = whole.poles.subspan(heard);
  contact_poles_.assign(above.begin(), above.end());
  contact_poles_.insert(contact_poles_.end(), unheard.poles.begin(), unheard.poles.end());
  if (contact_poles_.empty()) return;
  for (std::size_t row = 0; row < 3 * play_.surface.nodes.size(); ++row) {
    const float* from = whole.shapes.data() + row * whole.poles.size();
    contact_shapes_.insert(contact_shapes_.end(), from + heard, from + whole.poles.size());
    from = unheard.shapes.data() + row * unheard.poles.size();
    contact_shapes_.insert(contact_shapes_.end(), from, from + unheard.poles.size());
  }
  play_.contact_poles = contact_poles_, play_.contact_shapes = contact_shapes_;
}

void PackedBody::take_transfer(int modes) {
  const TransferTables& whole = sound_->play().transfer;
  blocks_.assign(whole.blocks.begin(), whole.blocks.end());
  values_.assign(whole.values.begin(), whole.values.end());
  play_.transfer = whole;
  for (TransferBlock& block : blocks_)
    for (std::int32_t& mode : block.modes)
      if (mode >= modes) mode = -1;
  if (whole.modes < modes) {
    if (whole.blocks.empty()) play_.transfer.radius = kRoom * play_.bounding_radius;
    const ApproximateMultipoles quick = approximate_multipoles(
        *sound_, whole.modes, modes, play_.transfer.centre, play_.transfer.radius);
    const TransferField field(quick.record);
    for (TransferBlock block : field.play().blocks) {
      block.first += values_.size();
      for (std::int32_t& mode : block.modes)
        if (mode >= 0) mode += whole.modes;
      blocks_.push_back(block);
    }
    values_.insert(values_.end(), field.play().values.begin(), field.play().values.end());
    play_.transfer.order = std::max(whole.order, field.play().order);
    play_.transfer.steps = field.play().steps;
    notes_.push_back(fmt::format(
        "{} modes of approximate radiation as multipoles, {:.1f} % off{}", modes - whole.modes,
        100 * quick.error, quick.error > kSaidError ? "; `radiation: transfer` has none" : ""));
  }
  play_.transfer.modes = modes;
  play_.transfer.blocks = blocks_, play_.transfer.values = values_;
}

/// Triangles of three nodes as triangles of six, each with middles of its own.
void PackedBody::take_flat_surface(const TriangleMesh& mesh) {
  surface_.nodes = mesh.vertices;
  for (const auto& triangle : mesh.triangles) {
    std::array<int, 6> six{triangle[0], triangle[1], triangle[2], 0, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      six[3 + k] = static_cast<int>(surface_.nodes.size());
      const Vec3 a = mesh.vertices[static_cast<std::size_t>(six[k])],
                 b = mesh.vertices[static_cast<std::size_t>(six[(k + 1) % 3])];
      surface_.nodes.push_back((a + b) / 2);
    }
    surface_.triangles.push_back(six);
  }
  for (const Vec3& node : mesh.vertices)
    play_.bounding_radius = std::max(play_.bounding_radius, norm(node));
  finder_ = std::make_unique<SurfaceFinder>(surface_);
  play_.surface = finder_->play();
}

void PackedBody::take_click(const Scene& scene, const ObjectSpec& object, const ClickField& field,
                            const PackOptions& options) {
  const PlayClick& whole = field.play();
  play_.click = &whole;
  PlayBody alone;
  alone.click = &whole;
  const auto bytes = static_cast<double>(bank_bytes(alone, options.precision).click);
  const double most = options.max_bytes > 0
                          ? std::min(options.most_click_bytes, options.max_bytes / 2)
                          : options.most_click_bytes;
  const bool too_large = bytes > most;
  if (!too_large && whole.rate == options.rate) return;
  const std::string why =
      too_large
          ? fmt::format("tables of its click take {:.1f} MB (--click-mb and --max-size allow more)",
                        1e-6 * bytes)
          : fmt::format(
                "its click has a rate of {:.0f} Hz, the bank {:.0f} Hz (max_frequency "
                "of at most 20 kHz helps)",
                whole.rate, options.rate);
  if (!object.geometry->has_volume()) {
    play_.click = nullptr;
    notes_.push_back(why + ": it is left out");
    return;
  }
  notes_.push_back(why + ": an ellipsoid's click instead, which does not sound when it turns");
  const MassProperties& solid = object.geometry->solid;  // of density 1
  const Vec3 inertia{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
  proxy_ =
      std::make_unique<const DipoleField>(equivalent_ellipsoid(solid.volume, solid.mass, inertia),
                                          solid.volume, scene.air, options.rate);
  play_.click = &proxy_->play();
}

}  // namespace peal
