#include "io/schema/curve.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace peal {
namespace {

constexpr std::size_t kMostPoints = 1'000'000;
constexpr double kLongestTime = 1e6;  // [s]

class CurveType final : public Type {
 public:
  CurveType(Range range, std::string unit)
      : range_(range), unit_(std::move(unit)), file_(file("a CSV file with columns time, value")) {}

  void read(const Json& in, const Cursor& at, void* out) const override {
    Curve& curve = *static_cast<Curve*>(out);
    curve = Curve();
    if (in.is_string()) return file_.type->read(in, at, &curve.file);
    if (in.is_number()) {
      read_number(in, at, range_, unit_, curve.points[0].value);
      return;
    }
    if (!in.is_array() || in.empty() || in.size() > kMostPoints)
      return at.error(
          "expected a number{}, points [[time, value], ...] or the name of a CSV file, got {}",
          unit_.empty() ? "" : " [" + unit_ + "]", describe(in));
    curve.points.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
      const Cursor point = at.child(i);
      if (!in[i].is_array() || in[i].size() != 2)
        return point.error("expected [time, value], got {}", describe(in[i]));
      TimedValue read;
      if (!read_number(in[i][0], point.child(0), {-kLongestTime, kLongestTime}, "s", read.time) ||
          !read_number(in[i][1], point.child(1), range_, unit_, read.value))
        return;
      if (!curve.points.empty() && !(read.time >= curve.points.back().time))
        return point.error("time {} s is before {} s of the point before; times must ascend",
                           short_number(read.time), short_number(curve.points.back().time));
      curve.points.push_back(read);
    }
  }
  OrderedJson write(const void* value) const override {
    const Curve& curve = *static_cast<const Curve*>(value);
    if (!curve.file.empty()) return curve.file.generic_string();
    if (curve.points.size() == 1) return curve.points[0].value;
    OrderedJson list = OrderedJson::array();
    for (const TimedValue& point : curve.points)
      list.push_back(OrderedJson::array({point.time, point.value}));
    return list;
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const Curve& curve = *static_cast<const Curve*>(value);
    file_.type->add_to_key(&curve.file, key);
    key.hasher().add(curve.points.size());
    for (const TimedValue& point : curve.points) key.hasher().add(point.time).add(point.value);
  }
  OrderedJson schema(const void*) const override {
    OrderedJson number{{"type", "number"}};
    add_range(number, range_);
    const OrderedJson time{{"type", "number"}};
    const OrderedJson point{{"type", "array"},
                            {"prefixItems", OrderedJson::array({time, number})},
                            {"minItems", 2},
                            {"maxItems", 2}};
    return {{"oneOf", OrderedJson::array({number,
                                          {{"type", "array"}, {"items", point}, {"minItems", 1}},
                                          {{"type", "string"}, {"minLength", 1}}})}};
  }
  std::string phrase() const override {
    const std::string range = phrase_of(range_);
    return "number, points [[time, value], ...] or CSV file" + (range.empty() ? "" : "; " + range);
  }
  std::string unit() const override { return unit_; }

 private:
  Range range_;
  std::string unit_;
  Of<std::filesystem::path> file_;
};

bool within(const Range& range, double x) {
  return (range.open_min ? x > range.min : x >= range.min) &&
         (range.open_max ? x < range.max : x <= range.max);
}

}  // namespace

double Curve::at(double time) const {
  const auto next =
      std::upper_bound(points.begin(), points.end(), time,
                       [](double t, const TimedValue& point) { return t < point.time; });
  if (next == points.begin()) return points.front().value;
  const TimedValue& before = *(next - 1);
  if (next == points.end()) return before.value;
  const double part = (time - before.time) / (next->time - before.time);
  return before.value + part * (next->value - before.value);
}

Of<Curve> control_curve(Range values, std::string unit) {
  return {std::make_shared<CurveType>(values, std::move(unit))};
}

std::string problem_of(const Curve& curve, const Range& values, const std::string& unit) {
  if (curve.points.empty()) return "it has no rows";
  if (curve.points.size() > kMostPoints) return "it has more than a million rows";
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const TimedValue& point = curve.points[i];
    if (!(std::abs(point.time) <= kLongestTime) || !within(values, point.value))
      return fmt::format("row {}: expected a value {} {}, got {} at {} s", i + 1, phrase_of(values),
                         unit, short_number(point.value), short_number(point.time));
    if (i > 0 && !(point.time >= curve.points[i - 1].time))
      return fmt::format("row {}: time {} s is before {} s of the row before; times must ascend",
                         i + 1, short_number(point.time), short_number(curve.points[i - 1].time));
  }
  return {};
}

}  // namespace peal
