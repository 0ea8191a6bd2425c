// `peal render --video`: pictures and sound in one movie. Needs the programs ffmpeg and ffprobe,
// without which these tests are skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "scenes.h"

namespace peal::test {
namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  char block[4096];
  for (std::size_t n; pipe && (n = std::fread(block, 1, sizeof block, pipe)) > 0;)
    text.append(block, n);
  const int status = pipe ? ::pclose(pipe) : -1;
  return status == 0 ? text : "FAILED: " + text;
}

/// Another value of an environment variable while this lives.
class ChangedVariable {
 public:
  ChangedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~ChangedVariable() { ::setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

class Video : public testing::Test {
 protected:
  void SetUp() override {
    if (output_of("ffmpeg -version && ffprobe -version").starts_with("FAILED"))
      GTEST_SKIP() << "ffmpeg or ffprobe is not installed";
  }
  /// frame_0007.png ... of odd size in the folder `pictures`.
  void make_pictures(int count, const std::string& name = "frame_%04d.png") {
    std::filesystem::create_directories(folder_ / "pictures");
    const std::string said = output_of(
        fmt::format("ffmpeg -nostdin -v error -f lavfi -i testsrc=size=65x49:rate=24 -frames:v {} "
                    "-start_number 7 '{}'",
                    count, (folder_ / "pictures" / name).string()));
    ASSERT_EQ(said, "");
  }
  Rendering render(const std::string& pictures, double duration = 0.1,
                   std::vector<std::string> more = {}) {
    Json scene = tone_scene();
    scene["duration"] = duration;
    std::vector<std::string> arguments{"-q", "--no-pictures", "--video", pictures};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return render_in(folder_, scene, arguments);
  }
  std::string refusal(const std::string& pictures, std::vector<std::string> more = {}) {
    const Outcome outcome = render(pictures, 0.1, std::move(more)).outcome;
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    // Found before the long render.
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/mic.wav"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/mic.mp4"));
    return outcome.err;
  }
  Json streams(const std::string& file) {
    return Json::parse(output_of("ffprobe -v error -of json -show_streams -count_frames '" +
                                 (folder_ / file).string() + "'"))["streams"];
  }

  Folder folder_;
};

double number(const Json& text) { return std::stod(text.get<std::string>()); }

TEST_F(Video, SequenceBecomesH264WithEvenSizesAndTheWholeSound) {
  make_pictures(12);
  const Rendering result = render("pictures", 1);  // longer than the pictures
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  EXPECT_NE(result.outcome.out.find("out/mic.mp4"), std::string::npos) << result.outcome.out;
  EXPECT_EQ(names_in(folder_ / "out"),
            (std::vector<std::string>{"mic.mp4", "mic.wav", "report.json"}));
  const Json both = streams("out/mic.mp4");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0]["codec_name"], "h264");
  EXPECT_EQ(both[0]["pix_fmt"], "yuv420p");
  EXPECT_EQ(both[0]["width"], 66);
  EXPECT_EQ(both[0]["height"], 50);
  EXPECT_EQ(both[0]["color_space"], "bt709");
  EXPECT_EQ(both[0]["r_frame_rate"], "24/1");
  EXPECT_EQ(both[0]["nb_read_frames"], "12");
  EXPECT_EQ(both[1]["codec_name"], "aac");
  EXPECT_NEAR(number(both[1]["duration"]), 1, 0.03);
}

// Where the tone begins in the movie against where it begins in the sound file.
TEST_F(Video, SoundIsInSync) {
  make_pictures(3);
  const Rendering result = render("pictures/frame_%04d.png", 0.5);
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  ASSERT_EQ(output_of("ffmpeg -nostdin -v error -i '" + (folder_ / "out/mic.mp4").string() +
                      "' -vn -c:a pcm_f32le '" + (folder_ / "back.wav").string() + "'"),
            "");
  const SoundFile back = read_wav(folder_ / "back.wav"), sound = result.sounds.at(0);
  const auto onset = [](const SoundFile& s) {
    std::size_t i = 0;
    while (i < s.samples.size() && std::abs(s.samples[i]) < 0.5 * s.peak()) ++i;
    return static_cast<double>(i) / s.rate;
  };
  EXPECT_NEAR(onset(back), onset(sound), 0.002);
  EXPECT_NEAR(back.peak(), sound.peak(), 0.3 * sound.peak());
}

TEST_F(Video, PicturesBeginWhereTheUserSays) {
  make_pictures(12);
  const Rendering result =
      render("pictures/frame_0011.png", 0.1, {"--fps", "23.976"});  // 0007 to 0018
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  const Json both = streams("out/mic.mp4");
  EXPECT_EQ(both[0]["nb_read_frames"], "8");  // longer than the sound, and not cut
  EXPECT_EQ(both[0]["r_frame_rate"], "24000/1001");
  const Rendering hashes = render("pictures/frame_####.png");
  ASSERT_EQ(hashes.outcome.code, 0) << hashes.outcome.all();
  EXPECT_EQ(streams("out/mic.mp4")[0]["nb_read_frames"], "12");
}

