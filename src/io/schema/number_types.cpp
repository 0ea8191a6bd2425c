// Numbers, integers, versions and switches.
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "io/schema/scalar_types.h"

namespace peal {
namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}
std::string bracketed(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " [" + unit + "]";
}

class NumberType final : public Type {
 public:
  NumberType(Range range, std::string unit) : range_(range), unit_(std::move(unit)) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    read_number(in, at, range_, unit_, *static_cast<double*>(out));
  }
  OrderedJson write(const void* value) const override { return *static_cast<const double*>(value); }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const double*>(value));
  }
  OrderedJson schema(const void*) const override {
    OrderedJson schema{{"type", "number"}};
    add_range(schema, range_);
    return schema;
  }
  std::string phrase() const override {
    const std::string range = phrase_of(range_);
    return range.empty() ? "number" : "number " + range;
  }
  std::string unit() const override { return unit_; }

 private:
  Range range_;
  std::string unit_;
};

/// I is int or std::uint64_t.
template <class I>
class IntegerType final : public Type {
 public:
  IntegerType(I min, I max, std::string unit) : min_(min), max_(max), unit_(std::move(unit)) {}

  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_number()) return at.error("expected an integer, got {}", describe(in));
    std::int64_t whole = 0;
    if (in.is_number_unsigned()) {
      const auto value = in.get<std::uint64_t>();
      if (std::cmp_greater(value, max_)) return too_large(in, at);
      if (std::cmp_less(value, min_)) return too_small(in, at);
      *static_cast<I*>(out) = static_cast<I>(value);
      return;
    }
    if (in.is_number_float()) {
      // 3.0 and 1e3 are integers too; beyond 2^53 a double does not tell integers apart.
      const double value = in.get<double>();
      if (value != std::floor(value)) return at.error("expected an integer, got {}", describe(in));
      if (value > static_cast<double>(max_)) return too_large(in, at);
      if (value < static_cast<double>(min_)) return too_small(in, at);
      if (std::abs(value) > 0x1p53)
        return at.error("write the integer {} with all its digits", describe(in));
      whole = static_cast<std::int64_t>(value);
    } else {
      whole = in.get<std::int64_t>();
    }
    if (std::cmp_greater(whole, max_)) return too_large(in, at);
    if (std::cmp_less(whole, min_)) return too_small(in, at);
    *static_cast<I*>(out) = static_cast<I>(whole);
  }
  OrderedJson write(const void* value) const override { return *static_cast<const I*>(value); }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const I*>(value));
  }
  OrderedJson schema(const void*) const override {
    OrderedJson schema{{"type", "integer"}, {"minimum", min_}};
    if (max_ != std::numeric_limits<I>::max()) schema["maximum"] = max_;
    return schema;
  }
  std::string phrase() const override {
    return max_ == std::numeric_limits<I>::max() ? fmt::format("integer >= {}", min_)
                                                 : fmt::format("integer from {} to {}", min_, max_);
  }
  std::string unit() const override { return unit_; }

 private:
  void too_small(const Json& in, const Cursor& at) const {
    at.error("expected >= {}, got {}", with_unit(std::to_string(min_), unit_), describe(in));
  }
  void too_large(const Json& in, const Cursor& at) const {
    at.error("expected <= {}, got {}", with_unit(std::to_string(max_), unit_), describe(in));
  }
  I min_, max_;
  std::string unit_;
};

class VersionType final : public Type {
 public:
  explicit VersionType(int version) : version_(version) {}
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_number_integer() || in != version_)
      return at.error("this program reads version {}, got {}", version_, describe(in));
    *static_cast<int*>(out) = version_;
  }
  OrderedJson write(const void* value) const override { return *static_cast<const int*>(value); }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const int*>(value));
  }
  OrderedJson schema(const void*) const override { return {{"const", version_}}; }
  std::string phrase() const override { return fmt::format("the number {}", version_); }

 private:
  int version_;
};

class BooleanType final : public Type {
 public:
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_boolean()) return at.error("expected true or false, got {}", describe(in));
    *static_cast<bool*>(out) = in.get<bool>();
  }
  OrderedJson write(const void* value) const override { return *static_cast<const bool*>(value); }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const bool*>(value));
  }
  OrderedJson schema(const void*) const override { return {{"type", "boolean"}}; }
  std::string phrase() const override { return "true or false"; }
};

}  // namespace

std::string short_number(double x) {
  const std::string text = fmt::format("{:g}", x);
  return std::strtod(text.c_str(), nullptr) == x ? text : fmt::format("{}", x);
}

std::string phrase_of(const Range& range) {
  std::string out;
  if (std::isfinite(range.min)) out = (range.open_min ? "> " : ">= ") + short_number(range.min);
  if (std::isfinite(range.max))
    out += (out.empty() ? "" : " and ") + std::string(range.open_max ? "< " : "<= ") +
           short_number(range.max);
  return out;
}

void add_range(OrderedJson& schema, const Range& range) {
  if (std::isfinite(range.min)) schema[range.open_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (std::isfinite(range.max)) schema[range.open_max ? "exclusiveMaximum" : "maximum"] = range.max;
}

bool read_number(const Json& in, const Cursor& at, const Range& range, const std::string& unit,
                 double& out) {
  if (!in.is_number()) {
    at.error("expected {}, got {}", bracketed("a number", unit), describe(in));
    return false;
  }
  const double value = in.get<double>();
  const bool low = range.open_min ? !(value > range.min) : !(value >= range.min);
  const bool high = range.open_max ? !(value < range.max) : !(value <= range.max);
  if (low || high || !std::isfinite(value)) {
    // Only the violated side is named.
    Range side = range;
    if (low) side.max = Range::any().max;
    if (!low) side.min = Range::any().min;
    at.error("expected {}, got {}", with_unit(phrase_of(side), unit), describe(in));
    return false;
  }
  out = value;
  return true;
}

Of<double> number(Range range, std::string unit) {
  return {std::make_shared<NumberType>(range, std::move(unit))};
}
Of<int> integer(int min, int max, std::string unit) {
  return {std::make_shared<IntegerType<int>>(min, max, std::move(unit))};
}
Of<std::uint64_t> natural() {
  return {std::make_shared<IntegerType<std::uint64_t>>(0, std::numeric_limits<std::uint64_t>::max(),
                                                       "")};
}
Of<int> version_number(int version) { return {std::make_shared<VersionType>(version)}; }
Of<bool> boolean() { return {std::make_shared<BooleanType>()}; }
}  // namespace peal
