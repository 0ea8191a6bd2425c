#include "io/schema/vector_types.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "io/schema/record.h"

namespace peal {
namespace {

OrderedJson number_schema(const Range& range) {
  OrderedJson schema{{"type", "number"}};
  add_range(schema, range);
  return schema;
}

bool read_vector(const Json& in, const Cursor& at, const Range& range, const std::string& unit,
                 Vec3& out) {
  if (!in.is_array() || in.size() != 3) {
    at.error("expected an array of 3 numbers{}, got {}", unit.empty() ? "" : " [" + unit + "]",
             describe(in));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < 3; ++i)
    good = read_number(in[i], at.child(i), range, unit, out[static_cast<int>(i)]) && good;
  return good;
}

class VectorType final : public Type {
 public:
  VectorType(Range range, std::string unit) : range_(range), unit_(std::move(unit)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    read_vector(in, at, range_, unit_, *static_cast<Vec3*>(out));
  }
  OrderedJson write(const void* value) const override {
    const auto& v = *static_cast<const Vec3*>(value);
    return OrderedJson::array({v.x, v.y, v.z});
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const auto& v = *static_cast<const Vec3*>(value);
    key.hasher().add(v.x).add(v.y).add(v.z);
  }
  OrderedJson schema(const void*) const override {
    return {{"type", "array"}, {"items", number_schema(range_)}, {"minItems", 3}, {"maxItems", 3}};
  }
  std::string phrase() const override {
    const std::string range = phrase_of(range_);
    return "[x, y, z]" + (range.empty() ? "" : ", each " + range);
  }
  std::string unit() const override { return unit_; }

 private:
  Range range_;
  std::string unit_;
};

const Range kComponent{-1e100, 1e100};  // squares stay finite

class DirectionType final : public Type {
 public:
  void read(const Json& in, const Cursor& at, void* out) const override {
    Vec3 v;
    if (!read_vector(in, at, kComponent, "", v)) return;
    // The length itself may be smaller than the smallest square of a double.
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    if (!(largest > 1e-100)) return at.error("expected a direction, got a vector of length zero");
    *static_cast<Vec3*>(out) = normalized(v / largest);
  }
  OrderedJson write(const void* value) const override {
    const auto& v = *static_cast<const Vec3*>(value);
    return OrderedJson::array({v.x, v.y, v.z});
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const auto& v = *static_cast<const Vec3*>(value);
    key.hasher().add(v.x).add(v.y).add(v.z);
  }
  OrderedJson schema(const void*) const override {
    return {
        {"type", "array"}, {"items", number_schema(kComponent)}, {"minItems", 3}, {"maxItems", 3}};
  }
  std::string phrase() const override { return "direction [x, y, z] of any length but zero"; }
};

struct AxisAngle {
  Vec3 axis{0, 1, 0};
  double angle = 0;  // [degrees]
};

class RotationType final : public Type {
 public:
  RotationType()
      : record_(
            Record<AxisAngle>("rotation", Decides::nothing, "A right-handed turn about an axis.")
                .field("axis", &AxisAngle::axis, direction(), "Axis of the turn.")
                .required()
                .number("angle", &AxisAngle::angle, Range{-3600, 3600}, "degrees",
                        "Angle of the turn.")
                .required()) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    const std::size_t before = at.report().error_count();
    AxisAngle turn;
    record_.type->read(in, at, &turn);
    if (at.report().error_count() == before)
      *static_cast<Quat*>(out) = Quat::from_axis_angle(turn.axis, turn.angle * kPi / 180);
  }
  OrderedJson write(const void* value) const override {
    const auto& q = *static_cast<const Quat*>(value);
    const Vec3 axis{q.x, q.y, q.z};
    const AxisAngle turn{normalized(axis, {0, 1, 0}), 2 * std::atan2(norm(axis), q.w) * 180 / kPi};
    return record_.type->write(&turn);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const auto& q = *static_cast<const Quat*>(value);
    key.hasher().add(q.w).add(q.x).add(q.y).add(q.z);
  }
  OrderedJson schema(const void*) const override { return record_.type->schema(nullptr); }
  std::string phrase() const override { return "{`axis`: direction, `angle`: degrees}"; }

