// The externals inside Pure Data, in batch mode: patches of this folder play, write WAV files and
// quit.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "cli/program.h"
#include "cli/sound_file.h"

namespace peal::test {
namespace {

struct Played {
  SoundFile sound;
  std::string messages;
};

Played play(const Folder& folder, const std::string& name) {
  const std::string source = PEAL_SOURCE_DIR "/tests/pd/" + name + ".pd";
  folder.file(name + ".pd", read_bytes(source));
  const std::string command = "cd '" + folder.path().string() +
                              "' && timeout 60 '" PEAL_PD
                              "' -nogui -nosound -batch -r 44100 -noprefs -path '" PEAL_PD_EXTERNALS
                              "' -open " +
                              name + ".pd > pd.log 2>&1";
  const int code = std::system(command.c_str());
  const std::string messages = read_bytes(folder / "pd.log");
  EXPECT_EQ(code, 0) << messages;
  return {read_wav(folder / (name + ".wav")), messages};
}

std::vector<double> channel(const SoundFile& sound, int number, double from, double to) {
  std::vector<double> out;
  for (auto i = static_cast<std::int64_t>(from * sound.rate); i < to * sound.rate; ++i)
    out.push_back(sound.samples.at(i * sound.channels + number));
  return out;
}

double rms(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum / static_cast<double>(x.size()));
}

/// Level of a tone under a Hann window.
double level(const std::vector<double>& x, double rate, double frequency) {
  std::complex<double> sum = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = static_cast<double>(i);
    const double window = 1 - std::cos(2 * std::numbers::pi * t / n);
    sum += window * x[i] * std::polar(1.0, -2 * std::numbers::pi * frequency * t / rate);
  }
  return std::abs(sum) / n;
}

/// [Hz] by steps of 4 Hz over all, then finer around the best.
double strongest(const std::vector<double>& x, double rate, double from, double to) {
  double where = 0;
  for (const double step : {4.0, 0.25}) {
    double best = 0;
    for (double f = from; f <= to; f += step)
      if (const double l =
              level({x.begin(), x.begin() + (step > 1 ? 8192 : std::ssize(x))}, rate, f);
          l > best)
        best = l, where = f;
    from = where - 4, to = where + 4;
  }
  return where;
}

TEST(PureData, RubbedGlassSingsAtItsMode) {
  const Folder folder;
  const Played played = play(folder, "friction");
  ASSERT_EQ(played.sound.channels, 3);
  const auto sound = channel(played.sound, 0, 1, 1.9);
  EXPECT_NEAR(strongest(sound, 44100, 300, 2000), 548.04, 0.005 * 548.04);
  // Its slip has the mean of the finger's speed and the swing of the glass: rms 0.1058 m/s.
  const auto slip = channel(played.sound, 1, 1, 1.9);
  double mean = 0;
  for (const double v : slip) mean += v / static_cast<double>(slip.size());
  EXPECT_NEAR(mean, 0.1177, 0.01 * 0.1177);
  EXPECT_NEAR(std::sqrt(std::pow(rms(slip), 2) - mean * mean), 0.1058, 0.01 * 0.1058);
  // The hand bears friction and what holds the finger back: f_e = f + m g v, m g = 10 N s/m.
  double friction = 0;
  for (const double f : channel(played.sound, 2, 1, 1.9))
    friction += f / static_cast<double>(slip.size());
  EXPECT_NEAR(friction, 1.5 - 10 * mean, 0.005);
  // On bang: position and velocity of the finger, of the glass, slip, bend, friction, sticking.
  double s[8] = {};
  const std::size_t at = played.messages.find("state:");
  ASSERT_NE(at, std::string::npos) << played.messages;
  ASSERT_EQ(std::sscanf(played.messages.c_str() + at, "state: %lf %lf %lf %lf %lf %lf %lf %lf", s,
                        s + 1, s + 2, s + 3, s + 4, s + 5, s + 6, s + 7),
            8)
      << played.messages;
  EXPECT_NEAR(s[0], 0.1177 * 1.85, 0.02);
  EXPECT_NEAR(s[1], 0.1177, 0.01);
  EXPECT_NEAR(s[4], s[1] - s[3], 1e-4);
  EXPECT_LT(std::abs(s[2]), 1e-3);
  EXPECT_LT(std::abs(s[5]), 0.6 / 1e4) << "no farther than static friction bends the bristles";
  EXPECT_LT(std::abs(s[6]), 0.61);
  EXPECT_TRUE(s[7] >= 0 && s[7] < 0.5);
  EXPECT_EQ(played.messages.find("error"), std::string::npos) << played.messages;
}

