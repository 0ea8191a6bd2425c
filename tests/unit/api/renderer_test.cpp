// The renderer as a library: what it gives is what the files hold, it can be watched and stopped,
// and its errors name the field.
#include "peal/renderer.h"

#include <gtest/gtest.h>
#include <sndfile.h>
#include <stdlib.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace peal::renderer {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "peal-api-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> out;
  if (!fs::exists(folder)) return out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    out[fs::relative(entry.path(), folder)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return out;
}

std::vector<float> samples_of(const fs::path& path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  EXPECT_NE(file, nullptr) << path;
  std::vector<float> samples(static_cast<std::size_t>(info.frames * info.channels));
  EXPECT_EQ(sf_readf_float(file, samples.data(), info.frames), info.frames);
  sf_close(file);
  return samples;
}

/// A ball falls on a bar; two listeners.
std::string text_with(const std::string& more = "", double duration = 0.6) {
  return R"({"peal": 1, "name": "ball", "quality": "draft", "duration": )" +
         std::to_string(duration) + more + R"(,
    "listeners": [{"name": "pair", "kind": "stereo", "position": [0, 0.5, 0.6]},
                  {"name": "mic", "kind": "mono", "position": [0, 1, 2]}],
    "objects": [
      {"name": "bar", "material": "steel", "position": [0, 0.02, 0], "static": true,
       "max_modes": 20, "shape": {"kind": "bar", "size": [0.3, 0.01, 0.04]}},
      {"name": "ball", "material": "steel", "position": [0.1, 0.3, 0], "sound": "none",
       "shape": {"kind": "sphere", "radius": 0.01}}],
    "motion": {"floor": {}}, "sources": [{"kind": "impact"}]})";
}

Scene scene_of(const std::string& text) { return Scene::from_text(text, "ball.json"); }

RenderOptions plain() {
  RenderOptions options;
  options.cache = false;
  return options;
}

TEST(RendererScene, SaysWhatIsInIt) {
  const Scene scene = scene_of(text_with());
  EXPECT_EQ(scene.name(), "ball");
  EXPECT_EQ(scene.duration(), 0.6);
  EXPECT_EQ(scene.listeners(), (std::vector<std::string>{"pair", "mic"}));
  EXPECT_EQ(scene.objects(), (std::vector<std::string>{"bar", "ball"}));
  EXPECT_EQ(scene.sources(), 1u);
  EXPECT_TRUE(scene.take().empty());
  EXPECT_TRUE(scene.check().empty());
}

TEST(RendererScene, AMistakeIsNamedWithItsField) {
  try {
    scene_of(R"({"peal": 1, "duration": -1, "listeners": [{"kind": "mono"}], "colour": 2})");
    FAIL() << "a wrong scene was taken";
  } catch (const SceneError& error) {
    EXPECT_GE(error.messages().size(), 3u);
    const std::string text = error.what();
    EXPECT_NE(text.find("ball.json:/duration: expected "), std::string::npos) << text;
    EXPECT_NE(text.find("ball.json:/listeners/0"), std::string::npos) << text;
    EXPECT_NE(text.find("colour"), std::string::npos) << text;
  }
}

TEST(RendererScene, CheckFindsWhatFieldsDoNotShow) {
  std::string text = text_with();
  text.replace(text.find("[0.1, 0.3, 0]"), 13, "[0.1, 0.02, 0]");  // inside the bar
  const Scene scene = scene_of(text);
  EXPECT_THROW(scene.check(), Error);
}

TEST(RendererScene, AFileThatIsNotThereIsAnError) {
  EXPECT_THROW(Scene::from_file("/nowhere/at_all.json"), Error);
}

TEST(Renderer, BuffersAreTheSamplesOfTheFiles) {
  const Folder folder;
  const Scene scene = scene_of(text_with());
  const RenderResult memory = render(scene, plain());
  RenderOptions options = plain();
  options.level = Level::calibrated, options.full_scale = 1;
  options.pictures = false;
  const RenderResult files = render_to_folder(scene, folder / "out", options);
  ASSERT_EQ(memory.listeners.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const ListenerResult &a = memory.listeners[i], &b = files.listeners[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.channels, i == 0 ? 2 : 1);
    EXPECT_EQ(a.samples.size(), 28800u * a.channels);
    EXPECT_EQ(a.samples, samples_of(b.file));  // 1.0 is 1 Pa: bit for bit
    EXPECT_GT(a.peak, 1e-4);
    EXPECT_EQ(a.peak, b.peak);
    EXPECT_EQ(a.rms, b.rms);
    EXPECT_NEAR(a.peak_db_spl, 20 * std::log10(a.peak / 2e-5), 1e-9);
    float most = 0;
    for (const float x : a.samples) most = std::max(most, std::abs(x));
    EXPECT_EQ(most, static_cast<float>(a.peak));
    EXPECT_TRUE(b.samples.empty());
  }
  EXPECT_GT(memory.impacts, 0);
  EXPECT_EQ(memory.impacts, files.impacts);
  EXPECT_EQ(memory.motion, "simulated");
  ASSERT_EQ(memory.objects.size(), 2u);
  std::map<std::string, std::variant<std::int64_t, double, std::string>> facts;
  for (const Fact& fact : memory.objects[0].facts) facts[fact.name] = fact.value;
  EXPECT_EQ(facts["modes"], (std::variant<std::int64_t, double, std::string>(std::int64_t{20})));
  EXPECT_TRUE(memory.objects[1].moves);
  EXPECT_NE(memory.objects[1].silent_because, "");
  const auto written = contents(folder / "out");
  for (const char* name : {"pair.wav", "mic.wav", "report.json", "motion.take", "events.csv"})
    EXPECT_TRUE(written.contains(name)) << name;
}

