// peal materials: the table, one material, JSON, and the page in docs/reference.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

TEST(Materials, TableIsAlignedAndGrouped) {
  const Outcome outcome = run({"materials"});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err, "");
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_GT(lines.size(), 60u);
  std::size_t rows = 0, groups = 0;
  bool steel = false;
  for (std::size_t i = 2; i + 3 < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    if (lines[i - 1].empty()) {
      EXPECT_EQ(lines[i].find(' '), std::string::npos) << lines[i];
      ++groups;
      continue;
    }
    EXPECT_EQ(lines[i].size(), lines[0].size()) << lines[i];
    steel = steel || lines[i] ==
                         "steel                200   0.29     7850    5048  2.0e-04      "
                         "11     2.2      0.6      0.4";
    ++rows;
  }
  EXPECT_TRUE(steel) << outcome.out;
  EXPECT_GE(rows, 50u);
  EXPECT_GE(groups, 7u);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 100u) << line;
}

TEST(Materials, OneMaterialWithItsSources) {
  const Outcome outcome = run({"materials", "aluminum"});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_TRUE(outcome.out.starts_with("aluminium: ")) << outcome.out;
  for (const char* part :
       {"other names     aluminum", "young           70 GPa", "poisson         0.33",
        "density         2700 kg/m^3", "loss factor     0.0001 at 1 kHz, pieces 3e-06 to 0.0001",
        "speed in a bar  5092 m/s", "Sources", "young: 70 GPa",
        "Elastic properties of the elements", "https://", "conductivity 200 W/(m K)",
        "not checked against the page"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
}

TEST(Materials, UnknownNamesGetASuggestion) {
  const Outcome slip = run({"materials", "stele"});
  EXPECT_EQ(slip.code, 1);
  EXPECT_EQ(slip.out, "");
  EXPECT_EQ(slip.err,
            "peal: there is no material 'stele'; did you mean 'steel'?; `peal materials` lists "
            "them\n");
  const Outcome strange = run({"materials", "unobtainium"});
  EXPECT_EQ(strange.code, 1);
  EXPECT_NE(strange.err.find("known: steel, "), std::string::npos) << strange.err;
  EXPECT_EQ(run({"materials", "steel", "--json"}).code, 2);
  EXPECT_EQ(run({"materials", "--reference", "--json"}).code, 2);
  EXPECT_EQ(run({"materials", "steel", "oak"}).code, 2);
}

// Everything in the table is in the JSON, and scenes can be made from it.
TEST(Materials, JsonHoldsTheWholeLibrary) {
  const Outcome outcome = run({"materials", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  const Json library = Json::parse(outcome.out);
  ASSERT_GE(library["materials"].size(), 50u);
  const std::string table = run({"materials"}).out;
  for (const Json& material : library["materials"]) {
    const std::string name = material["name"];
    EXPECT_NE(table.find("\n" + name + " "), std::string::npos) << name;
    for (const Json& note : material["sources"])
      EXPECT_TRUE(library["sources"].contains(note["source"].get<std::string>())) << note;
    ASSERT_EQ(material["t60"].size(), 3u) << name;
    EXPECT_GT(material["t60"][0][1], material["t60"][2][1]) << name;
  }
  EXPECT_EQ(library["materials"][0]["young"], 200e9);
}

TEST(Materials, PageInDocsIsWhatTheProgramPrints) {
  const Outcome outcome = run({"materials", "--reference"});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_TRUE(read_bytes(PEAL_SOURCE_DIR "/docs/reference/materials.md") == outcome.out)
      << "run `make docs`";
}

}  // namespace
}  // namespace peal::test
