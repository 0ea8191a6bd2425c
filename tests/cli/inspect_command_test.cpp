// peal inspect: what it says about good and broken meshes, with the place and the way out.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "meshes.h"
#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

Outcome inspect(const std::string& body, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"inspect", body, "--quality", "draft"});
  return run(more);
}

Json facts(const std::string& body, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--json", "-"});
  const Outcome outcome = inspect(body, more);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  return outcome.code == 0 ? Json::parse(outcome.out) : Json();
}

std::string joined(const std::string& text) {  // without line ends, for finding sentences
  std::string out;
  for (const std::string& line : lines_of(text)) out += line + " ";
  return out;
}

TEST(Inspect, BoxHasTheNumbersOfABox) {
  const Folder folder;
  const Json box = facts(folder.file("box.obj", obj_box().text()), {"-m", "steel"});
  EXPECT_TRUE(box["surface"]["watertight"]);
  EXPECT_NEAR(box["mass_kg"], 0.785, 1e-9);
  EXPECT_NEAR(box["centre_of_mass_m"][0], 0.05, 1e-9);
  EXPECT_NEAR(box["typical_wall_m"], 0.02, 1e-9);
  EXPECT_NEAR(box["principal_inertia_kg_m2"][0].get<double>() +
                  box["principal_inertia_kg_m2"][1].get<double>() +
                  box["principal_inertia_kg_m2"][2].get<double>(),
              0.785 / 6 * (0.01 + 0.0025 + 0.0004), 1e-8);
  EXPECT_GT(box["mesh"]["worst_quality"], 0.05);
  EXPECT_FALSE(box.contains("not_a_solid"));
  EXPECT_FALSE(box.contains("repairs"));
}

// Places are given in the frame in which the user wrote the body, whatever its centre of mass.
TEST(Inspect, ShapesAreShownInTheirOwnFrame) {
  const Outcome glass = inspect("wineglass");
  EXPECT_TRUE(glass.out.starts_with("size       0.08 x 0.178 x 0.08 m, from (-0.04, 0, -0.04)\n"))
      << glass.out;
  const Outcome key = inspect("key");
  EXPECT_TRUE(key.out.starts_with("size       0.054 x 0.024 x 0.002 m, from (-0.012, -0.012, "))
      << key.out;
  EXPECT_EQ(facts("mug")["surface"]["genus"], 1);
  EXPECT_EQ(facts("ring")["surface"]["genus"], 1);
}

TEST(Inspect, SmallFaultsAreRepairedAndNamed) {
  const Folder folder;
  const auto repairs = [&](const ObjMesh& mesh) {
    const Json all = facts(folder.file("m.obj", mesh.text()));
    EXPECT_NEAR(all["mass_kg"], 0.785, 1e-9);
    return all.value("repairs", Json::array());
  };
  EXPECT_EQ(repairs(obj_box().reversed()), Json{"turned 1 part that was inside out"});
  ObjMesh twice = obj_box();
  twice.triangles.push_back(twice.triangles[3]);
  EXPECT_EQ(repairs(twice), Json{"dropped 1 triangle with the same corners as an earlier one"});
  ObjMesh flipped = obj_box();
  std::swap(flipped.triangles[3][0], flipped.triangles[3][1]);
  EXPECT_EQ(repairs(flipped), Json{"turned 1 triangle that faced another way than its neighbours"});
}

struct Broken {
  std::string name;
  ObjMesh mesh;
  std::string said;
};

ObjMesh moebius() {
  ObjMesh mesh;
  constexpr int kSteps = 24;
  for (int i = 0; i < kSteps; ++i) {
    const double a = 2 * 3.14159265358979 * i / kSteps;
    for (const double w : {-0.01, 0.01})
      mesh.vertices.push_back({(0.05 + w * std::cos(a / 2)) * std::cos(a), w * std::sin(a / 2),
                               (0.05 + w * std::cos(a / 2)) * std::sin(a)});
  }
  for (int i = 0; i < kSteps; ++i) {
    const int a = 2 * i, b = a + 1, last = i == kSteps - 1;
    const int c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({b, d, c});
  }
  return mesh;
}

