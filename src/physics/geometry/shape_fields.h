// The fields of every generated shape, listed once: scaling, hashing and checking walk over them.
// For shape_rules and for keys of caches.
#pragma once
#include <tuple>
#include <type_traits>

#include "base/member_count.h"
#include "physics/geometry/shape.h"

namespace peal {

enum class FieldKind {
  length,       // [m] > 0
  free_length,  // [m] >= 0
  number,       // > 0
  free_number,  // >= 0
};

template <class S, class M>
struct ShapeField {
  const char* name;
  M S::*member;
  FieldKind kind;
};

template <class S, class M>
constexpr ShapeField<S, M> field(const char* name, M S::*member,
                                 FieldKind kind = FieldKind::length) {
  return {name, member, kind};
}

constexpr auto fields_of(const SphereShape*) {
  return std::tuple{field("radius", &SphereShape::radius)};
}
constexpr auto fields_of(const EllipsoidShape*) {
  return std::tuple{field("radii", &EllipsoidShape::radii)};
}
constexpr auto fields_of(const BarShape*) {
  return std::tuple{field("size", &BarShape::size), field("edge_radius", &BarShape::edge_radius)};
}
constexpr auto fields_of(const BoxShape*) {
  return std::tuple{field("size", &BoxShape::size), field("edge_radius", &BoxShape::edge_radius)};
}
constexpr auto fields_of(const DieShape*) {
  return std::tuple{field("size", &DieShape::size), field("edge_radius", &DieShape::edge_radius)};
}
constexpr auto fields_of(const CoinShape*) {
  using S = CoinShape;
  return std::tuple{field("radius", &S::radius), field("thickness", &S::thickness),
                    field("rim_width", &S::rim_width, FieldKind::free_length),
                    field("field_thickness", &S::field_thickness)};
}
constexpr auto fields_of(const PlateShape*) {
  using S = PlateShape;
  return std::tuple{field("length", &S::length), field("width", &S::width),
                    field("thickness", &S::thickness)};
}
constexpr auto fields_of(const RingShape*) {
  return std::tuple{field("radius", &RingShape::radius),
                    field("wire_radius", &RingShape::wire_radius)};
}
constexpr auto fields_of(const UndercutBarShape*) {
  using S = UndercutBarShape;
  return std::tuple{field("length", &S::length),     field("width", &S::width),
                    field("height", &S::height),     field("middle_height", &S::middle_height),
                    field("half_cut", &S::half_cut), field("power", &S::power, FieldKind::number)};
}
constexpr auto fields_of(const TubeShape*) {
  using S = TubeShape;
  return std::tuple{field("radius", &S::radius), field("thickness", &S::thickness),
                    field("length", &S::length)};
}
constexpr auto fields_of(const KeyShape*) {
  using S = KeyShape;
  return std::tuple{field("bow_radius", &S::bow_radius),
                    field("hole_radius", &S::hole_radius),
                    field("blade_length", &S::blade_length),
                    field("blade_height", &S::blade_height),
                    field("thickness", &S::thickness),
                    field("cuts", &S::cuts, FieldKind::free_number),
                    field("cut_depth", &S::cut_depth, FieldKind::free_length)};
}
constexpr auto fields_of(const TableTopShape*) {
  using S = TableTopShape;
  return std::tuple{field("length", &S::length), field("width", &S::width),
                    field("thickness", &S::thickness),
                    field("corner_radius", &S::corner_radius, FieldKind::free_length)};
}
constexpr auto fields_of(const BowlShape*) {
  using S = BowlShape;
  return std::tuple{field("radius", &S::radius), field("height", &S::height),
                    field("thickness", &S::thickness), field("foot_radius", &S::foot_radius)};
}
constexpr auto fields_of(const CupShape*) {
  using S = CupShape;
  return std::tuple{field("radius", &S::radius), field("bottom_radius", &S::bottom_radius),
                    field("height", &S::height), field("thickness", &S::thickness),
                    field("bottom_thickness", &S::bottom_thickness)};
}
constexpr auto fields_of(const MugShape*) {
  using S = MugShape;
  return std::tuple{field("radius", &S::radius),
                    field("height", &S::height),
                    field("thickness", &S::thickness),
                    field("bottom_thickness", &S::bottom_thickness),
                    field("handle_reach", &S::handle_reach),
                    field("handle_height", &S::handle_height),
                    field("handle_width", &S::handle_width),
                    field("handle_thickness", &S::handle_thickness)};
}
constexpr auto fields_of(const WineglassShape*) {
  using S = WineglassShape;
  return std::tuple{
      field("foot_radius", &S::foot_radius),      field("foot_thickness", &S::foot_thickness),
      field("stem_radius", &S::stem_radius),      field("stem_height", &S::stem_height),
      field("bowl_radius", &S::bowl_radius),      field("rim_radius", &S::rim_radius),
      field("bowl_height", &S::bowl_height),      field("thickness", &S::thickness),
      field("base_thickness", &S::base_thickness)};
}
constexpr auto fields_of(const FunnelShape*) {
  using S = FunnelShape;
  return std::tuple{field("radius", &S::radius), field("spout_radius", &S::spout_radius),
                    field("cone_height", &S::cone_height), field("spout_height", &S::spout_height),
                    field("thickness", &S::thickness)};
}
constexpr auto fields_of(const BellShape*) {
  using S = BellShape;
  return std::tuple{field("mouth_radius", &S::mouth_radius), field("height", &S::height),
                    field("lip_thickness", &S::lip_thickness),
                    field("waist_thickness", &S::waist_thickness),
                    field("crown_thickness", &S::crown_thickness)};
}
constexpr auto fields_of(const MeshShape*) {
  using S = MeshShape;
  return std::tuple{field("scale", &S::scale, FieldKind::number),
                    field("shell_thickness", &S::shell_thickness, FieldKind::free_length)};
}

constexpr auto fields_of(const RodShape*) {
  return std::tuple{field("points", &RodShape::points, FieldKind::number)};
}

/// Members that are no numbers. MeshShape: file, up, body. RodShape: centreline, section, up,
/// rest_curvature; rod_shape.h scales and hashes them.
template <class S>
inline constexpr std::size_t kOtherMembers = std::is_same_v<S, MeshShape>  ? 3
                                             : std::is_same_v<S, RodShape> ? 4
                                                                           : 0;

/// Calls f(name, member of shape, kind) for each field; members are double, int or Vec3.
template <class S, class F>
void for_each_field(S& shape, F&& f) {
  using Fields = decltype(fields_of(&shape));
  static_assert(member_count<std::remove_const_t<S>>() ==
                    std::tuple_size_v<Fields> + kOtherMembers<std::remove_const_t<S>>,
                "fields_of lists every member");
  std::apply([&](const auto&... each) { (f(each.name, shape.*each.member, each.kind), ...); },
             fields_of(&shape));
}

}  // namespace peal
