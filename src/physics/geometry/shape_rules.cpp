#include "physics/geometry/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_fields.h"

namespace peal {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<Shape>> kNames{
    "sphere", "bar",          "ellipsoid", "box",  "die",       "coin", "plate",
    "ring",   "undercut_bar", "tube",      "key",  "table_top", "bowl", "cup",
    "mug",    "wineglass",    "funnel",    "bell", "mesh",      "rod"};

double smallest(const Vec3& v) { return std::min({v.x, v.y, v.z}); }
double largest(const Vec3& v) { return std::max({v.x, v.y, v.z}); }

// ---- sizes ----

double size_of(const SphereShape& s) { return 2 * s.radius; }
double size_of(const EllipsoidShape& s) { return 2 * largest(s.radii); }
double size_of(const BarShape& s) { return largest(s.size); }
double size_of(const BoxShape& s) { return largest(s.size); }
double size_of(const DieShape& s) { return s.size; }
double size_of(const CoinShape& s) { return 2 * s.radius; }
double size_of(const PlateShape& s) { return std::max(s.length, s.width); }
double size_of(const RingShape& s) { return 2 * (s.radius + s.wire_radius); }
double size_of(const UndercutBarShape& s) { return s.length; }
double size_of(const TubeShape& s) { return std::max(s.length, 2 * s.radius); }
double size_of(const KeyShape& s) { return 2 * s.bow_radius + s.blade_length; }
double size_of(const TableTopShape& s) { return std::max(s.length, s.width); }
double size_of(const BowlShape& s) { return 2 * s.radius; }
double size_of(const CupShape& s) {
  return std::max({2 * s.radius, 2 * s.bottom_radius, s.height});
}
double size_of(const MugShape& s) { return std::max(2 * s.radius + s.handle_reach, s.height); }
double size_of(const WineglassShape& s) { return s.foot_thickness + s.stem_height + s.bowl_height; }
double size_of(const FunnelShape& s) {
  return std::max(2 * s.radius, s.cone_height + s.spout_height);
}
double size_of(const BellShape& s) { return std::max(2 * s.mouth_radius, s.height); }
double size_of(const MeshShape& s) {
  if (!s.body) return s.scale;
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (const auto* points : {&s.body->surface.vertices, &s.body->solid.nodes})
    for (const Vec3& x : *points)
      for (int i = 0; i < 3; ++i)
        low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
  return high.x >= low.x ? norm(high - low) : s.scale;
}

double size_of(const RodShape& s) { return rod_length(s); }

// ---- relations between fields ----

class Rules {
 public:
  std::vector<ShapeProblem> found;

