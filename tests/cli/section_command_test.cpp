// peal section: numbers of sections that are known in closed form, its picture, and what is no
// section.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

Json section(const std::string& text) {
  const Outcome outcome = run({"section", text, "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err, "");
  return Json::parse(outcome.out);
}

void expect(const Json& found, const char* name, double value, double relative = 1e-9) {
  EXPECT_NEAR(found.at(name).get<double>(), value, relative * std::abs(value)) << name;
}

TEST(SectionCommand, PrintsEveryKind) {
  constexpr double kPi = std::numbers::pi;
  const Json circle = section("circle:radius=0.003");
  EXPECT_EQ(circle["section"], "circle of radius 3 mm");
  expect(circle, "area_m2", kPi * 9e-6);
  expect(circle, "d11_m2", 2 * kPi * 9e-6);
  const Json tube = section("tube:radius=0.016,thickness=0.001");
  expect(tube, "area_m2", kPi * (0.016 * 0.016 - 0.015 * 0.015));
  expect(tube, "torsion_m4", kPi / 2 * (std::pow(0.016, 4) - std::pow(0.015, 4)));
  expect(tube, "d22_m2", 1.608495e-3, 1e-6);
  const Json ellipse = section("ellipse:half_width=0.002,half_height=0.001");
  expect(ellipse, "d11_m2", 9.424778e-6, 1e-6);
  expect(ellipse, "d22_m2", 1.884956e-5, 1e-6);
  const Json rectangle = section("rectangle:width=0.033,height=0.007");
  expect(rectangle, "moment1_m4", 0.007 * std::pow(0.033, 3) / 12);
  expect(rectangle, "torsion_m4", 0.28877 * 0.033 * std::pow(0.007, 3), 1e-4);
  expect(rectangle, "d11_m2", 3.064589e-4, 1e-6);
  expect(rectangle, "d22_m2", 1.278564e-3, 1e-6);
  // The same as a polygon, somewhere else and turned: by boundary elements.
  const Json polygon = section(
      R"({"kind": "polygon", "corners": [[0.5, 0, 0], [0.533, 0, 0], [0.533, 0.007, 0], [0.5, 0.007, 0]]})");
  for (const char* name : {"area_m2", "moment1_m4", "moment2_m4"})
    expect(polygon, name, rectangle[name], 1e-6);
  for (const char* name : {"d11_m2", "d22_m2"}) expect(polygon, name, rectangle[name], 5e-5);
  EXPECT_NEAR(polygon["centroid_m"][0].get<double>(), 0.5165, 1e-12);
}

TEST(SectionCommand, PrintsATableAndDrawsAPicture) {
  const Folder folder;
  const std::string picture = (folder / "pattern.png").string();
  const Outcome outcome =
      run({"section", "rectangle:width=0.0254,height=0.0127", "--picture", picture});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_TRUE(outcome.out.starts_with("rectangle of 25.4 mm x 12.7 mm\n")) << outcome.out;
  for (const char* part :
       {"D11                 0.0005373637 m^2", "D22                  0.001013567",
        "torsion constant    1.189806e-08 m^4"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  EXPECT_TRUE(read_bytes(picture).starts_with("\x89PNG"));
}

TEST(SectionCommand, NamesWhatIsNoSection) {
  const auto says = [](const std::string& text, const std::string& sentence) {
    const Outcome outcome = run({"section", text});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  };
  says("circle", ":/section: the required field 'radius' is missing");
  says("rectangle:width=0.02,heigth=0.01", "unknown field; did you mean 'height'?");
  says("rectangle:width=0.02,height", "expected field=value after the kind of the section");
  says("star:radius=0.1", ":/section/kind: ");
  says("circle:radius=-1", ":/section/radius: expected >= 1e-05 m, got -1");
  const Outcome picture = run({"section", "circle:radius=0.001", "--picture", "x.gif"});
  EXPECT_EQ(picture.code, 1);
}

}  // namespace
}  // namespace peal::test
