// peal transfer and peal compare on .transfer files, as users call them.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A steel coin to 40 kHz: five modes in half a second.
std::vector<std::string> transfer_words(const std::string& out,
                                        const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"transfer", "coin", "--quality",  "draft", "--to",
                               "40000",    "-q",   "--no-cache", "-o",    out};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Transfer, ACoinGivesFileTableAndPictures) {
  const Folder folder;
  const std::string points = folder.file("points.csv", "x,y,z\n0.3,0,0\n0,0.2,0.1\n-1,2,3\n");
  const std::string out = folder / "coin";
  const Outcome outcome = run(
      transfer_words(out, {"--points", points, "--modes", "3", "--json", folder / "coin.json"}));
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(names_in(out),
            (std::vector<std::string>{"balloons.png", "coin-places.transfer", "coin.transfer",
                                      "distance.png", "maps.png", "modes.csv"}));
  for (const char* picture : {"maps.png", "balloons.png", "distance.png"})
    EXPECT_EQ(read_bytes(folder / ("coin/" + std::string(picture))).substr(1, 3), "PNG");
  EXPECT_TRUE(mentions(outcome.err, "plan      time domain: 5 modes")) << outcome.err;
  EXPECT_TRUE(mentions(outcome.out, "coin.transfer")) << outcome.out;

  const Json study = Json::parse(read_bytes(folder / "coin.json"));
  const auto lines = lines_of(read_bytes(folder / "coin/modes.csv"));
  ASSERT_EQ(study["modes"].size(), 5u);
  ASSERT_EQ(lines.size(), 6u);
  for (const Json& mode : study["modes"]) {
    EXPECT_GT(mode["efficiency"], 1e-4);
    EXPECT_LT(mode["efficiency"], 3);
    EXPECT_EQ(mode["power_w"], mode["radiation_damping_per_s"]);  // modal mass 1
    EXPECT_GT(mode["directivity_index_db"], 0);
    const double k = 2 * 3.141592653589793 * mode["frequency_hz"].get<double>() / 343.2;
    EXPECT_NEAR(mode["ka"].get<double>(), k * study["body_radius_m"].get<double>(), 1e-6);
  }

  // The record and what it gives at places are the same sound.
  const Outcome same =
      run({"compare", folder / "coin/coin.transfer", folder / "coin/coin-places.transfer", "-o",
           folder / "c", "--tolerance", "1e-5", "--tolerance-db", "0.0001"});
  EXPECT_EQ(same.code, 0) << same.all();
  EXPECT_TRUE(mentions(same.out, "b over a, 3 places")) << same.out;
  EXPECT_EQ(names_in(folder / "c"),
            (std::vector<std::string>{"compare.json", "compare_modes.png"}));
  EXPECT_EQ(Json::parse(read_bytes(folder / "c/compare.json"))["modes"].size(), 5u);

  // Pictures of a file alone.
  const Outcome again = run({"transfer", "--from", folder / "coin/coin.transfer", "-o",
                             folder / "again", "--modes", "2", "--json", "-"});
  ASSERT_EQ(again.code, 0) << again.all();
  const Json from = Json::parse(again.out);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(
        from["modes"][i]["power_w"].get<double>() / study["modes"][i]["power_w"].get<double>(), 1,
        1e-9);
  EXPECT_EQ(names_in(folder / "again"),
            (std::vector<std::string>{"balloons.png", "distance.png", "maps.png", "modes.csv"}));
}

TEST(Transfer, TheSameBytesForAnyNumberOfThreads) {
  const Folder folder;
  for (const char* threads : {"1", "2"}) {
    const Outcome outcome =
        run(transfer_words(folder / threads, {"-n", "2", "--modes", "2", "-j", threads}));
    ASSERT_EQ(outcome.code, 0) << outcome.all();
  }
  for (const char* name : {"coin.transfer", "modes.csv", "maps.png", "balloons.png"})
    EXPECT_EQ(read_bytes(folder / "1" / name), read_bytes(folder / "2" / name)) << name;
}

TEST(Transfer, BothMethodsAgreeWithinADecibel) {
  const Folder folder;
  const auto by = [&](const std::string& method) {
    return run({"transfer", "box:size=0.1x0.02x0.03", "-m", "concrete", "-n", "2", "--method",
                method, "-q", "--no-cache", "--no-pictures", "-o", folder / method});
  };
  const Outcome time = by("time"), bem = by("bem");
  ASSERT_EQ(time.code, 0) << time.all();
  ASSERT_EQ(bem.code, 0) << bem.all();
  EXPECT_TRUE(mentions(bem.err, "boundary elements: 1 mode,")) << bem.err;
  EXPECT_TRUE(mentions(bem.err, "note: 1 mode above 80")) << bem.err;
  EXPECT_TRUE(mentions(bem.out, "the 1 highest of 2 modes of the body are not in it")) << bem.out;
  const auto compared = [&](const char* tolerance) {
    return run({"compare", folder / "bem/box.transfer", folder / "time/box.transfer", "-o",
                folder / "c", "--format", "svg", "--tolerance-db", tolerance});
  };
  const Outcome good = compared("1");
  EXPECT_EQ(good.code, 0) << good.all();
  EXPECT_TRUE(mentions(good.out, "by frequency, within 0.1 %: 1 of the 1 in a and 2 in b"))
      << good.out;
  EXPECT_TRUE(std::filesystem::exists(folder / "c/compare_modes.svg"));
  const Outcome strict = compared("0");
  EXPECT_EQ(strict.code, 1);
  EXPECT_TRUE(mentions(strict.err, "more than the tolerance of 0 dB")) << strict.err;
}

