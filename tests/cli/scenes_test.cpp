// The scenes that come with the program: each passes `peal check`, and its first 0.28 s sound as
// soon as things have touched, not before. Those of scenes/chadwick2012 have the microphone, table
// and materials of the paper (its section 5 and Table 1 with the heads of its columns put right).
#include "scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace peal::test {
namespace {

constexpr double kDuration = 0.28;  // [s]

std::vector<std::string> shipped_scenes(const std::string& folder = "") {
  std::vector<std::string> out;
  for (const std::string& name : names_in(PEAL_SOURCE_DIR "/scenes" + folder))
    if (name.ends_with(".json")) out.push_back(name.substr(0, name.size() - 5));
  return out;
}

Json load(const std::string& name) {
  return Json::parse(read_bytes(PEAL_SOURCE_DIR "/scenes/" + name + ".json"));
}

/// [s] of the first impact in events.csv or strike of the scene; negative when there is none.
double first_blow(const std::string& events, const Json& scene) {
  double first = -1;
  const auto see = [&](double time) { first = first < 0 ? time : std::min(first, time); };
  for (const std::string& line : lines_of(events))
    if (line.find(",impact,") != std::string::npos) see(std::stod(line));
  for (const Json& source : scene["sources"])
    if (source["kind"] == "strike") see(source.value("time", 0.0));
  return first;
}

constexpr const char* kPaperScenes = "/chadwick2012";
constexpr const char* kRodScenes = "/schweickart2017";
constexpr const char* kSolidScenes = "/obrien2001";

}  // namespace

class ShippedScenes : public testing::TestWithParam<std::string> {};

TEST(PaperScenes, AreThoseOfTableTwo) {
  const std::vector<std::string> expected{
      "ball_drop", "bowls", "coin_drop", "coin_drop_table", "dice_plate",     "dice_table",
      "key_chain", "mugs",  "mug_coins", "pane_fracture",   "plate_fracture", "plates"};
  std::vector<std::string> found = shipped_scenes(kPaperScenes);
  std::sort(found.begin(), found.end());
  std::vector<std::string> sorted = expected;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(found, sorted);
  std::vector<std::string> arguments{"check"};
  for (const std::string& name : found)
    arguments.push_back(fmt::format("{}/scenes{}/{}.json", PEAL_SOURCE_DIR, kPaperScenes, name));
  const Outcome checked = run(arguments);
  EXPECT_EQ(checked.code, 0) << checked.all();
}

TEST(PaperScenes, HaveThePapersMicrophoneTableMaterialsAndDurations) {
  const std::map<double, Json> materials{{1.234e11, {0.34, 8940}},  // E => nu, rho
                                         {7.2e10, {0.19, 2700}},
                                         {2.4e9, {0.37, 1200}},
                                         {6.2e10, {0.2, 2600}}};
  const std::map<std::string, double> durations{
      {"coin_drop", 8},
      {"coin_drop_table", 8},
      {"pane_fracture", 2.2},  // with the silence before it breaks
      {"plate_fracture", 2}};  // [s] soon still; the others: 5
  for (const std::string& name : shipped_scenes(kPaperScenes)) {
    SCOPED_TRACE(name);
    const Json scene = load(std::string(kPaperScenes) + "/" + name);
    EXPECT_EQ(scene["name"], name);
    EXPECT_EQ(scene["duration"], durations.contains(name) ? durations.at(name) : 5.0);
    ASSERT_EQ(scene["listeners"].size(), 1u);
    EXPECT_EQ(scene["listeners"][0]["kind"], "mono");
    EXPECT_EQ(scene["listeners"][0]["position"], Json({1.0, 1.8, 1.0}));
    EXPECT_EQ(scene["sources"],
              Json::parse(R"([{"kind": "impact"}, {"kind": "click"}, {"kind": "contact"}])"));
    EXPECT_EQ(scene["output"]["stems"], "mechanisms");
    for (const auto& [key, material] : scene["materials"].items())
      EXPECT_EQ(Json({material["poisson"], material["density"]}),
                materials.at(material["young"].get<double>()))
          << key;
    for (const Json& object : scene["objects"]) {
      if (object["name"] != "table") continue;
      const Json& shape = object["shape"];
      EXPECT_EQ(Json({shape["length"], shape["width"]}), Json({1.8, 0.8}));
      EXPECT_EQ(object["position"][0], 0);
      EXPECT_EQ(object["position"][2], 0);
      EXPECT_NEAR(object["position"][1].get<double>() + shape["thickness"].get<double>() / 2, 0.4,
                  1e-12);
    }
  }
}

