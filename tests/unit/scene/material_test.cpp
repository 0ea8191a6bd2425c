// Materials of scenes: from the library, like one of it, with measured decay times.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "physics/elastic/materials/damping.h"
#include "physics/elastic/materials/material_library.h"
#include "scene/material_json.h"
#include "schema_check.h"
#include "test_kinds.h"

namespace peal {
namespace {

Json scene_with(const std::string& materials) {
  Json scene = small_scene();
  scene["materials"] = Json::parse(materials);
  return scene;
}

Scene parsed_with(const std::string& materials) { return parsed(scene_with(materials)); }

Messages errors_of(const std::string& materials) {
  return scene_errors(scene_with(materials).dump());
}

bool fits_schema(const std::string& materials) {
  return schema_problems(Json(scene_schema(test_kinds())), scene_with(materials)).empty();
}

TEST(SceneMaterials, LibraryMaterialsObeyTheRulesOfScenes) {
  Json materials;
  for (const LibraryMaterial& entry : material_library()) {
    materials["own-" + entry.material.name] = Json::parse(material_json(entry.material).dump());
  }
  EXPECT_EQ(errors_of(materials.dump()), Messages{});
  EXPECT_TRUE(fits_schema(materials.dump()));
  const Scene scene = parsed_with(materials.dump());
  for (const LibraryMaterial& entry : material_library()) {
    Material read = scene.material("own-" + entry.material.name);
    read.name = entry.material.name, read.making = entry.material.making;
    EXPECT_EQ(read, entry.material) << read.name;
  }
}

TEST(SceneMaterials, NamesAndOtherNamesOfTheLibraryCanBeUsed) {
  Json scene = small_scene();
  for (const char* name : {"bell-bronze", "aluminum", "crystal"}) {
    scene["objects"][0]["material"] = name;
    const Scene read = parsed(scene);
    EXPECT_EQ(read.material(name).young, find_material(name)->young) << name;
  }
  // Another name of a material that the scene replaces means the replacement.
  const Scene replaced =
      parsed_with(R"({"aluminium": {"young": 1e9, "poisson": 0.1, "density": 1000}})");
  EXPECT_EQ(replaced.material("aluminum").young, 1e9);
  EXPECT_EQ(replaced.material("steel").young, 200e9);
}

TEST(SceneMaterials, LikeStartsFromTheLibrary) {
  const std::string text = R"({"heavy": {"like": "steel", "density": 9000},
                               "dead": {"like": "aluminum", "damping": {"alpha": 50}},
                               "steel": {"like": "steel", "restitution": 0.1}})";
  const Scene scene = parsed_with(text);
  EXPECT_TRUE(fits_schema(text));
  const Material &heavy = scene.material("heavy"), &steel = *find_material("steel");
  EXPECT_EQ(heavy.name, "heavy");
  EXPECT_EQ(heavy.density, 9000);
  EXPECT_EQ(heavy.young, steel.young);
  EXPECT_EQ(heavy.poisson, steel.poisson);
  EXPECT_EQ(heavy.damping, steel.damping);
  EXPECT_EQ(heavy.thermal, steel.thermal);
  EXPECT_EQ(heavy.restitution, steel.restitution);
  EXPECT_EQ(heavy.friction, steel.friction);
  // The terms replace the loss factor: those left out are the usual ones.
  EXPECT_EQ(scene.material("dead").damping.rayleigh,
            (RayleighDamping{50, RayleighDamping{}.beta, 0}));
  EXPECT_EQ(scene.material("steel").restitution, 0.1);
  EXPECT_EQ(scene.material("steel").young, 200e9);
  EXPECT_EQ(scene.warnings, Messages{});
}

TEST(SceneMaterials, LossFactorsAreThoseGiven) {
  const std::string text =
      R"({"dull": {"like": "steel", "loss_factor": 0.01},
          "sloped": {"young": 1e9, "poisson": 0.3, "density": 1000, "loss_factor": 0.05,
                     "loss_exponent": -0.3},
          "plain": {"young": 1e9, "poisson": 0.3, "density": 1000},
          "plank": {"like": "oak", "young_across": 2e9},
          "sheet": {"like": "glass", "thermal": {"expansion": 9e-6, "heat_capacity": 800,
                                                 "conductivity": 1}},
          "none": {"like": "brass", "loss_factor": 0}})";
  const Scene scene = parsed_with(text);
  EXPECT_TRUE(fits_schema(text));
  EXPECT_EQ(scene.material("dull").damping, (Damping{0.01}));
  EXPECT_EQ(scene.material("dull").thermal, find_material("steel")->thermal);
  EXPECT_EQ(scene.material("sloped").damping, (Damping{0.05, -0.3}));
  EXPECT_EQ(scene.material("plain").damping, Damping{});
  EXPECT_EQ(scene.material("plain").damping.loss_factor, 1e-3);
  EXPECT_EQ(scene.material("plank").young_across, 2e9);
  EXPECT_EQ(scene.material("plank").young, find_material("oak")->young);
  EXPECT_EQ(scene.material("sheet").thermal.heat_capacity, 800);
  EXPECT_EQ(scene.material("none").damping.loss_factor, 0);
}