TEST(Transfer, IsKeptAndFoundAgain) {
  const Folder folder;
  std::vector<std::string> arguments = transfer_words(folder / "a", {"-n", "1", "--no-pictures"});
  std::erase(arguments, "--no-cache");
  ::setenv("PEAL_CACHE", (folder / "cache").c_str(), 1);
  const Outcome first = run(arguments);
  arguments.push_back("--dry-run");
  const Outcome second = run(arguments);
  ::unsetenv("PEAL_CACHE");
  EXPECT_EQ(first.code, 0) << first.all();
  EXPECT_EQ(second.code, 0) << second.all();
  EXPECT_TRUE(mentions(second.err, "nothing to compute")) << second.err;
  EXPECT_EQ(names_in(folder / "cache/transfer").size(), 1u);
}

TEST(Transfer, AnObjectOfASceneSaysWhatItIsMadeOf) {
  const Folder folder;
  const std::string scene = PEAL_SOURCE_DIR "/scenes/coins.json";
  const Outcome outcome = run({"transfer", scene, "--object", "nobody"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome.err, "has no object 'nobody'; it has: ")) << outcome.err;
  const Outcome refused = run({"transfer", scene, "--material", "steel"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused.err, "--material: the scene says it")) << refused.err;
}

TEST(TransferSlow, ThinWallsAreSaid) {
  const Folder folder;
  // 0.2 mm in 0.1 m: two cells through the wall would leave time for one mode.
  const auto plan = [&](const std::string& body, const char* quality) {
    return run({"transfer", body, "--quality", quality, "--to", "2000", "--no-cache", "--dry-run"});
  };
  const Outcome coarser = plan("bar:size=0.1x0.0002x0.02,edge_radius=0.00005", "fine");
  EXPECT_EQ(coarser.code, 0) << coarser.all();
  EXPECT_TRUE(mentions(coarser.err, "warning: walls of 0.2 mm get cells of 0.")) << coarser.err;
  EXPECT_FALSE(mentions(coarser.err, "left out")) << coarser.err;
  EXPECT_FALSE(
      mentions(plan("bar:size=0.1x0.0002x0.02,edge_radius=0.00005", "draft").err, "warning"));
  // Ten times as large: the same plan, in its own millimetres.
  const Outcome large = plan("bar:size=1x0.002x0.2", "fine");
  EXPECT_TRUE(mentions(large.err, "warning: walls of 2 mm get cells of ")) << large.err;
}

TEST(Transfer, WrongWordsAndFilesEndInSentences) {
  const Folder folder;
  const std::string out = folder / "o";
  const auto says = [&](std::vector<std::string> arguments, const char* text, int code = 1) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.all();
    EXPECT_TRUE(mentions(outcome.err, text)) << outcome.all();
  };
  says({"transfer"}, "give a body");
  says({"transfer", "coin", "--from", "x.transfer"}, "give a body");
  says({"transfer", "--from", "x.transfer"}, "there is no file 'x.transfer'");
  says({"transfer", "--from", folder.file("n.transfer", "nonsense")}, "n.transfer");
  says({"transfer", "--from", "x.transfer", "--material", "brass"},
       "--material: belongs to a body");
  says({"transfer", "coin", "--object", "a"}, "--object belongs to a scene");
  says({"transfer", "coin", "--method", "magic"}, "--method", 2);
  says({"transfer", "coin", "--to", "nan"}, "--to: expected 20 to 192000");
  says({"transfer", "coin", "--quality", "draft", "--no-cache", "--to", "1000", "-o", out},
       "coin has no modes below 1000 Hz; the lowest is at 12");
  says({"transfer", "box:size=0.1x0.02x0.03", "-m", "concrete", "--quality", "draft", "--no-cache",
        "--method", "bem", "-o", out},
       "use a higher --quality or --method time");
  says(transfer_words(out, {"--points", folder / "none.csv"}), "none.csv");
  says(transfer_words(out, {"-n", "1", "--points", folder.file("in.csv", "x,y,z\n0,0,0\n")}),
       "inside the sphere");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(CompareTransfers, WrongFilesEndInSentences) {
  const Folder folder;
  ASSERT_EQ(run(transfer_words(folder / "a", {"-n", "2", "--no-pictures"})).code, 0);
  const std::string a = folder / "a/coin.transfer", out = folder / "c";
  const auto says = [&](std::vector<std::string> more, const char* text) {
    more.insert(more.begin(), {"compare", a});
    more.insert(more.end(), {"-o", out});
    const Outcome outcome = run(more);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_TRUE(mentions(outcome.err, text)) << outcome.all();
  };
  says({folder / "none.transfer"}, "there is no file");
  says({folder.file("t.csv", "time,mic\n0,1\n1,2\n")}, "is no .transfer file");
  const std::string whole = read_bytes(a);
  says({folder.file("cut.transfer", whole.substr(0, whole.size() / 2))}, "cut.transfer");
  std::string damaged = whole;
  for (std::size_t i = damaged.size() - 60; i < damaged.size(); ++i) damaged[i] ^= 0x55;
  says({folder.file("damaged.transfer", damaged)}, "damaged.transfer");
  says({a, "--probe", "x"}, "--probe");
  says({a, "--longest-delay", "1"}, "--longest-delay");
  says({a, "--tolerance-db", "nan"}, "--tolerance-db");
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace peal::test
