// Materials, shapes and objects of a scene.
#include <algorithm>
#include <cmath>

#include "fields/container_types.h"
#include "fields/tagged.h"
#include "fields/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

const Range kSize{1e-4, 100};  // [m]

double smallest(const Vec3& v) { return std::min({v.x, v.y, v.z}); }

/// Half the edges of the box around a shape, body frame [m].
Vec3 half_extent(const Shape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    return {sphere->radius, sphere->radius, sphere->radius};
  return std::get<BarShape>(shape).size / 2;
}

Tagged<Shape> shape_type() {
  return Tagged<Shape>()
      .kind("sphere", Record<SphereShape>("sphere", "A solid ball.")
                          .number("radius", &SphereShape::radius, kSize, "m", "Radius.")
                          .required())
      .kind(
          "bar",
          Record<BarShape>("bar", "A solid rectangular bar, its edges along the body axes.")
              .field("size", &BarShape::size, vector(kSize, "m"), "Lengths along x, y and z.")
              .required()
              .number("edge_radius", &BarShape::edge_radius, Range{1e-6, 50}, "m",
                      "Rounding of edges and corners as contacts feel it; below half the smallest "
                      "side.")
              .check([](const BarShape& bar, const Cursor& at) {
                if (bar.edge_radius >= smallest(bar.size) / 2)
                  at.child("edge_radius")
                      .error("expected < {} m, half the smallest side, got {}",
                             smallest(bar.size) / 2, bar.edge_radius);
              }));
}

Record<Damping> damping_record() {
  return Record<Damping>(
             "damping",
             "How vibrations die away: a mode of angular frequency w decays as exp(-d t / 2) with "
             "d = alpha + beta w^2 + gamma / w^2.")
      .number("alpha", &Damping::alpha, Range{0, 1e5}, "1/s",
              "Damping that is equal for all modes.")
      .number("beta", &Damping::beta, Range{0, 1e-2}, "s", "Damping that grows with frequency.")
      .number("gamma", &Damping::gamma, Range{0, 1e12}, "1/s^3", "Damping of low frequencies.");
}

Record<Box> box_record() {
  return Record<Box>("box", "Nodes of the mesh inside this box do not vibrate; body frame.")
      .field("min", &Box::min, vector(kPosition, "m"), "Corner with the smallest coordinates.")
      .required()
      .field("max", &Box::max, vector(kPosition, "m"), "Corner with the largest coordinates.")
      .required()
      .check([](const Box& box, const Cursor& at) {
        for (int i = 0; i < 3; ++i)
          if (!(box.min[i] <= box.max[i])) {
            const Cursor corner = at.child("max");
            corner.child(static_cast<std::size_t>(i))
                .error("expected >= {} m, the value of min, got {}", box.min[i], box.max[i]);
          }
      });
}

void check_object(const ObjectSpec& object, const Cursor& at) {
  if (object.is_static && norm(object.velocity) > 0)
    at.child("velocity").error("a static object does not move; remove velocity or static");
  if (object.is_static && norm(object.spin) > 0)
    at.child("spin").error("a static object does not turn; remove spin or static");
  const Vec3 half = half_extent(object.shape);
  const Cursor fixed = at.child("fixed");
  for (std::size_t k = 0; k < object.fixed.size(); ++k) {
    const Box& box = object.fixed[k];
    for (int i = 0; i < 3; ++i)
      if (box.min[i] > half[i] || box.max[i] < -half[i]) {
        fixed.child(k).error("the box lies outside the object, whose {} runs from {} to {} m",
                             "xyz"[i], -half[i], half[i]);
        break;
      }
  }
}

}  // namespace

Record<Material> material_record() {
  return Record<Material>("material", "What a body is made of.")
      .number("young", &Material::young, Range{1e3, 2e12}, "Pa", "Young's modulus.")
      .required()
      .number("poisson", &Material::poisson, Range::above(-1).below(0.5), "", "Poisson's ratio.")
      .required()
      .number("density", &Material::density, Range::above(0).up_to(30000), "kg/m^3", "Density.")
      .required()
      .field("damping", &Material::damping, damping_record(), "How fast vibrations die away.")
      .number("restitution", &Material::restitution, Range{0, 1}, "",
              "Speed after an impact over the speed before; of a pair the smaller one counts.")
      .number("friction", &Material::friction, Range{0, 10}, "",
              "Coulomb's friction coefficient; of a pair the square root of the product.");
}

Record<ObjectSpec> object_record() {
  return Record<ObjectSpec>("object", "A body that can move, be hit and sound.")
      .field("name", &ObjectSpec::name, name_in("object"), "Unique name.")
      .required()
      .field("shape", &ObjectSpec::shape, shape_type(),
             "Form and size; the origin of the body frame is the centre of mass.")
      .required()
      .field("material", &ObjectSpec::material, reference_to("material"),
             "A built-in material or one declared in `materials`.")
      .required()
      .field("position", &ObjectSpec::position, vector(kPosition, "m"),
             "Centre of mass at the start.")
      .required()
      .field("rotation", &ObjectSpec::rotation, rotation(), "Turn of the body at the start.")
      .field("velocity", &ObjectSpec::velocity, vector({-1e4, 1e4}, "m/s"),
             "Velocity at the start.")
      .field("spin", &ObjectSpec::spin, vector({-1e5, 1e5}, "rad/s"),
             "Angular velocity at the start, about the world axes.")
      .choice("mesh", &ObjectSpec::mesh,
              {{"normal", "for listening"}, {"fine", "for measuring, many times slower"}},
              "How fine the body is meshed to find its modes.")
      .field("fixed", &ObjectSpec::fixed, array_of(box_record(), 0, 1000),
             "Boxes in the body frame; what lies inside is clamped and does not vibrate.")
      .boolean("static", &ObjectSpec::is_static, "The object does not move, whatever hits it.")
      .choice("sound", &ObjectSpec::sound,
              {{"modal", "it rings in its modes"}, {"none", "it only takes part in the motion"}},
              "What the object does when it is excited.")
      .number("max_frequency", &ObjectSpec::max_frequency, Range{20, 192000}, "Hz",
              "Modes above this frequency are left out.")
      .integer("max_modes", &ObjectSpec::max_modes, 1, 5000, "",
               "At most this many modes, the lowest first.")
      .check(check_object);
}

}  // namespace peal
