// `peal bake`: what it says, what it keeps, and that nothing that happens to it costs more than the
// unit in work.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <memory>

#include "scenes.h"

namespace peal::test {
namespace {

/// A ring and a tube need a field, the ball does not.
Json bake_scene() {
  return Json::parse(R"({
    "peal": 1, "name": "bake", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
    "objects": [
      {"name": "ring", "shape": {"kind": "ring", "radius": 0.02, "wire_radius": 0.006},
       "material": "steel", "position": [0, 0.1, 0]},
      {"name": "tube", "shape": {"kind": "tube", "radius": 0.014, "thickness": 0.006,
       "length": 0.02}, "material": "glass", "position": [0.1, 0.1, 0]},
      {"name": "ball", "shape": {"kind": "sphere", "radius": 0.01}, "material": "steel",
       "position": [0.2, 0.1, 0]}],
    "sources": [{"kind": "click"}]
  })");
}

class Environment {
 public:
  using Values = std::map<std::string, std::string>;
  explicit Environment(Values values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (const auto& [name, value] : values_) ::unsetenv(name.c_str());
  }

 private:
  Values values_;
};

Environment rank(int index, int count) {
  return Environment({{"OMPI_COMM_WORLD_RANK", std::to_string(index)},
                      {"OMPI_COMM_WORLD_SIZE", std::to_string(count)}});
}

class Bake : public testing::Test {
 protected:
  void SetUp() override {
    folder_.file("scene.json", bake_scene().dump());
    there_.folder = folder_.path();
  }

  std::vector<std::string> words(const std::string& cache, const char* cell,
                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"bake", "scene.json", "--cache", cache, "--cell", cell};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Outcome bake(const std::string& cache, const std::vector<std::string>& more = {},
               const char* cell = kCoarse) const {
    return run(words(cache, cell, more), there_);
  }

