// Materials of a scene: own numbers, or a library material (`like`) with some fields changed;
// damping as alpha, beta, gamma or as measured decay times (`t60`), fitted while reading.
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/schema/container_types.h"
#include "io/schema/suggest.h"
#include "io/schema/vector_types.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/materials/material_words.h"
#include "scene/declare.h"

namespace peal {
namespace {

constexpr double kFitTolerance = 0.25;  // of T60; a larger miss is worth a warning
const Range kAlpha{0, 1e5}, kBeta{0, 1e-2}, kGamma{0, 1e12};

/// What the file says; the rest of Peal sees the Material that follows from it.
struct MaterialSpec : Material {
  std::string like;
  std::vector<CurvePoint> t60;  // [Hz], [s]
};

class LibraryNameType final : public Type {
 public:
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_string()) return at.error("expected a string, got {}", describe(in));
    const auto& name = in.get_ref<const std::string&>();
    if (!find_material(name)) {
      const std::string meant = material_suggestion(name);
      return at.error("the library has no material '{}'{}; `peal materials` lists them",
                      shown(name), meant.empty() ? suggestion(name, material_names()) : meant);
    }
    *static_cast<std::string*>(out) = name;
  }
  OrderedJson write(const void* value) const override {
    return *static_cast<const std::string*>(value);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    key.hasher().add(*static_cast<const std::string*>(value));
  }
  OrderedJson schema(const void*) const override {
    return {{"type", "string"}, {"enum", material_names()}};
  }
  std::string phrase() const override { return "name of a library material"; }
  bool has_value(const void* value) const override {
    return !static_cast<const std::string*>(value)->empty();
  }
};

Record<Damping> damping_record() {
  return Record<Damping>(
             "damping", Decides::sound,
             "How vibrations die away: a mode of angular frequency w decays as exp(-d t / 2) with "
             "d = alpha + beta w^2 + gamma / w^2.")
      .number("alpha", &Damping::alpha, kAlpha, "1/s", "Damping that is equal for all modes.")
      .number("beta", &Damping::beta, kBeta, "s", "Damping that grows with frequency.")
      .number("gamma", &Damping::gamma, kGamma, "1/s^3", "Damping of low frequencies.");
}

Record<MaterialSpec> spec_record() {
  return Record<MaterialSpec>(
             "material", Decides::motion | Decides::modes | Decides::radiation,
             "What a body is made of. With `like`, every field that is left out, also a required "
             "one, is that of the library material.")
      .field("like", &MaterialSpec::like, {std::make_shared<LibraryNameType>()},
             "A material of the library to start from; the other fields change it.")
      .number("young", &Material::young, Range{1e3, 2e12}, "Pa", "Young's modulus.")
      .required()
      .decides(Decides::modes | Decides::radiation)
      .number("poisson", &Material::poisson, Range::above(-1).below(0.5), "", "Poisson's ratio.")
      .required()
      .decides(Decides::modes | Decides::radiation)
      .number("density", &Material::density, Range::above(0).up_to(30000), "kg/m^3", "Density.")
      .required()
      .field("damping", &Material::damping, damping_record(), "How fast vibrations die away.")
      .field("t60", &MaterialSpec::t60, curve({1, 200000}, "Hz", {1e-4, 1000}, "s"),
             "Instead of `damping`: times in which vibrations of some frequencies fall by 60 dB; "
             "alpha, beta and gamma are fitted to them.")
      .decides(Decides::sound)
      .number("restitution", &Material::restitution, Range{0, 1}, "",
              "Speed after an impact over the speed before; of a pair the smaller one counts.")
      .decides(Decides::motion)
      .number("friction", &Material::friction, Range{0, 10}, "",
              "Coulomb's friction coefficient; of a pair the square root of the product.")
      .decides(Decides::motion);
}

Damping fitted(const std::vector<CurvePoint>& points, const Cursor& at) {
  std::vector<DecayMeasurement> measured;
  for (const CurvePoint& point : points) measured.push_back({point.x, point.y});
  const Damping damping = fit_damping(measured);
  if (damping.alpha > kAlpha.max || damping.beta > kBeta.max || damping.gamma > kGamma.max)
    at.error(
        "these times need alpha {:.3g}, beta {:.3g}, gamma {:.3g}, more than {}, {}, {}; "
        "expected longer times or fewer points",
        damping.alpha, damping.beta, damping.gamma, short_number(kAlpha.max),
        short_number(kBeta.max), short_number(kGamma.max));
  std::size_t missed = 0, worst = 0;
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double ratio = t60_at(damping, points[i].x) / points[i].y;
    if (std::abs(ratio - 1) > kFitTolerance) ++missed;
    // Too long and too short by the same factor count the same.
    if (const double miss = std::abs(std::log(ratio)); miss > largest) largest = miss, worst = i;
  }
  if (missed > 0)
    at.warn(
        "alpha + beta w^2 + gamma / w^2 misses {} of {} times by more than {:.0f} %, most at "
        "{} Hz: {:.3g} s instead of {} s; give the times that matter most",
        missed, points.size(), 100 * kFitTolerance, points[worst].x,
        t60_at(damping, points[worst].x), points[worst].y);
  return damping;
}

class MaterialType final : public Type {
 public:
  void read(const Json& in, const Cursor& at, void* out) const override {
    if (!in.is_object()) return at.error("expected an object, got {}", describe(in));
    const std::size_t errors_before = at.report().error_count();
    MaterialSpec spec;
    if (const auto like = in.find("like"); like != in.end()) {
      if (like->is_string())
        if (const Material* start = find_material(like->get_ref<const std::string&>()))
          static_cast<Material&>(spec) = *start;
      Json whole = in;
      for (const auto& [field, value] :
           {std::pair{"young", spec.young}, {"poisson", spec.poisson}, {"density", spec.density}})
        if (!whole.contains(field)) whole[field] = value;
      record_.type->read(whole, at, &spec);
    } else {
      record_.type->read(in, at, &spec);
    }
    const Cursor times = at.child("t60");
    if (in.contains("t60") && in.contains("damping"))
      times.error("damping is given twice; remove t60 or damping");
    if (at.report().error_count() == errors_before && !spec.t60.empty())
      spec.damping = fitted(spec.t60, times);
    *static_cast<Material*>(out) = spec;
  }
  OrderedJson write(const void* value) const override {
    MaterialSpec spec;
    static_cast<Material&>(spec) = *static_cast<const Material*>(value);
    return record_.type->write(&spec);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    MaterialSpec spec;
    static_cast<Material&>(spec) = *static_cast<const Material*>(value);
    record_.type->add_to_key(&spec, key);
  }
  std::optional<Decides> decides() const override { return record_.type->decides(); }
  OrderedJson schema(const void*) const override {
    OrderedJson schema = record_.type->schema(nullptr);
    const OrderedJson own{{"required", schema["required"]}};
    schema.erase("required");
    schema["anyOf"] = OrderedJson::array({own, {{"required", {"like"}}}});
    schema["not"] = {{"required", {"damping", "t60"}}};
    return schema;
  }
  std::string phrase() const override { return "object"; }
  void sections(const std::string& path, const void*,
                std::vector<ReferenceSection>& out) const override {
    record_.type->sections(path, nullptr, out);
  }

 private:
  Record<MaterialSpec> record_ = spec_record();
};

}  // namespace

Of<Material> material_type() { return {std::make_shared<MaterialType>()}; }

}  // namespace peal