  void add(const char* field, std::string message) { found.push_back({field, std::move(message)}); }
  void below(const char* field, double value, double limit, const char* why) {
    if (!(value < limit))
      add(field, fmt::format("expected < {:.6g} m, {}, got {:.6g}", limit, why, value));
  }
  void above(const char* field, double value, double limit, const char* why) {
    if (!(value > limit))
      add(field, fmt::format("expected > {:.6g} m, {}, got {:.6g}", limit, why, value));
  }
  void up_to(const char* field, double value, double limit, const char* why) {
    if (!(value <= limit))
      add(field, fmt::format("expected <= {:.6g} m, {}, got {:.6g}", limit, why, value));
  }
};

void relate(const SphereShape&, Rules&) {}
void relate(const EllipsoidShape&, Rules&) {}
void relate(const BarShape& s, Rules& r) {
  r.below("edge_radius", s.edge_radius, smallest(s.size) / 2, "half the smallest side");
}
void relate(const BoxShape& s, Rules& r) {
  r.below("edge_radius", s.edge_radius, smallest(s.size) / 2, "half the smallest side");
}
void relate(const DieShape& s, Rules& r) {
  r.up_to("edge_radius", s.edge_radius, 0.45 * s.size, "0.45 of the size");
}
void relate(const CoinShape& s, Rules& r) {
  r.up_to("rim_width", s.rim_width, 0.8 * s.radius, "0.8 of the radius");
  r.up_to("field_thickness", s.field_thickness, s.thickness, "the thickness");
  r.up_to("thickness", s.thickness, 2 * s.radius, "the diameter");
}
void relate(const PlateShape& s, Rules& r) {
  r.below("thickness", s.thickness, std::min(s.length, s.width), "the shorter side");
}
void relate(const RingShape& s, Rules& r) {
  r.up_to("wire_radius", s.wire_radius, 0.9 * s.radius, "0.9 of the radius");
}
void relate(const UndercutBarShape& s, Rules& r) {
  r.up_to("middle_height", s.middle_height, s.height, "the height");
  r.up_to("half_cut", s.half_cut, 0.49 * s.length, "0.49 of the length");
  if (!(s.power >= 1)) r.add("power", fmt::format("expected >= 1, got {}", s.power));
}
void relate(const TubeShape& s, Rules& r) {
  r.up_to("thickness", s.thickness, 0.9 * s.radius, "0.9 of the radius");
}
void relate(const KeyShape& s, Rules& r) {
  r.up_to("hole_radius", s.hole_radius, 0.9 * s.bow_radius, "0.9 of the bow's radius");
  r.up_to("blade_height", s.blade_height, 1.7 * s.bow_radius, "1.7 of the bow's radius");
  r.up_to("cut_depth", s.cut_depth, 0.7 * s.blade_height, "0.7 of the blade's height");
  if (s.cuts > 50) r.add("cuts", fmt::format("expected <= 50, got {}", s.cuts));
}
void relate(const TableTopShape& s, Rules& r) {
  const double side = std::min(s.length, s.width);
  r.up_to("corner_radius", s.corner_radius, 0.45 * side, "0.45 of the shorter side");
  r.below("thickness", s.thickness, side, "the shorter side");
}
void relate(const BowlShape& s, Rules& r) {
  r.up_to("foot_radius", s.foot_radius, 0.9 * s.radius, "0.9 of the radius");
  if (!r.found.empty()) return;
  r.up_to("height", s.height, std::sqrt(s.radius * s.radius - s.foot_radius * s.foot_radius),
          "so that the bowl is widest at its rim");
  r.up_to("thickness", s.thickness,
          0.3 * std::min({s.height, s.radius - s.foot_radius, 2 * s.foot_radius}),
          "0.3 of the height, of radius - foot_radius and of the foot's diameter");
}
void relate(const CupShape& s, Rules& r) {
  const double slope = (s.radius - s.bottom_radius) / s.height;
  r.up_to("thickness", s.thickness * std::sqrt(1 + slope * slope),
          0.8 * std::min(s.radius, s.bottom_radius),
          "0.8 of the smaller radius, measured level through the wall");
  r.up_to("bottom_thickness", s.bottom_thickness, 0.8 * s.height, "0.8 of the height");
}
void relate(const MugShape& s, Rules& r) {
  r.up_to("thickness", s.thickness, 0.8 * s.radius, "0.8 of the radius");
  r.up_to("bottom_thickness", s.bottom_thickness, 0.5 * s.height, "half the height");
  r.up_to("handle_width", s.handle_width, s.radius, "the radius");
  r.up_to("handle_height", s.handle_height,
          0.98 * (s.height - 2 * s.bottom_thickness) - s.handle_thickness,
          "so that both roots fit on the wall");
  r.above("handle_height", s.handle_height, 1.6 * s.handle_thickness,
          "so that the roots are apart");
  // The path is half an ellipse: its bends must be wider than the handle is thick.
  const double reach = s.handle_reach - s.handle_thickness / 2, half = s.handle_height / 2;
  const double tightest = 0.7 * s.handle_thickness;
  r.above("handle_reach", s.handle_reach, s.handle_thickness / 2 + std::sqrt(half * tightest),
          "so that the handle bends less sharply than it is thick");
  if (reach > 0)
    r.below("handle_reach", s.handle_reach, s.handle_thickness / 2 + half * half / tightest,
            "so that the handle bends less sharply than it is thick");
}
void relate(const WineglassShape& s, Rules& r) {
  r.up_to("stem_radius", s.stem_radius, 0.5 * std::min(s.bowl_radius, s.foot_radius),
          "half the radius of bowl and foot");
  r.up_to("rim_radius", s.rim_radius, s.bowl_radius, "the bowl's radius");
  r.up_to("thickness", s.thickness, 0.4 * s.rim_radius, "0.4 of the rim's radius");
  r.up_to("base_thickness", s.base_thickness, 0.3 * s.bowl_height, "0.3 of the bowl's height");
}
void relate(const FunnelShape& s, Rules& r) {
  r.up_to("spout_radius", s.spout_radius, 0.9 * s.radius, "0.9 of the radius");
  r.up_to("thickness", s.thickness, 0.8 * s.spout_radius, "0.8 of the spout's radius");
  if (!r.found.empty()) return;
  // A flat cone's wall must end below the rim.
  const double slope = (s.radius - s.spout_radius) / s.cone_height;
  r.up_to("thickness", s.thickness,
          0.8 * s.cone_height * slope / (std::sqrt(1 + slope * slope) - 1),
          "so that the inside is a cone, too");
}
void relate(const BellShape& s, Rules& r) {
  r.up_to("mouth_radius", s.mouth_radius, s.height, "the height");
  for (const auto& [field, value] : {std::pair{"lip_thickness", s.lip_thickness},
                                     {"waist_thickness", s.waist_thickness},
                                     {"crown_thickness", s.crown_thickness}})
    r.up_to(field, value, 0.2 * s.mouth_radius, "0.2 of the mouth's radius");
}
void relate(const MeshShape& s, Rules& r) {
  if (s.file.empty()) r.add("file", "expected the name of a mesh file");
}

void relate(const RodShape& s, Rules& r) {
  for (const auto& [field, message] : rod_problems(s)) r.add(field.c_str(), message);
}

// ---- single fields ----

void check_number(Rules& r, const char* name, double value, FieldKind kind) {
  const bool length = kind == FieldKind::length || kind == FieldKind::free_length;
  const bool may_be_0 = kind == FieldKind::free_length || kind == FieldKind::free_number;
  if (!std::isfinite(value) || value < 0 || (value == 0 && !may_be_0))
    r.add(name,
          fmt::format("expected {} 0{}, got {}", may_be_0 ? ">=" : ">", length ? " m" : "", value));
}
void check_number(Rules& r, const char* name, const Vec3& v, FieldKind kind) {
  for (int i = 0; i < 3; ++i) check_number(r, name, v[i], kind);
}

}  // namespace