// Fig. 7 of Schweickart, James and Marschner 2017, and the sizes of its section 6.1.
TEST(RodScenesOfThePaper, HaveThePapersPointsAndMaterials) {
  struct Row {
    int points;
    double young, poisson;
  };
  const std::map<std::string, Row> rows{{"rod_rectangular", {30, 68.9e9, 0.33}},
                                        {"rod_circular", {50, 70.7e9, 0.33}},
                                        {"ruler", {36, 6.3e9, 0.3}},
                                        {"strapping", {100, 205e9, 0.29}},
                                        {"clock_gong", {400, 225e9, 0.29}},
                                        {"rubber_band", {50, 3e5, 0.49}},
                                        {"guy_wire", {1500, 205e9, 0.29}},
                                        {"slinky_dispersion", {3888, 205e9, 0.29}},
                                        {"slinky_on_ground", {193, 205e9, 0.29}}};
  const std::vector<std::string> found = shipped_scenes(kRodScenes);
  EXPECT_EQ(found.size(), rows.size());
  for (const std::string& name : found) {
    SCOPED_TRACE(name);
    const Json scene = load(std::string(kRodScenes) + "/" + name);
    EXPECT_EQ(scene["name"], name);
    const Row& row = rows.at(name);
    for (const Json& object : scene["objects"]) {
      EXPECT_EQ(object["shape"]["points"], row.points);
      const Json& material = scene["materials"][object["material"].get<std::string>()];
      EXPECT_EQ(Json({material["young"], material["poisson"]}), Json({row.young, row.poisson}));
    }
  }
}

class RodScenes : public testing::TestWithParam<std::string> {};

TEST_P(RodScenes, SoundFromTheirFirstBlow) {
  Json scene = load(std::string(kRodScenes) + "/" + GetParam());
  const bool falls = scene["motion"].contains("floor");
  scene["duration"] = falls ? 0.3 : 0.07;  // the blows come at 0.05 s
  if (GetParam() == "rubber_band") scene["duration"] = 0.15;
  if (GetParam() == "slinky_dispersion") {  // an eighth of it
    scene["objects"][0]["shape"]["points"] = 486;
    scene["objects"][0]["shape"]["centreline"]["turns"] = 10;
    scene["listeners"][0]["position"] = {0.07, 0, 0.07};
  }
  const Folder folder;
  const Rendering rendered = render_in(folder, scene, {"-q", "--no-pictures"});
  ASSERT_EQ(rendered.outcome.code, 0) << rendered.outcome.all();
  EXPECT_EQ(rendered.report.at("warnings"), Json::array());
  const double peak = rendered.report["listeners"][0]["peak_db_spl"].get<double>();
  EXPECT_GT(peak, 20);
  EXPECT_LT(peak, 135);
}

INSTANTIATE_TEST_SUITE_P(All, RodScenes, testing::ValuesIn(shipped_scenes(kRodScenes)),
                         [](const auto& scene) { return scene.param; });

// O'Brien, Cook and Essl 2001: a little longer than until the first blow.
class SolidScenes : public testing::TestWithParam<std::string> {};

TEST_P(SolidScenes, SoundFromTheirFirstBlow) {
  const std::map<std::string, double> durations{
      {"solid_bowl", 0.19},       {"clamped_bar", 0.07},         {"struck_plate_centre", 0.03},
      {"struck_plate_off", 0.03}, {"vibraphone_coarse", 0.17},   {"vibraphone_fine", 0.16},
      {"swinging_bar", 0.05},     {"ball_on_rigid_sheet", 0.12}, {"ball_on_compliant_sheet", 0.12},
      {"bowed_sheet", 0.1}};
  Json scene = load(std::string(kSolidScenes) + "/" + GetParam());
  EXPECT_EQ(scene["name"], GetParam());
  EXPECT_FALSE(scene.at("comment").get<std::string>().empty());
  scene["duration"] = durations.at(GetParam());
  const Folder folder;
  const Rendering rendered = render_in(folder, scene, {"-q", "--no-pictures"});
  ASSERT_EQ(rendered.outcome.code, 0) << rendered.outcome.all();
  EXPECT_EQ(rendered.report.at("warnings"), Json::array());
  const double peak = rendered.report["listeners"][0]["peak_db_spl"].get<double>();
  EXPECT_GT(peak, 40);
  EXPECT_LT(peak, 125);
}