  /// Everything in a cache, by name.
  std::map<std::string, std::string> content(const std::string& cache) const {
    std::map<std::string, std::string> all;
    const auto pulses = folder_ / (cache + "/pulses");
    if (std::filesystem::exists(pulses))
      for (const std::string& name : names_in(pulses)) all[name] = read_bytes(pulses / name);
    return all;
  }
  std::size_t files(const std::string& cache, const std::string& extension) const {
    std::size_t count = 0;
    for (const auto& [name, bytes] : content(cache))
      if (name.ends_with(extension) && !name.starts_with('.')) ++count;
    return count;
  }
  template <class Condition>
  static bool soon(Condition condition) {
    for (int k = 0; k < 3000; ++k) {
      if (condition()) return true;
      ::usleep(10'000);
    }
    return false;
  }

  static constexpr const char* kCoarse = "0.004";  // a moment per unit
  static constexpr const char* kMedium = "0.002";  // long enough to be interrupted

  const Folder folder_;
  RunOptions there_;
};

TEST_F(Bake, SaysWhatItWillCostMakesItAndKeepsIt) {
  const Outcome first = bake("c");
  EXPECT_EQ(first.code, 0) << first.all();
  const auto lines = lines_of(first.out);
  ASSERT_EQ(lines.size(), 7u) << first.out;
  EXPECT_TRUE(lines[0].starts_with("unit  body")) << lines[0];
  EXPECT_TRUE(lines[3].starts_with("estimate: ")) << lines[3];
  EXPECT_TRUE(lines[4].starts_with("1 object needs no field: 1 ball")) << lines[4];
  EXPECT_NE(lines[5].find(" coefficients, "), std::string::npos) << lines[5];
  EXPECT_NE(lines[5].find(", tail "), std::string::npos) << lines[5];
  EXPECT_NE(first.err.find("bake: done in "), std::string::npos) << first.err;
  const auto made = content("c");
  EXPECT_EQ(made.size(), 2u);

  const Outcome second = bake("c");
  EXPECT_EQ(second.code, 0) << second.all();
  EXPECT_NE(second.out.find("kept"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("nothing to do: everything is in c/pulses"), std::string::npos);
  EXPECT_TRUE(content("c") == made);

  const Outcome forced = bake("c", {"--force", "-q", "--threads", "1"});
  EXPECT_EQ(forced.code, 0) << forced.all();
  EXPECT_EQ(forced.err.find("bake:"), std::string::npos) << forced.err;
  EXPECT_TRUE(content("c") == made) << "other bytes with one thread";
}

TEST_F(Bake, ADryRunComputesNothing) {
  const Outcome outcome = bake("c", {"--dry-run"});
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(outcome.out.find("estimate: "), std::string::npos);
  EXPECT_TRUE(content("c").empty());
}

TEST_F(Bake, SharesTogetherAreEverything) {
  ASSERT_EQ(bake("whole", {"-q"}).code, 0);
  ASSERT_EQ(bake("shares", {"-q", "--unit", "1/2"}).code, 0);
  EXPECT_EQ(content("shares").size(), 1u);
  ASSERT_EQ(bake("shares", {"-q", "--unit", "2/2"}).code, 0);
  EXPECT_TRUE(content("shares") == content("whole"));
  for (const char* wrong : {"0/2", "3/2", "1", "1/2x", "-1/2", "1/0"}) {
    const Outcome outcome = bake("c", {"--unit", wrong});
    EXPECT_EQ(outcome.code, 2) << wrong << outcome.all();
    EXPECT_NE(outcome.err.find("expected I/N"), std::string::npos) << outcome.err;
  }
}

TEST_F(Bake, WhatFailsIsNamedAndTheRestIsDone) {
  Json scene = bake_scene();
  scene["objects"][0]["shape"]["wire_radius"] = 0.001;
  folder_.file("scene.json", scene.dump());
  folder_.file("broken.json", R"({"peal": 1, "objects": [{"name": "x", "mass": 1}]})");
  const Outcome outcome = bake("c", {"-q", "broken.json"});
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("peal: scene.json: object 'ring': walls of "), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("broken.json:/objects/0"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("peal: 2 scenes or bodies could not be baked; everything else is in "
                             "the cache\n"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(content("c").size(), 1u);
}

TEST_F(Bake, ADamagedEntryIsMadeAgainWithAWarning) {
  ASSERT_EQ(bake("c", {"-q"}).code, 0);
  const auto good = content("c");
  const auto path = folder_ / ("c/pulses/" + good.begin()->first);
  std::string bytes = good.begin()->second;
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  for (const std::string& bad : {bytes, bytes.substr(0, bytes.size() / 3), std::string()}) {
    folder_.file("c/pulses/" + good.begin()->first, bad);
    const Outcome outcome = bake("c", {"-q"});
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    EXPECT_NE(outcome.err.find(good.begin()->first), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("the entry is removed, it is computed again"), std::string::npos);
    EXPECT_TRUE(content("c") == good);
  }
}

TEST_F(Bake, AFullDiskIsASentence) {
  RunOptions full = there_;
  full.largest_file = 3000;
  const Outcome outcome = run(words("c", kCoarse, {"-q"}), full);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("scene.json: object 'ring': "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("is the disk full?"), std::string::npos) << outcome.err;
  EXPECT_TRUE(content("c").empty()) << "something was left behind";
}

TEST_F(Bake, AFolderThatCannotBeWrittenIsASentence) {
  folder_.file("file", "precious");
  const Outcome outcome = bake("file", {"-q"});
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("file/pulses"), std::string::npos) << outcome.err;
  EXPECT_EQ(read_bytes(folder_ / "file"), "precious");
  const Environment nothing(Environment::Values{{"PEAL_CACHE", ""}});
  const Outcome none = run({"bake", "scene.json"}, there_);
  EXPECT_EQ(none.code, 1) << none.all();
  EXPECT_NE(none.err.find("give --cache FOLDER"), std::string::npos) << none.err;
}

TEST_F(Bake, AfterAKillOnlyTheUnitInWorkIsLost) {
  ASSERT_EQ(bake("whole", {"-q"}, kMedium).code, 0);
  {
    Running running(words("c", kMedium, {"-q"}), there_);
    ASSERT_TRUE(soon([&] { return files("c", ".pulses") == 1 && files("c", ".claim") == 1; }));
    running.send(SIGKILL);
    EXPECT_EQ(running.wait().signal, SIGKILL);
  }
  const auto kept = files("c", ".pulses");
  ASSERT_GE(kept, 1u);
  const Outcome again = bake("c", {"-q"}, kMedium);
  EXPECT_EQ(again.code, 0) << again.all();
  EXPECT_NE(again.out.find("kept"), std::string::npos) << again.out;
  EXPECT_EQ(files("c", ".claim"), 0u);
  EXPECT_TRUE(content("c") == content("whole"));
}

TEST_F(Bake, ControlCLeavesNoClaim) {
  Running running(words("c", kMedium), there_);
  ASSERT_TRUE(soon([&] { return files("c", ".claim") == 1; }));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.all();
  EXPECT_EQ(files("c", ".claim"), 0u);
}

TEST_F(Bake, TwoRanksMakeTheSameBytesAsOne) {
  ASSERT_EQ(bake("whole", {"-q"}).code, 0);
  Outcome first, second;
  {
    std::unique_ptr<Running> a, b;
    {
      const Environment of_first = rank(0, 2);
      a = std::make_unique<Running>(words("c", kCoarse, {"-q"}), there_);
    }
    {
      const Environment of_second = rank(1, 2);
      b = std::make_unique<Running>(words("c", kCoarse, {"-q"}), there_);
    }
    second = b->wait(), first = a->wait();
  }
  EXPECT_EQ(first.code, 0) << first.all();
  EXPECT_EQ(second.code, 0) << second.all();
  EXPECT_NE(first.out.find("unit  body"), std::string::npos);
  EXPECT_EQ(second.out, "") << "only rank 0 speaks";
  EXPECT_TRUE(content("c") == content("whole"));
}

TEST_F(Bake, TheUnitOfARankThatDiesIsDoneByTheOther) {
  ASSERT_EQ(bake("whole", {"-q"}, kMedium).code, 0);
  std::unique_ptr<Running> dying, other;
  {
    const Environment of_second = rank(1, 2);
    dying = std::make_unique<Running>(words("c", kMedium, {"-q"}), there_);
  }
  // Held fast with its claim, while the other does the rest and waits for it.
  ASSERT_TRUE(soon([&] { return files("c", ".claim") == 1; }));
  dying->send(SIGSTOP);
  ASSERT_EQ(files("c", ".pulses"), 0u);
  {
    const Environment of_first = rank(0, 2);
    other = std::make_unique<Running>(words("c", kMedium, {"-q"}), there_);
  }
  ASSERT_TRUE(soon([&] { return files("c", ".pulses") == 1; }));
  ::usleep(300'000);
  EXPECT_EQ(files("c", ".pulses"), 1u) << "a living process lost its unit";
  dying->send(SIGKILL);
  EXPECT_EQ(dying->wait().signal, SIGKILL);
  const Outcome outcome = other->wait();
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(outcome.err.find(" ended while it worked on it; it is computed again"),
            std::string::npos)
      << outcome.err;
  EXPECT_TRUE(content("c") == content("whole"));
}

// As users call it, where Open MPI is installed.
TEST_F(Bake, UnderMpirun) {
  if (std::system("mpirun --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no mpirun";
  ASSERT_EQ(bake("whole", {"-q"}).code, 0);
  const Environment root(
      {{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}});
  const std::string command =
      "cd '" + folder_.path().string() + "' && mpirun --oversubscribe -n 2 '" + program_path() +
      "' bake scene.json -q --cache c --cell " + kCoarse + " > said 2>&1 < /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_bytes(folder_ / "said");
  EXPECT_TRUE(content("c") == content("whole")) << read_bytes(folder_ / "said");
}

}  // namespace
}  // namespace peal::test