std::string_view shape_name(const Shape& shape) { return kNames[shape.index()]; }

double shape_size(const Shape& shape) {
  return std::visit([](const auto& s) { return size_of(s); }, shape);
}

Shape scaled(const Shape& shape, double factor) {
  Shape out = shape;
  std::visit(
      [&](auto& s) {
        for_each_field(s, [&](const char*, auto& member, FieldKind kind) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(member)>, int>)
            if (kind == FieldKind::length || kind == FieldKind::free_length) member *= factor;
        });
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshShape>) {
          s.scale *= factor;
          if (!s.body) return;
          auto body = std::make_shared<ImportedBody>(*s.body);
          for (Vec3& x : body->surface.vertices) x *= factor;
          for (Vec3& x : body->solid.nodes) x *= factor;
          s.body = std::move(body);
        }
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, RodShape>) scale_rod(s, factor);
      },
      out);
  return out;
}

std::vector<ShapeProblem> shape_problems(const Shape& shape) {
  Rules rules;
  std::visit(
      [&](const auto& s) {
        for_each_field(s, [&](const char* name, const auto& member, FieldKind kind) {
          check_number(rules, name, member, kind);
        });
        if (rules.found.empty()) relate(s, rules);
      },
      shape);
  return std::move(rules.found);
}

void add_to_hash(Hasher& hasher, const Shape& shape) {
  hasher.add(shape_name(shape));
  std::visit(
      [&](const auto& s) {
        for_each_field(s, [&](const char*, const auto& member, FieldKind) {
          if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Vec3>)
            hasher.add(member.x).add(member.y).add(member.z);
          else
            hasher.add(member);
        });
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshShape>) {
          hasher.add(static_cast<int>(s.up));
          hasher.add(s.body ? std::string_view(s.body->content_hash) : std::string_view(s.file));
        }
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, RodShape>) hash_rod(hasher, s);
      },
      shape);
}

}  // namespace peal
