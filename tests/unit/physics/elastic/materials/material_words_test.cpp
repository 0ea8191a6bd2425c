#include "physics/elastic/materials/material_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

using Names = std::vector<std::string>;

TEST(MaterialWords, NamesOfOtherProgramsAreKnown) {
  EXPECT_EQ(material_named("Steel.001"), "steel");
  EXPECT_EQ(material_named("Cast Iron"), "cast-iron");
  EXPECT_EQ(material_named("ceramic"), "porcelain");
  EXPECT_EQ(material_named("tile"), "");
  EXPECT_EQ(material_named(""), "");
}

TEST(MaterialWords, EverydayWordsLeadToTheLibrary) {
  EXPECT_EQ(materials_meant_by("tile"), (Names{"porcelain", "stoneware", "marble"}));
  EXPECT_EQ(materials_meant_by("MAT_BrushedMetal.004"), (Names{"steel", "aluminium", "brass"}));
  EXPECT_EQ(materials_meant_by("Dark Wood Planks"), (Names{"pine", "oak", "spruce"}));
  EXPECT_EQ(materials_meant_by("skin")[0], "rubber");
  EXPECT_EQ(materials_meant_by("Rusty Iron")[0], "cast-iron");
  EXPECT_EQ(materials_meant_by("green glass"), Names{"glass"});
}

TEST(MaterialWords, SlipsAreFoundInNamesAndEverydayWords) {
  EXPECT_EQ(materials_meant_by("stele"), Names{"steel"});
  EXPECT_EQ(materials_meant_by("Porcelian"), Names{"porcelain"});
  EXPECT_EQ(materials_meant_by("timbre")[0], "oak");
  EXPECT_EQ(materials_meant_by("Material.001"), Names{});
  EXPECT_EQ(materials_meant_by("xy"), Names{});
  EXPECT_EQ(materials_meant_by(std::string(100000, 'a')), Names{});
  EXPECT_EQ(material_suggestion("tile"), "; did you mean 'porcelain', 'stoneware' or 'marble'?");
  EXPECT_EQ(material_suggestion("xy"), "");
}

TEST(MaterialWords, EveryMeaningIsInTheLibrary) {
  const auto& words = everyday_words();
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end(),
                             [](const auto& a, const auto& b) { return a.word < b.word; }));
  for (const EverydayWord& entry : words) {
    EXPECT_FALSE(entry.materials.empty()) << entry.word;
    for (const std::string& name : entry.materials) {
      const LibraryMaterial* found = find_library_material(name);
      ASSERT_TRUE(found) << entry.word << ": " << name;
      EXPECT_EQ(found->material.name, name) << "an alias";
    }
  }
}

}  // namespace
}  // namespace peal
