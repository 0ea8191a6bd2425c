// peal field and peal compare as users call them.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "program.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

/// A click at 5 ms as a table; `late` in seconds.
std::string table(double rate, double late = 0, double gain = 1, const char* name = "mic") {
  std::string text = std::string("time,") + name + "\n";
  for (int n = 0; n < static_cast<int>(0.012 * rate); ++n) {
    const double t = n / rate, u = (t - 0.005 - late) / 0.0003;
    char line[80];
    std::snprintf(line, sizeof line, "%.12g,%.12g\n", t,
                  gain * std::exp(-u * u) * std::sin(2 * 3.141592653589793 * 4000 * (t - late)));
    text += line;
  }
  return text;
}

Json compared(const Folder& folder, const std::string& a, const std::string& b,
              std::vector<std::string> more = {}) {
  const std::string out = folder / "compare";
  more.insert(more.begin(), {"compare", a, b, "-o", out});
  const Outcome outcome = run(more);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  return outcome.code == 0 ? Json::parse(read_bytes(folder / "compare/compare.json")) : Json();
}

TEST(Field, ASmallBallGivesPicturesAndProbes) {
  const Folder folder;
  const std::string out = folder / "ball";
  const std::vector<std::string> words{
      "field",   "sphere:radius=0.01", "--quality", "draft", "--extent", "1.6", "--times", "3",
      "--probe", "0,0.015,0",          "-o",        out};
  const Outcome outcome = run(words);
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(names_in(out), (std::vector<std::string>{"field.png", "frames", "probes.h5"}));
  EXPECT_EQ(names_in(folder / "ball/frames").size(), 3u);
  EXPECT_EQ(read_bytes(folder / "ball/field.png").substr(1, 3), "PNG");
  EXPECT_NE(outcome.out.find("probes.h5 (1 points"), std::string::npos) << outcome.out;

  // The same for any number of threads, and equal to itself.
  auto again = words;
  again.back() = folder / "again";
  again.insert(again.end(), {"-j", "1"});
  ASSERT_EQ(run(again).code, 0);
  EXPECT_EQ(read_bytes(folder / "ball/probes.h5"), read_bytes(folder / "again/probes.h5"));
  EXPECT_EQ(read_bytes(folder / "ball/field.png"), read_bytes(folder / "again/field.png"));
  const Json same = compared(folder, folder / "ball/probes.h5", folder / "again/probes.h5");
  EXPECT_EQ(same["worst_relative_l2"], 0);
  EXPECT_GT(same["probes"][0]["peak_a"], 1e-4);
}

TEST(Field, NoMovieOfAnEarlierRunStaysBesideNewPictures) {
  const Folder folder;
  std::filesystem::create_directories(folder / "ball/frames");
  folder.file("ball/field.mp4", "old");
  folder.file("ball/other.mp4", "of the user");
  folder.file("ball/frames/frame_0007.png", "old");
  folder.file("ball/frames/frame_me.png", "of the user");
  const std::string out = folder / "ball";
  const auto field = [&](const char* probe) {
    return run({"field", "sphere:radius=0.01", "--quality", "draft", "--extent", "1.6", "--times",
                "1", "--end", "4e-5", "-o", out, "--probe", probe});
  };
  // Nothing is touched before there is something new.
  EXPECT_EQ(field("0,0,0").code, 1);
  EXPECT_EQ(read_bytes(folder / "ball/field.mp4"), "old");
  const Outcome outcome = field("0,0.015,0");
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(names_in(out),
            (std::vector<std::string>{"field.png", "frames", "other.mp4", "probes.h5"}));
  EXPECT_EQ(names_in(folder / "ball/frames"),
            (std::vector<std::string>{"frame_0000.png", "frame_me.png"}));
}