TEST(Inspect, BrokenMeshesAreNamedWithPlaceAndWayOut) {
  ObjMesh pinched = obj_box();
  const ObjMesh other = obj_box({0.1, 0.05, 0.02}, {0.1, 0.05, 0.02});
  for (int k = 1; k < 8; ++k) pinched.vertices.push_back(other.vertices[k]);
  for (const auto& t : other.triangles) {
    std::array<int, 3> joined_at_the_corner{};
    for (int k = 0; k < 3; ++k) joined_at_the_corner[k] = t[k] + 7;
    pinched.triangles.push_back(joined_at_the_corner);
  }
  const std::vector<Broken> all{
      {"open", obj_box().without_last(2),
       "4 edges with one triangle only, in 1 loop; the largest hole is 0.14 m around, at (0.1, "
       "0.025, 0.01) m; close it in your modeller"},
      {"hole", obj_box().without_last(1), "3 edges with one triangle only, in 1 loop"},
      {"crossing", obj_box().and_also(obj_box({0.1, 0.05, 0.02}, {0.05, 0.02, 0.005})),
       "the surface crosses itself: 12 pairs of triangles, the first near (0.075, 0.02, 0.02) m; "
       "unite the crossing bodies"},
      {"two", obj_box().and_also(obj_box({0.1, 0.05, 0.02}, {0.5, 0, 0})),
       "there are 2 separate solids"},
      {"pinched", pinched, "pinched to a point at 1 vertex, the first at (0.1, 0.05, 0.02) m"},
      {"moebius", moebius(), "the surface has no inside"},
      {"flat", obj_box({0.1, 0.05, 0}), "the surface is not closed"},
      {"single", {{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}}, {{0, 1, 2}}}, "the surface is not closed"},
  };
  const Folder folder;
  for (const Broken& broken : all) {
    const std::string file = folder.file(broken.name + ".obj", broken.mesh.text());
    const Outcome outcome = inspect(file);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    const std::string text = joined(outcome.out);
    EXPECT_NE(text.find("NOT fit to be a solid:"), std::string::npos) << broken.name << text;
    EXPECT_NE(text.find(broken.said), std::string::npos) << broken.name << text;
    EXPECT_TRUE(facts(file).contains("not_a_solid")) << broken.name;
    const Outcome modes = run({"modes", file, "--quality", "draft", "-q", "--no-cache"});
    EXPECT_EQ(modes.code, 1) << broken.name << modes.all();
    EXPECT_EQ(modes.out, "") << broken.name;
  }
}

TEST(Inspect, UnreadableFilesAreErrors) {
  const Folder folder;
  const auto said = [&](const std::string& text) {
    folder.file("m.obj", text);
    RunOptions there;
    there.folder = folder.path();
    const Outcome outcome = run({"inspect", "m.obj"}, there);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(said("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"),
            "peal: m.obj: line 2: x is nan; coordinates must be finite and at most 1e9 in size\n");
  EXPECT_EQ(said(""), "peal: m.obj: is empty (0 bytes)\n");
  EXPECT_EQ(said("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"),
            "peal: m.obj: line 4: a face uses vertex 9, but there are 3 vertices\n");
  EXPECT_EQ(said("v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n").find("peal: m.obj: "), 0u);
}

TEST(Inspect, SheetIsAMiddleSurfaceWithThickness) {
  const Folder folder;
  ObjMesh sheet;
  sheet.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0.1}, {0, 0, 0.1}};
  sheet.triangles = {{0, 2, 1}, {0, 3, 2}};
  const std::string file = folder.file("sheet.obj", sheet.text());
  const Outcome open = inspect(file);
  EXPECT_NE(open.out.find("It is an open surface: it can be a prop"), std::string::npos)
      << open.out;
  const Json thick = facts(file, {"--shell-thickness", "0.002", "-m", "steel"});
  EXPECT_NEAR(thick["mass_kg"], 7850 * 0.1 * 0.1 * 0.002, 1e-6);
  EXPECT_FALSE(thick.contains("not_a_solid"));
}

TEST(Inspect, ObjThatItWritesIsTheSameBody) {
  const Folder folder;
  const std::string file = (folder / "bowl.obj").string();
  const Json shape = facts("bowl", {"--obj", file}), mesh = facts(file);
  EXPECT_EQ(shape["surface"]["triangles"], mesh["surface"]["triangles"]);
  EXPECT_NEAR(mesh["mass_kg"], shape["mass_kg"].get<double>(), 0.01);
  EXPECT_NEAR(mesh["centre_of_mass_m"][1], shape["centre_of_mass_m"][1].get<double>(), 1e-4);
}

TEST(Inspect, MillimetresAreDoubted) {
  const Folder folder;
  const std::string file = folder.file("mm.obj", obj_box({100, 50, 20}).text());
  const Outcome outcome = inspect(file);
  EXPECT_NE(outcome.out.find("it is 100 m long; if its file is in millimetres"), std::string::npos)
      << outcome.out;
  EXPECT_FALSE(facts(file, {"--scale", "0.001"}).contains("doubt_about_size"));
}

}  // namespace
}  // namespace peal::test