INSTANTIATE_TEST_SUITE_P(All, SolidScenes, testing::ValuesIn(shipped_scenes(kSolidScenes)),
                         [](const auto& scene) { return scene.param; });

TEST_P(ShippedScenes, SayWhatToListenFor) {
  const Json scene = load(GetParam());
  EXPECT_EQ(scene.at("name"), GetParam());
  EXPECT_FALSE(scene.at("comment").get<std::string>().empty());
  EXPECT_LE(scene.at("duration").get<double>(), 6);
  const Outcome checked = run({"check", PEAL_SOURCE_DIR "/scenes/" + GetParam() + ".json"});
  EXPECT_EQ(checked.code, 0) << checked.all();
}

TEST_P(ShippedScenes, SoundOnceThingsHaveTouched) {
  Json scene = load(GetParam());
  scene["duration"] = kDuration;
  for (Json& object : scene["objects"]) object["max_modes"] = 6;
  const Folder folder;
  for (const std::string& name : names_in(PEAL_SOURCE_DIR "/scenes"))
    if (name.ends_with(".csv") || name.ends_with(".obj"))
      std::filesystem::copy_file(PEAL_SOURCE_DIR "/scenes/" + name, folder / name);
  const Rendering rendered =
      render_in(folder, scene, {"-q", "--no-pictures", "--quality", "draft"});
  ASSERT_EQ(rendered.outcome.code, 0) << rendered.outcome.all();
  EXPECT_EQ(rendered.report.at("warnings"), Json::array());
  ASSERT_EQ(rendered.sounds.size(), 1u);
  const SoundFile& sound = rendered.sounds[0];
  EXPECT_EQ(sound.channels, 2);
  EXPECT_EQ(sound.frames, std::lround(kDuration * 48000));

  const double touch = first_blow(read_bytes(folder / "out/events.csv"), scene);
  double heard = -1;  // [s]
  for (std::size_t n = 0; n < sound.samples.size() && heard < 0; ++n)
    if (sound.samples[n] != 0) heard = static_cast<double>(n / 2) / 48000;
  fmt::print("first blow {:.4f} s, first sound {:.4f} s\n", touch, heard);
  // Before grains have hit anything nobody hears them, when there is nothing else.
  for (const std::string& line : lines_of(read_bytes(folder / "out/events.csv")))
    if (line.find(",hit,") != std::string::npos && scene["sources"].size() == 1) {
      EXPECT_GT(heard, std::stod(line) - 0.001);
      break;
    }
  bool rubs = false;  // sounds without impacts
  for (const Json& source : scene["sources"])
    rubs = rubs || source["kind"] == "friction" || source["kind"] == "contact" ||
           source["kind"] == "grain" || source["kind"] == "rod" ||
           source["kind"] == "solid";  // what falls accelerates
  if (rubs) {
    EXPECT_LT(rendered.report["listeners"][0]["peak_db_spl"].get<double>(), 130);
  } else if (touch < 0 || touch >= kDuration) {
    EXPECT_LT(heard, 0);
  } else if (touch < kDuration - 0.02) {  // the way to the ears takes a few milliseconds
    ASSERT_GE(heard, 0);
    EXPECT_LT(heard, touch + 0.02);
    EXPECT_GT(heard, touch - 0.001);  // resampling begins a little early
    const double peak = rendered.report["listeners"][0]["peak_db_spl"].get<double>();
    EXPECT_GT(peak, 50);
    EXPECT_LT(peak, 130);  // half a metre from small things that fall: what grows without end shows
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScenes, testing::ValuesIn(shipped_scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace peal::test