TEST(SceneMaterials, DecayTimesAreFitted) {
  const std::string text =
      R"({"cup": {"like": "porcelain", "t60": [[100, 1.2], [1000, 2.0], [8000, 0.35]]},
          "one": {"young": 1e9, "poisson": 0.3, "density": 1000, "t60": [[440, 0.8]]}})";
  const Scene scene = parsed_with(text);
  EXPECT_TRUE(fits_schema(text));
  EXPECT_EQ(scene.warnings, Messages{});
  const Damping& cup = scene.material("cup").damping;
  EXPECT_NEAR(t60_at(cup, 100), 1.2, 1e-9);
  EXPECT_NEAR(t60_at(cup, 1000), 2.0, 1e-9);
  EXPECT_NEAR(t60_at(cup, 8000), 0.35, 1e-9);
  EXPECT_EQ(scene.material("cup").young, find_material("porcelain")->young);
  EXPECT_NEAR(t60_at(scene.material("one").damping, 440), 0.8, 1e-12);
}

// Decay that is shortest in the middle needs a negative term: no damping of this form has it.
TEST(SceneMaterials, AFitThatMissesIsAWarning) {
  const Scene scene =
      parsed_with(R"({"odd": {"like": "glass", "t60": [[100, 3], [1000, 0.3], [8000, 3]]}})");
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(scene.warnings[0].starts_with(
      "t.json:/materials/odd/t60: alpha + beta w^2 + gamma / w^2 misses "))
      << scene.warnings[0];
  EXPECT_NE(scene.warnings[0].find("of 3 times by more than 25 %, most at "), std::string::npos)
      << scene.warnings[0];
  // A miss of less than a quarter is within what two equal pieces differ.
  EXPECT_EQ(parsed_with(R"({"near": {"like": "oak", "t60": [[200, 0.22], [500, 0.16], [1000, 0.11],
                               [2000, 0.04]]}})")
                .warnings,
            Messages{});
}

TEST(SceneMaterials, WhatIsWrongWithThem) {
  EXPECT_EQ(errors_of(R"({"x": {"like": "stele"}})"),
            Messages{"t.json:/materials/x/like: the library has no material 'stele'; did you mean "
                     "'steel'?; `peal materials` lists them"});
  EXPECT_EQ(errors_of(R"({"x": {"like": 5}})"),
            Messages{"t.json:/materials/x/like: expected a string, got 5"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "young": -1}})"),
            Messages{"t.json:/materials/x/young: expected >= 1000 Pa, got -1"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "damping": {}, "t60": [[100, 1]]}})"),
            Messages{"t.json:/materials/x/t60: damping is given twice; remove t60 or damping"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "loss_factor": 1.5}})"),
            Messages{"t.json:/materials/x/loss_factor: expected <= 1, got 1.5"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "loss_factor": -1e-3}})"),
            Messages{"t.json:/materials/x/loss_factor: expected >= 0, got -0.001"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "loss_factor": 0.1, "damping": {}}})"),
            Messages{"t.json:/materials/x/damping: damping is given twice; remove damping or "
                     "loss_factor"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "loss_exponent": 0.1, "t60": [[100, 1]]}})"),
            Messages{"t.json:/materials/x/t60: damping is given twice; remove t60 or "
                     "loss_exponent"});
  EXPECT_EQ(errors_of(R"({"x": {"poisson": 0.3, "density": 1000}})"),
            Messages{"t.json:/materials/x: the required field 'young' is missing"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "t60": []}})"),
            Messages{"t.json:/materials/x/t60: expected an array of at least one [x, y], got an "
                     "empty array"});
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "t60": [[1000, 1], [100, 0]]}})"),
            (Messages{"t.json:/materials/x/t60/1/1: expected >= 0.0001 s, got 0",
                      "t.json:/materials/x/t60/1/0: expected more than the 1000 before it, got "
                      "100"}));
  EXPECT_EQ(errors_of(R"({"x": {"like": "steel", "t60": [[1000, 1e-4]]}})"),
            Messages{"t.json:/materials/x/t60: these times need alpha 1.38e+05, beta 0, gamma 0, "
                     "more than 100000, 0.01, 1e+12; expected longer times or fewer points"});
}

TEST(SceneMaterials, TheSchemaKnowsTheAlternatives) {
  EXPECT_TRUE(fits_schema(R"({"x": {"like": "steel"}})"));
  EXPECT_TRUE(fits_schema(R"({"x": {"young": 1e9, "poisson": 0.3, "density": 1000}})"));
  EXPECT_FALSE(fits_schema(R"({"x": {"young": 1e9, "poisson": 0.3}})"));
  EXPECT_FALSE(fits_schema(R"({"x": {"like": "stele"}})"));
  EXPECT_FALSE(fits_schema(R"({"x": {"like": "steel", "loss_factor": 0.1, "t60": [[100, 1]]}})"));
  EXPECT_FALSE(fits_schema(R"({"x": {"like": "steel", "loss_factor": 1.1}})"));
  EXPECT_FALSE(fits_schema(R"({"x": {"like": "steel", "damping": {}, "t60": [[100, 1]]}})"));
}

TEST(SceneMaterials, TheExampleOfThePageIsAScene) {
  std::ifstream file(PEAL_SOURCE_DIR "/docs/materials.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find("```json\n") + 8, end = page.find("```", begin);
  ASSERT_LT(begin, end);
  Json scene = small_scene();
  scene.update(Json::parse("{" + page.substr(begin, end - begin) + "}"));
  ASSERT_EQ(scene["materials"].size(), 3u);
  EXPECT_EQ(parsed(scene).warnings, Messages{});
}

}  // namespace
}  // namespace peal