TEST(Renderer, OptionsAreHeardInsteadOfTheScene) {
  const Folder folder;
  const Scene scene = scene_of(text_with());
  RenderOptions options = plain();
  options.duration = 0.3;
  const RenderResult close = render(scene, options);
  EXPECT_EQ(close.listeners[1].samples.size(), 14400u);
  options.travel_time = false;
  EXPECT_NE(render(scene, options).listeners[1].samples, close.listeners[1].samples);
  options = plain();
  options.level = Level::calibrated, options.full_scale = 1;
  options.stems = Stems::mechanisms, options.pictures = options.motion_files = false;
  EXPECT_EQ(samples_of(render_to_folder(scene, folder / "stems", options).listeners[1].file),
            render(scene, options).listeners[1].samples);
  options = plain();
  options.level = Level::normalised, options.stems = Stems::objects;
  options.pictures = options.motion_files = false;
  const RenderResult loud = render_to_folder(scene, folder / "loud", options);
  EXPECT_NEAR(loud.listeners[1].peak * loud.listeners[1].gain, std::pow(10, -3 / 20.0), 1e-6);
  EXPECT_EQ(loud.listeners[1].stems, std::vector<std::string>{"mic-bar.wav"});
  EXPECT_FALSE(contents(folder / "loud").contains("motion.glb"));
  options.block = 0;
  EXPECT_THROW(render(scene, options), Error);
}

TEST(Renderer, AnyNumberOfThreadsGivesTheSameSamples) {
  const Scene scene = scene_of(text_with());
  RenderOptions one = plain(), two = plain();
  one.watch.threads = 1, two.watch.threads = 2;
  two.block = 0.037;
  EXPECT_EQ(render(scene, one).listeners[0].samples, render(scene, two).listeners[0].samples);
}

TEST(RendererWatch, StagesBeginAndEndAndNeverGoBack) {
  std::map<std::string, std::vector<double>> parts;
  RenderOptions options = plain();
  options.watch.progress = [&](const std::string& stage, double part) {
    parts[stage].push_back(part);
  };
  render(scene_of(text_with()), options);
  for (const char* stage : {"motion", "modes", "sound"}) {
    ASSERT_TRUE(parts.contains(stage)) << stage;
    EXPECT_EQ(parts[stage].front(), 0) << stage;
    EXPECT_EQ(parts[stage].back(), 1) << stage;
    EXPECT_TRUE(std::is_sorted(parts[stage].begin(), parts[stage].end())) << stage;
  }
}

/// Stops as soon as a stage has begun.
struct StopIn {
  explicit StopIn(std::string stage) : wanted(std::move(stage)) {}
  Watch watch() {
    Watch out;
    out.progress = [this](const std::string& stage, double) {
      reached = reached || stage == wanted;
    };
    out.cancel = [this] { return reached.load(); };
    return out;
  }
  std::string wanted;
  std::atomic<bool> reached{false};
};

TEST(RendererWatch, CancelLeavesNothing) {
  for (const char* stage : {"motion", "modes", "sound"}) {
    const Folder folder;
    StopIn stop(stage);
    RenderOptions options = plain();
    options.watch = stop.watch();
    const Scene scene = scene_of(text_with("", 20));
    EXPECT_THROW(render_to_folder(scene, folder / "out", options), Cancelled) << stage;
    EXPECT_TRUE(stop.reached);
    EXPECT_TRUE(contents(folder / "out").empty()) << stage;
    StopIn again(stage);
    options.watch = again.watch();
    EXPECT_THROW(render(scene, options), Cancelled) << stage;
  }
}