 private:
  Record<AxisAngle> record_;
};

class NumbersType final : public Type {
 public:
  NumbersType(Range range, std::string unit, std::size_t fewest, std::size_t most)
      : range_(range), unit_(std::move(unit)), fewest_(fewest), most_(most) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_array()) return at.error("expected an array of numbers, got {}", describe(in));
    if (in.size() < fewest_)
      return at.error("expected at least {} numbers, got {}", fewest_, describe(in));
    if (in.size() > most_)
      return at.error("expected at most {} numbers, got {}", most_, describe(in));
    auto& list = *static_cast<std::vector<double>*>(out);
    list.assign(in.size(), 0);
    for (std::size_t i = 0; i < in.size(); ++i)
      read_number(in[i], at.child(i), range_, unit_, list[i]);
  }
  OrderedJson write(const void* value) const override {
    return *static_cast<const std::vector<double>*>(value);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(std::span<const double>(*static_cast<const std::vector<double>*>(value)));
  }
  OrderedJson schema(const void*) const override {
    return {{"type", "array"},
            {"items", number_schema(range_)},
            {"minItems", fewest_},
            {"maxItems", most_}};
  }
  std::string phrase() const override {
    const std::string range = phrase_of(range_);
    return "array of numbers" + (range.empty() ? "" : ", each " + range);
  }
  std::string unit() const override { return unit_; }

 private:
  Range range_;
  std::string unit_;
  std::size_t fewest_, most_;
};

class PointsType final : public Type {
 public:
  PointsType(Range x_range, std::string x_unit, Range y_range, std::string y_unit)
      : x_range_(x_range),
        y_range_(y_range),
        x_unit_(std::move(x_unit)),
        y_unit_(std::move(y_unit)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_array() || in.empty())
      return at.error("expected an array of at least one [x, y], got {}", describe(in));
    auto& points = *static_cast<std::vector<CurvePoint>*>(out);
    points.assign(in.size(), {});
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Cursor here = at.child(i);
      if (!in[i].is_array() || in[i].size() != 2) {
        here.error("expected [x, y], got {}", describe(in[i]));
        continue;
      }
      const Cursor x = here.child(std::size_t{0}), y = here.child(std::size_t{1});
      read_number(in[i][1], y, y_range_, y_unit_, points[i].y);
      if (read_number(in[i][0], x, x_range_, x_unit_, points[i].x) && i > 0 &&
          !(points[i].x > points[i - 1].x))
        x.error("expected more than the {} before it, got {}", points[i - 1].x, describe(in[i][0]));
    }
  }
  OrderedJson write(const void* value) const override {
    OrderedJson list = OrderedJson::array();
    for (const CurvePoint& p : *static_cast<const std::vector<CurvePoint>*>(value))
      list.push_back(OrderedJson::array({p.x, p.y}));
    return list;
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const auto& points = *static_cast<const std::vector<CurvePoint>*>(value);
    key.hasher().add(points.size());
    for (const CurvePoint& p : points) key.hasher().add(p.x).add(p.y);
  }
  OrderedJson schema(const void*) const override {
    const OrderedJson point{
        {"type", "array"},
        {"prefixItems", OrderedJson::array({number_schema(x_range_), number_schema(y_range_)})},
        {"minItems", 2},
        {"maxItems", 2}};
    return {{"type", "array"}, {"items", point}, {"minItems", 1}};
  }
  std::string phrase() const override { return "array of [x, y], x increasing"; }
  std::string unit() const override { return x_unit_ + ", " + y_unit_; }
  bool has_value(const void* value) const override {
    return !static_cast<const std::vector<CurvePoint>*>(value)->empty();
  }

 private:
  Range x_range_, y_range_;
  std::string x_unit_, y_unit_;
};

}  // namespace

Of<Vec3> vector(Range range, std::string unit) {
  return {std::make_shared<VectorType>(range, std::move(unit))};
}
Of<Vec3> direction() { return {std::make_shared<DirectionType>()}; }
Of<Quat> rotation() { return {std::make_shared<RotationType>()}; }
Of<std::vector<double>> numbers(Range range, std::string unit, std::size_t fewest,
                                std::size_t most) {
  return {std::make_shared<NumbersType>(range, std::move(unit), fewest, most)};
}
Of<std::vector<CurvePoint>> curve(Range x_range, std::string x_unit, Range y_range,
                                  std::string y_unit) {
  return {std::make_shared<PointsType>(x_range, std::move(x_unit), y_range, std::move(y_unit))};
}

}  // namespace peal
