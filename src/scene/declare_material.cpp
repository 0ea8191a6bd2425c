// Materials of a scene: own numbers, or a library material (`like`) with some fields changed;
// damping as a loss factor, as alpha, beta, gamma or as measured decay times (`t60`), fitted while
// reading.
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/schema/container_types.h"
#include "io/schema/suggest.h"
#include "io/schema/vector_types.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/materials/material_words.h"
#include "scene/declare.h"
#include "scene/material_json.h"

namespace peal {
namespace {

constexpr double kFitTolerance = 0.25;  // of T60; a larger miss is worth a warning
const Range kAlpha{0, 1e5}, kBeta{0, 1e-2}, kGamma{0, 1e12};

/// What the file says; the rest of Peal sees the Material that follows from it.
struct MaterialSpec : Material {
  std::string like;
  std::optional<double> loss_factor, loss_exponent;
  std::optional<RayleighDamping> terms;
  std::vector<CurvePoint> t60;  // [Hz], [s]
  std::optional<double> across;

  MaterialSpec() = default;
  explicit MaterialSpec(const Material& material) : Material(material) {
    if (material.young_across > 0) across = material.young_across;
    terms = material.damping.rayleigh;
    if (!terms) loss_factor = material.damping.loss_factor;
    if (!terms && material.damping.exponent != 0) loss_exponent = material.damping.exponent;
  }
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

Record<RayleighDamping> damping_record() {
  return Record<RayleighDamping>(
             "damping", Decides::sound,
             "Instead of a loss factor: a mode of angular frequency w decays as exp(-d t / 2) with "
             "d = alpha + beta w^2 + gamma / w^2. It means the thing as it rings in air: what it "
             "radiates is not added.")
      .number("alpha", &RayleighDamping::alpha, kAlpha, "1/s",
              "Damping that is equal for all modes.")
      .number("beta", &RayleighDamping::beta, kBeta, "s", "Damping that grows with frequency.")
      .number("gamma", &RayleighDamping::gamma, kGamma, "1/s^3", "Damping of low frequencies.");
}

Record<ThermalProperties> thermal_record() {
  return Record<ThermalProperties>(
             "thermal", Decides::sound,
             "What bent sheet loses by heat that flows through it; zeros: nothing.")
      .number("expansion", &ThermalProperties::expansion, Range{-1e-3, 1e-3}, "1/K",
              "Linear thermal expansion.")
      .number("heat_capacity", &ThermalProperties::heat_capacity, Range{0, 1e5}, "J/(kg K)",
              "Specific heat capacity.")
      .number("conductivity", &ThermalProperties::conductivity, Range{0, 1e4}, "W/(m K)",
              "Thermal conductivity.");
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
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .field(
          "young_across", &MaterialSpec::across, optional_of(number({1e3, 2e12}, "Pa")),
          "Young's modulus across the grain, `young` being that along it: in contacts and modes. "
          "Without it there is no grain.")
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .number("poisson", &Material::poisson, Range::above(-1).below(0.5), "", "Poisson's ratio.")
      .required()
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .number("density", &Material::density, Range::above(0).up_to(30000), "kg/m^3", "Density.")
      .required()
      .field("loss_factor", &MaterialSpec::loss_factor, optional_of(number({0, 1}, "")),
             "How fast vibrations die away: of its energy a mode of 1 kHz loses 2 pi times this in "
             "a cycle, T60 = 2.2 / (loss factor frequency). Of the material alone: air and, with "
             "`thermal`, heat flow come on top. 0.001 when nothing is said about damping.")
      .decides(Decides::sound)
      .field("loss_exponent", &MaterialSpec::loss_exponent, optional_of(number({-1, 1}, "")),
             "The loss factor grows with frequency to this power; 0 when left out.")
      .decides(Decides::sound)
      .field("thermal", &Material::thermal, thermal_record(),
             "Metals: the loss of thin sheet by heat flow, added to the loss factor.")
      .field("damping", &MaterialSpec::terms, optional_of(damping_record()),
             "Instead of `loss_factor` and `thermal`: three terms for the thing as it rings in "
             "air.")
      .field(
          "t60", &MaterialSpec::t60, curve({1, 200000}, "Hz", {1e-4, 1000}, "s"),
          "Instead of `damping`: times in which vibrations of some frequencies fall by 60 dB, in "
          "air; alpha, beta and gamma are fitted to them.")
      .decides(Decides::sound)
      .number("restitution", &Material::restitution, Range{0, 1}, "",
              "Speed after an impact over the speed before; of a pair the smaller one counts.")
      .decides(Decides::motion)
      .number("friction", &Material::friction, Range{0, 10}, "",
              "Coulomb's friction coefficient; of a pair the square root of the product.")
      .decides(Decides::motion);
}

RayleighDamping fitted(const std::vector<CurvePoint>& points, const Cursor& at) {
  std::vector<DecayMeasurement> measured;
  for (const CurvePoint& point : points) measured.push_back({point.x, point.y});
  const RayleighDamping damping = fit_damping(measured);
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
    const bool own_loss = in.contains("loss_factor") || in.contains("loss_exponent");
    for (const char* other : {"damping", "loss_factor", "loss_exponent"})
      if (in.contains("t60") && in.contains(other))
        at.child("t60").error("damping is given twice; remove t60 or {}", other);
    for (const char* other : {"loss_factor", "loss_exponent"})
      if (in.contains("damping") && in.contains(other))
        at.child("damping").error("damping is given twice; remove damping or {}", other);
    if (at.report().error_count() == errors_before) {
      if (spec.terms) spec.damping.rayleigh = spec.terms;
      if (!spec.t60.empty()) spec.damping.rayleigh = fitted(spec.t60, at.child("t60"));
      if (own_loss) spec.damping.rayleigh.reset();
      spec.damping.loss_factor = spec.loss_factor.value_or(spec.damping.loss_factor);
      spec.damping.exponent = spec.loss_exponent.value_or(spec.damping.exponent);
      spec.young_across = spec.across.value_or(spec.young_across);
      if (const double most = most_across_grain(spec); spec.young_across >= most)
        at.child("young_across")
            .error(
                "expected less than {:.4g} Pa beside this young and poisson: no material has "
                "more across its grain",
                most);
    }
    *static_cast<Material*>(out) = spec;
  }
  OrderedJson write(const void* value) const override {
    const MaterialSpec spec(*static_cast<const Material*>(value));
    return record_.type->write(&spec);
  }
  void add_to_key(const void* value, FieldKey& key) const override {
    const MaterialSpec spec(*static_cast<const Material*>(value));
    record_.type->add_to_key(&spec, key);
  }
  std::optional<Decides> decides() const override { return record_.type->decides(); }
  OrderedJson schema(const void*) const override {
    OrderedJson schema = record_.type->schema(nullptr);
    const OrderedJson own{{"required", schema["required"]}};
    schema.erase("required");
    schema["anyOf"] = OrderedJson::array({own, {{"required", {"like"}}}});
    OrderedJson twice = OrderedJson::array();
    for (const auto& [one, other] : {std::pair{"damping", "t60"},
                                     {"damping", "loss_factor"},
                                     {"damping", "loss_exponent"},
                                     {"t60", "loss_factor"},
                                     {"t60", "loss_exponent"}})
      twice.push_back({{"required", {one, other}}});
    schema["not"] = {{"anyOf", twice}};
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

nlohmann::ordered_json material_json(const Material& material) {
  return MaterialType().write(&material);
}

}  // namespace peal