TEST(Field, WrongWordsEndInSentences) {
  const Folder folder;
  const std::string out = folder / "f";
  const auto says = [&](std::vector<std::string> more, int code, const char* text) {
    more.insert(more.begin(), {"field", "-o", out, "--quality", "draft"});
    const Outcome outcome = run(more);
    EXPECT_EQ(outcome.code, code) << outcome.all();
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.all();
  };
  says({"sphere:radius=0.01", "--dof", "sideways"}, 2, "--dof");
  says({"sphere:radius=0.01", "--freedom", "sideways"}, 2, "--dof");  // the older word
  says({"sphere:radius=0.01", "--probe", "0,0,0"}, 1, "lies in the body");
  says({"sphere:radius=0.01", "--probe", "0,1e9,0"}, 1, "nearer");
  says({"sphere:radius=0.01", "--probe", "0,x,0"}, 1, "expected a number");
  says({"sphere:radius=0.01", "--times", "0"}, 1, "--times");
  says({"sphere:radius=0.01", "--cell", "1e-9"}, 1, "possible");
  for (const char* option : {"--cell", "--extent", "--duration", "--end"})
    for (const char* number : {"0", "-1", "nan", "inf"})
      says({"sphere:radius=0.01", option, number}, 1,
           (std::string(option) + ": expected a finite number > 0, got ").c_str());
  says({"sphere:radius=0.01", "--offset", "nan"}, 1, "--offset: expected a finite number");
  says({"sphere:radius=0.01", "--duration", "1e-9", "--cell", "1e-3"}, 1,
       "expected at least 6.09 us");
  says({"sphere:radius=0.01", "--extent", "1e6"}, 1, "--extent");
  says({"sphere:radius=0.01", "--object", "x"}, 1, "belongs to a scene");
  says({std::string(PEAL_SOURCE_DIR) + "/scenes/drop.json"}, 1, "--object");
  says({folder / "none.json"}, 1, "none.json");
}

TEST(Compare, FindsDelayAndGainOfACopy) {
  const Folder folder;
  const std::string a = folder.file("a.csv", table(48000));
  const std::string b = folder.file("b.csv", table(48000, 1e-4, 0.5));
  const Json self = compared(folder, a, a);
  EXPECT_EQ(self["worst_relative_l2"], 0);
  const Json copy = compared(folder, a, b, {"--format", "svg"})["probes"][0];
  EXPECT_NEAR(copy["delay_s"], 1e-4, 1e-8);
  EXPECT_NEAR(copy["gain"], 0.5, 1e-4);
  EXPECT_NEAR(copy["relative_l2_without_delay"], 0.5, 1e-3);
  EXPECT_LT(copy["relative_l2_without_delay_and_gain"], 1e-3);
  EXPECT_GT(copy["relative_l2"], 0.9);
  for (const Json& band : copy["third_octaves"]) {
    if (band["level_a_db"] > -30) {
      EXPECT_NEAR(band["difference_db"], -6.02, 0.05);
    }
  }
  EXPECT_EQ(names_in(folder / "compare"),
            (std::vector<std::string>{"compare.json", "compare_mic.png", "compare_mic.svg"}));
}

TEST(Compare, OtherRatesAreResampledAndItSaysSo) {
  const Folder folder;
  const Json other = compared(folder, folder.file("a.csv", table(48000)),
                              folder.file("b.csv", table(96000, 0, 1, "other")));
  EXPECT_LT(other["worst_relative_l2"], 1e-3);
  EXPECT_NE(other["notes"].dump().find("resampled from 96000 to 48000 Hz"), std::string::npos);
}

TEST(Compare, ToleranceDecidesTheExitCode) {
  const Folder folder;
  const std::string a = folder.file("a.csv", table(48000)), out = folder / "c";
  const std::string late = folder.file("b.csv", table(48000, 3e-5));
  const auto code = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", a, late, "-o", out, "--no-pictures"});
    return run(more).code;
  };
  EXPECT_EQ(code({}), 0);
  EXPECT_EQ(code({"--tolerance", "0.02"}), 1);
  EXPECT_EQ(code({"--tolerance", "0.02", "--aligned"}), 0);
}

TEST(Compare, BadFilesEndInSentences) {
  const Folder folder;
  const std::string a = folder.file("a.csv", table(48000)), out = folder / "c";
  const auto says = [&](const std::string& b, const char* text) {
    const Outcome outcome = run({"compare", a, b, "-o", out});
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.all();
  };
  says(folder / "none.wav", "there is no file");
  says(folder.path().string(), "not a file");
  says(folder.file("e.csv", ""), "empty");
  says(folder.file("x.h5", "nonsense"), "not an HDF5 file");
  says(folder.file("x.wav", "RIFF\x04\x00WAVE"), "x.wav");
  says(folder.file("x.bin", std::string(500, '\x01')), "x.bin");
  says(folder.file("u.csv", "time,mic\n0,1\n1,2\n5,3\n"), "not evenly spaced");
  says(folder.file("w.csv", "time,mic\n100,1\n101,2\n102,3\n"), "no time in common");
  says(folder.file("n.csv", "time,one,two\n0,1,1\n1,2,2\n2,3,3\n"), "same names");
}

}  // namespace
}  // namespace peal::test
