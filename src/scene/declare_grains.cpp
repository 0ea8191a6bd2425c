// Crowds of grains.
#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {

Record<GrainsSpec> grains_record() {
  return Record<GrainsSpec>("grains", Decides::motion,
                            "A crowd of balls that fall, bounce and come to rest.")
      .field("name", &GrainsSpec::name, name_in(kGrains), "Unique name.")
      .required()
      .field("material", &GrainsSpec::material, reference_to("material"), "What they are made of.")
      .required()
      .integer("count", &GrainsSpec::count, 1, 1'000'000, "", "How many.")
      .number("radius", &GrainsSpec::radius, Range{1e-5, 0.1}, "m", "Radius, the smallest.")
      .number("radius_to", &GrainsSpec::radius_to, Range{0, 0.1}, "m",
              "The largest radius; 0: all are alike.")
      .choice("region", &GrainsSpec::region,
              {{"box", "along the axes"}, {"cylinder", "around y; its diameter is size.x"}},
              "Where they are at the start.")
      .field("position", &GrainsSpec::position, vector(kPosition, "m"), "Middle of the region.")
      .required()
      .field("size", &GrainsSpec::size, vector({1e-5, 100}, "m"),
             "Of the region; higher when it does not hold them.")
      .field("velocity", &GrainsSpec::velocity, vector({-100, 100}, "m/s"), "At the start.")
      .field("velocity_jitter", &GrainsSpec::velocity_jitter, vector({0, 100}, "m/s"),
             "Random change of each.")
      .number("rate", &GrainsSpec::rate, Range{0, 1e6}, "1/s",
              "Poured: so many in a second; 0: all are there at the start.")
      .boolean("rest", &GrainsSpec::rest, "Grains that hardly move come to rest.")
      .boolean("spin", &GrainsSpec::spin,
               "They rub against each other and against walls by the friction of the materials, "
               "and spin; without it they are smooth.")
      .number("rolling", &GrainsSpec::rolling, Range{0, 2}, "",
              "Tangent of the slope on which they begin to roll: 0.03 for balls, 0.3 and more for "
              "what is not round, like sugar or gravel.")
      .check([](const GrainsSpec& grains, const Cursor& at) {
        if (grains.radius_to != 0 && !(grains.radius_to >= grains.radius))
          at.child("radius_to")
              .error("expected >= {} m, the radius, got {}", grains.radius, grains.radius_to);
      });
}

}  // namespace peal