TEST(RendererWatch, CancelKeepsOlderResults) {
  const Folder folder;
  RenderOptions options = plain();
  options.duration = 0.2, options.pictures = false;
  const Scene scene = scene_of(text_with("", 20));
  render_to_folder(scene, folder / "out", options);
  const auto before = contents(folder / "out");
  StopIn stop("sound");
  options.duration.reset();
  options.watch = stop.watch();
  EXPECT_THROW(render_to_folder(scene, folder / "out", options), Cancelled);
  EXPECT_EQ(contents(folder / "out"), before);
  options.watch = {};  // and the next one works
  options.duration = 0.1;
  EXPECT_EQ(render(scene, options).listeners[1].samples.size(), 4800u);
}

TEST(RendererWatch, TwoRendersDoNotMeet) {
  const Scene scene = scene_of(text_with());
  const std::vector<float> alone = render(scene, plain()).listeners[0].samples;
  std::atomic<bool> cancelled{false};
  std::thread other([&] {
    RenderOptions options = plain();
    options.watch.cancel = [] { return true; };
    try {
      render(scene, options);
    } catch (const Cancelled&) {
      cancelled = true;
    }
  });
  EXPECT_EQ(render(scene, plain()).listeners[0].samples, alone);
  other.join();
  EXPECT_TRUE(cancelled);
}

TEST(RendererWatch, WhatProgressThrowsComesOut) {
  RenderOptions options = plain();
  options.watch.progress = [](const std::string& stage, double) {
    if (stage == "sound") throw std::logic_error("enough");
  };
  EXPECT_THROW(render(scene_of(text_with()), options), std::logic_error);
}

TEST(RendererTakes, ATakeSoundsAsItsSimulation) {
  const Folder folder;
  const Scene scene = scene_of(text_with());
  const TakeSummary made =
      simulate(scene, folder / "ball.take", {folder / "events.csv", folder / "ball.glb", {}});
  EXPECT_EQ(made.bodies, 2u);
  EXPECT_GT(made.impacts, 0u);
  EXPECT_GE(made.end, 0.6);
  EXPECT_TRUE(fs::exists(folder / "events.csv") && fs::exists(folder / "ball.glb"));
  EXPECT_EQ(read_take(folder / "ball.take").knots, made.knots);
  RenderOptions options = plain();
  options.take = folder / "ball.take";
  const RenderResult played = render(scene, options);
  EXPECT_EQ(played.motion, (folder / "ball.take").string());
  EXPECT_EQ(played.listeners[0].samples, render(scene, plain()).listeners[0].samples);
  EXPECT_THROW(read_take(folder / "events.csv"), Error);
}

TEST(RendererBodies, ModesOfABarAreThoseOfTheory) {
  // A free bar: f = (4.730^2 / 2 pi L^2) sqrt(E I / rho A), Euler and Bernoulli, of the lower
  // flexural mode: h = 10 mm; shear and rotation lower it by less than 1 %.
  const std::vector<Mode> found = modes(scene_of(text_with()), "bar", {Quality::normal, false, {}});
  ASSERT_GE(found.size(), 5u);
  const double speed = 5058;  // [m/s] sqrt(E / rho) of steel, 200 GPa, 7820 kg/m^3: within 2 %
  const double wanted = 4.730 * 4.730 / (2 * M_PI * 0.09) * speed * 0.01 / std::sqrt(12.0);
  EXPECT_NEAR(found[0].frequency, wanted, 0.03 * wanted);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_GE(found[i].frequency, i > 0 ? found[i - 1].frequency : 0);
    EXPECT_NEAR(found[i].t60, 3 * std::log(10) / found[i].decay, 1e-9 * found[i].t60);
  }
  EXPECT_THROW(modes(scene_of(text_with()), "nobody"), Error);
}

TEST(RendererBodies, TransferFallsWithDistanceAndIsKnownOutsideAlone) {
  std::string text = text_with();
  text.replace(text.find("\"max_modes\": 20"), 15, "\"max_modes\": 3");
  const Transfer found = transfer(scene_of(text), "bar", {Quality::of_scene, false, {}});
  ASSERT_GE(found.modes(), 1u);
  EXPECT_GT(found.power(0), 0);
  EXPECT_GT(found.decay(0), 0);
  EXPECT_GT(found.radius(), 0.15);  // half the bar's length
  const auto at = [&](double distance) { return std::abs(found.pressure(0, {0, distance, 0})); };
  EXPECT_NEAR(at(20) / at(40), 2, 0.02);
  EXPECT_THROW(found.pressure(0, {0, 0, 0}), Error);
  // Power through a far sphere is at least what one direction carries on average: P = p^2 4 pi r^2
  // / (2 rho c), directivity at most that of the loudest direction, here within 10 dB.
  const double along = at(40) * at(40) * 4 * M_PI * 1600 / (2 * 1.2041 * 343.2);
  EXPECT_LT(std::abs(10 * std::log10(along / found.power(0))), 10);
}

}  // namespace
}  // namespace peal::renderer
