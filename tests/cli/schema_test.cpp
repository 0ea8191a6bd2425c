// The schema and the reference page: whole, and the files in docs/reference are what is printed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

void collect_fields(const Json& node, std::set<std::string>& fields) {
  if (node.is_object())
    for (const auto& [key, value] : node.items()) {
      if (key == "properties")
        for (const auto& [field, rule] : value.items()) fields.insert(field);
      collect_fields(value, fields);
    }
  if (node.is_array())
    for (const Json& value : node) collect_fields(value, fields);
}

TEST(Schema, IsJsonAndKnowsEveryFieldOfTheReference) {
  const Outcome schema = run({"schema"}), reference = run({"schema", "--reference"});
  ASSERT_EQ(schema.code, 0) << schema.err;
  ASSERT_EQ(reference.code, 0) << reference.err;
  const Json tree = Json::parse(schema.out);
  EXPECT_EQ(tree["$schema"], "https://json-schema.org/draft/2020-12/schema");
  std::set<std::string> in_schema, in_reference;
  collect_fields(tree, in_schema);
  const std::regex row(R"(\| `([^`]+)` \|[^|]*\|[^|]*\|[^|]*\| *[^| ])");
  for (const std::string& line : lines_of(reference.out)) {
    std::smatch match;
    if (line.find("[Pa]") == std::string::npos && std::regex_search(line, match, row))
      in_reference.insert(match[1]);
    if (line.starts_with("## Built-in materials")) break;
  }
  // Parts of values that the page describes inside the row of their field, and tags of kinds.
  for (const char* part : {"axis", "angle", "kind"}) in_reference.insert(part);
  EXPECT_EQ(in_schema, in_reference);
  for (const char* field : {"peal", "listeners", "young", "max_frequency", "edge_radius", "impulse",
                            "gain_db", "peak_dbfs", "min_closing_speed"})
    EXPECT_TRUE(in_schema.contains(field)) << field;
}

TEST(Schema, FilesInDocsAreWhatTheProgramPrints) {
  const std::filesystem::path docs = PEAL_SOURCE_DIR "/docs/reference";
  EXPECT_TRUE(read_bytes(docs / "scene.schema.json") == run({"schema"}).out) << "run `make docs`";
  EXPECT_TRUE(read_bytes(docs / "scene.md") == run({"schema", "--reference"}).out)
      << "run `make docs`";
}

}  // namespace
}  // namespace peal::test
