#include "tools/sections/section_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "base/error.h"
#include "tools/bodies/body_text.h"

namespace peal {
namespace {

using Json = nlohmann::ordered_json;

/// "rectangle:width=1,height=2" => {"kind": "rectangle", "width": 1, "height": 2}
std::string json_of_words(const std::string& text) {
  const auto colon = text.find(':');
  Json json{{"kind", text.substr(0, colon)}};
  for (std::size_t at = colon; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string part = text.substr(at + 1, end - at - 1);
    const auto equals = part.find('=');
    if (equals == std::string::npos)
      fail("'{}': expected field=value after the kind of the section, got '{}'", text, part);
    json[part.substr(0, equals)] =
        numbers_of(part.substr(0, equals), part.substr(equals + 1), 1)[0];
    at = end;
  }
  return json.dump();
}

std::string millimetres(double metres) { return fmt::format("{:.6g} mm", 1000 * metres); }

}  // namespace

RodOutline outline_argument(const std::string& text) {
  // A rod of the greatest length that a scene may have: no section is too thick for it.
  BodyText body;
  body.body = fmt::format(
      R"({{"kind": "rod", "centreline": {{"kind": "straight", "length": 1000}}, "section": {}}})",
      text.starts_with('{') ? text : json_of_words(text));
  return std::get<RodShape>(body.shape()).section;
}

std::string outline_words(const RodOutline& outline) {
  if (const auto* s = std::get_if<CircleOutline>(&outline))
    return fmt::format("circle of radius {}", millimetres(s->radius));
  if (const auto* s = std::get_if<TubeOutline>(&outline))
    return fmt::format("tube of radius {}, wall {}", millimetres(s->radius),
                       millimetres(s->thickness));
  if (const auto* s = std::get_if<EllipseOutline>(&outline))
    return fmt::format("ellipse, semi-axes {} and {}", millimetres(s->a), millimetres(s->b));
  if (const auto* s = std::get_if<RectangleOutline>(&outline))
    return fmt::format("rectangle of {} x {}", millimetres(s->width), millimetres(s->height));
  return fmt::format("polygon of {} corners", std::get<PolygonOutline>(outline).corners.size());
}

std::string section_text(const RodOutline& outline, const RodSection& s) {
  std::string out = outline_words(outline) + "\n";
  const auto line = [&](const char* name, double value, const char* unit, const char* meaning) {
    out += fmt::format("  {:<18}{:>14.7g} {:<4} {}\n", name, value, unit, meaning);
  };
  line("area", s.area, "m^2", "");
  line("moment 1", s.moment1, "m^4",
       "Int x1^2 dA: bending towards d1 has the stiffness E times it");
  line("moment 2", s.moment2, "m^4", "Int x2^2 dA: towards d2");
  line("torsion constant", s.torsion, "m^4", "J: torque = G J times the twist per length");
  line("polar moment", s.polar, "m^4", "inertia of twist over the density");
  line("D11", s.d11, "m^2", "dipole of a length for motion along d1");
  line("D22", s.d22, "m^2", "along d2");
  line("D12", s.d12, "m^2", "");
  if (s.turn_q > 0)
    line("quadrupole", s.turn_q, "m^4", "of a length that turns, over its rate of turning");
  if (std::holds_alternative<PolygonOutline>(outline)) {
    line("turning dipole 1", s.turn_d1, "m^3", "of a length that turns: along d1");
    line("turning dipole 2", s.turn_d2, "m^3", "along d2");
  }
  line("added mass 1", s.d11 / s.area - 1, "", "of the air, as a multiple of the section's area");
  line("added mass 2", s.d22 / s.area - 1, "", "");
  line("reach", s.reach, "m", "from the centroid to the farthest point of the outline");
  if (std::holds_alternative<PolygonOutline>(outline)) {
    line("axis", s.axis * 180 / kPi, "deg", "from the given x axis to d1");
    line("centroid x", s.centre_x, "m", "in the given coordinates");
    line("centroid y", s.centre_y, "m", "");
  }
  return out;
}

std::string section_json(const RodOutline& outline, const RodSection& s) {
  const Json json{{"section", outline_words(outline)},
                  {"area_m2", s.area},
                  {"moment1_m4", s.moment1},
                  {"moment2_m4", s.moment2},
                  {"torsion_m4", s.torsion},
                  {"polar_m4", s.polar},
                  {"d11_m2", s.d11},
                  {"d12_m2", s.d12},
                  {"d22_m2", s.d22},
                  {"turn_d1_m3", s.turn_d1},
                  {"turn_d2_m3", s.turn_d2},
                  {"turn_q_m4", s.turn_q},
                  {"turn_axis_rad", s.turn_axis},
                  {"reach_m", s.reach},
                  {"axis_rad", s.axis},
                  {"centroid_m", {s.centre_x, s.centre_y}}};
  return json.dump(2) + "\n";
}

}  // namespace peal