TEST_F(Video, TrackOfAMovieIsCopied) {
  ASSERT_EQ(output_of("ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=25 -f lavfi -i "
                      "sine -t 0.4 -c:v mpeg4 '" +
                      (folder_ / "film.mov").string() + "'"),
            "");
  std::filesystem::rename(folder_ / "film.mov", folder_ / "a film's 100%.mov");
  const Rendering result = render("a film's 100%.mov", 0.1, {"--fps", "5"});
  ASSERT_EQ(result.outcome.code, 0) << result.outcome.all();
  const Json both = streams("out/mic.mp4");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0]["codec_name"], "mpeg4");
  EXPECT_EQ(both[0]["nb_read_frames"], "10");
  EXPECT_EQ(both[1]["codec_name"], "aac");
  EXPECT_EQ(both[1]["channels"], 1);
}

TEST_F(Video, WrongPicturesAreNamedBeforeTheRender) {
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(refusal("nowhere"), "there is no movie, picture or folder 'nowhere'");
  std::filesystem::create_directories(folder_ / "empty");
  has(refusal("empty"), "holds no numbered pictures");
  has(refusal("empty/a_%04d.png"), "no picture is called like");
  has(refusal("empty/a_%s.png"), "expected a pattern with one number");
  make_pictures(5);
  has(refusal("pictures", {"--fps", "0"}), "pictures per second");
  has(refusal("pictures", {"--fps", "nan"}), "pictures per second");
  std::filesystem::copy(folder_ / "pictures/frame_0007.png", folder_ / "pictures/frame_7.png");
  has(refusal("pictures"), "have the same number");
  std::filesystem::rename(folder_ / "pictures/frame_7.png", folder_ / "pictures/other_7.png");
  has(refusal("pictures"), "holds several sequences");
  std::filesystem::remove(folder_ / "pictures/other_7.png");
  std::filesystem::remove(folder_ / "pictures/frame_0009.png");
  has(refusal("pictures"), "picture 9 is missing");
  std::ofstream(folder_ / "pictures/frame_0009.png") << "";
  std::ofstream(folder_ / "broken_1.png") << "not a picture";
  has(refusal("broken_1.png"), "no movie can be made of 'broken_1.png': ffmpeg failed");
  std::ofstream(folder_ / "still.png") << "";
  has(refusal("still.png"), "single picture");
  std::ofstream(folder_ / "film.mp4") << "not a film";
  has(refusal("film.mp4"), "no movie can be made of 'film.mp4': ffmpeg failed");
}

TEST_F(Video, MissingFfmpegIsSaidBeforeTheRender) {
  make_pictures(2);
  const ChangedVariable path("PATH", folder_.path().string());
  EXPECT_NE(refusal("pictures").find("install the Debian package ffmpeg"), std::string::npos);
}

// An ffmpeg that passes the trial and then fails, or hangs until Ctrl-C.
TEST_F(Video, FailingOrInterruptedFfmpegLeavesTheOldMovie) {
  make_pictures(2);
  const auto pretend = [&](const std::string& then) {
    folder_.file("ffmpeg",
                 "#!/bin/sh\nfor last; do :; done\necho x > \"$last\"\ncase \"$last\" in "
                 "*trial.mp4) exit 0;; esac\necho going >&2\n" +
                     then + "\n");
    std::filesystem::permissions(folder_ / "ffmpeg", std::filesystem::perms::owner_all);
  };
  const ChangedVariable path("PATH", folder_.path().string() + ":" + std::getenv("PATH"));
  std::filesystem::create_directories(folder_ / "out");
  folder_.file("out/mic.mp4", "old");
  pretend("exit 3");
  const Rendering failed = render("pictures");
  EXPECT_EQ(failed.outcome.code, 1);
  EXPECT_NE(failed.outcome.err.find("ffmpeg failed with code 3; it said: going"), std::string::npos)
      << failed.outcome.err;
  EXPECT_EQ(read_bytes(folder_ / "out/mic.mp4"), "old");

  pretend("echo $$ > '" + (folder_ / "pid").string() + "'\nexec sleep 100");
  RunOptions options;
  options.folder = folder_.path();
  Running running(
      {"render", "scene.json", "-o", "out", "-q", "--no-pictures", "--video", "pictures"}, options);
  for (int i = 0; i < 1000 && read_bytes(folder_ / "pid").empty(); ++i) ::usleep(10000);
  const int pid = std::stoi("0" + read_bytes(folder_ / "pid"));
  ASSERT_GT(pid, 0);
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.all();
  EXPECT_NE(::kill(pid, 0), 0) << "ffmpeg is still running";
  EXPECT_EQ(read_bytes(folder_ / "out/mic.mp4"), "old");
  EXPECT_EQ(names_in(folder_ / "out"),
            (std::vector<std::string>{"mic.mp4", "mic.wav", "report.json"}));
}

}  // namespace
}  // namespace peal::test