TEST(PureData, StruckModesRingAndBadNumbersAreRefused) {
  const Folder folder;
  const Played played = play(folder, "modal");
  const auto early = channel(played.sound, 0, 0.05, 0.45);
  const auto late = channel(played.sound, 0, 0.55, 0.95);
  EXPECT_NEAR(strongest(early, 44100, 300, 700), 440, 1);
  // decay = 4 1/s: amplitudes fall by e in half a second.
  EXPECT_NEAR(level(late, 44100, 440) / level(early, 44100, 440), std::exp(-1.0), 0.01);
  EXPECT_NEAR(level(late, 44100, 1000) / level(early, 44100, 1000), std::exp(-2.0), 0.01);
  // What was refused said so and changed nothing.
  for (const char* word : {"decay", "distance", "nonsense"})
    EXPECT_NE(played.messages.find(word), std::string::npos) << word << "\n" << played.messages;
}

// At half the rate a mode of 15 kHz cannot be: silence, not the modes of the rate before, until
// modes come that can.
TEST(PureData, ModesThatARateCannotCarryAreSilent) {
  const Folder folder;
  const Played played = play(folder, "half_rate");
  for (const double x : channel(played.sound, 0, 0, 0.5)) ASSERT_EQ(x, 0);
  const auto later = channel(played.sound, 0, 0.6, 0.95);
  EXPECT_GT(rms(later), 1e-5);
  EXPECT_NEAR(strongest(later, 44100, 150, 1000), 440, 2);
  for (const char* words : {"peal_modal~: mode 1:", "peal_modal~: modes: expected four numbers",
                            "peal_friction~: no preset '5'; there are wineglass,"})
    EXPECT_NE(played.messages.find(words), std::string::npos) << words << "\n" << played.messages;
}

// Strikes are for now: those made while sound is off do not come all at once later.
TEST(PureData, StrikesWhileSoundIsOffAreNotSavedUp) {
  const Folder folder;
  const Played played = play(folder, "strikes_while_off");
  for (const double x : channel(played.sound, 0, 0, 0.29)) ASSERT_EQ(x, 0);
  EXPECT_NEAR(strongest(channel(played.sound, 0, 0.31, 0.5), 44100, 300, 700), 440, 3);
  for (const char* words :
       {"peal_modal~: mode 0: expected a frequency", "peal_friction~: stiffness"})
    EXPECT_NE(played.messages.find(words), std::string::npos) << words << "\n" << played.messages;
}

TEST(PureData, HelpPatchesOpenWithoutComplaint) {
  const Folder folder;
  for (const std::string name : {"peal_friction~", "peal_modal~"}) {
    const std::string command = "cd '" + folder.path().string() +
                                "' && timeout 60 '" PEAL_PD
                                "' -nogui -nosound -noprefs "
                                "-path '" PEAL_PD_EXTERNALS "' -open '" PEAL_SOURCE_DIR
                                "/apps/pd/" +
                                name + "-help.pd' -send 'pd quit' > pd.log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << name;
    EXPECT_EQ(read_bytes(folder / "pd.log"), "") << name;
  }
}

}  // namespace
}  // namespace peal::test
