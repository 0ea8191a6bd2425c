// `peal pack`: a bank of a scene, what it says about it, and that it is whole or not there.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

Json pack_scene() {
  Json scene = struck_scene();
  scene["quality"] = "draft";
  scene["objects"].push_back(Json::parse(R"({"name": "ball", "sound": "none", "material": "steel",
      "shape": {"kind": "sphere", "radius": 0.01}, "position": [0, 1, 0]})"));
  scene["sources"].push_back({{"kind", "click"}});
  return scene;
}

}  // namespace

TEST(Pack, WritesOneBankOfAllBodies) {
  const Folder folder;
  const std::string scene = folder.file("s.json", pack_scene().dump());
  const Outcome one = run({"pack", scene, "-o", (folder / "a.pealbank").string(), "-q"});
  ASSERT_EQ(one.code, 0) << one.all();
  const std::string bytes = read_bytes(folder / "a.pealbank");
  ASSERT_GT(bytes.size(), 10000u);
  EXPECT_EQ(bytes.substr(0, 8), "PEALBANK");
  EXPECT_NE(one.out.find("2 bodies for 3 objects"), std::string::npos) << one.out;
  EXPECT_NE(one.err.find("approximate radiation"), std::string::npos) << one.err;
  // Any number of threads, with and without the cache: the same bytes.
  const Outcome two =
      run({"pack", scene, "-o", (folder / "b.pealbank").string(), "-j", "1", "--no-cache", "-q"});
  ASSERT_EQ(two.code, 0) << two.all();
  EXPECT_EQ(read_bytes(folder / "b.pealbank"), bytes);
}

TEST(Pack, IsAsSmallAsItIsTold) {
  const Folder folder;
  const std::string scene = folder.file("s.json", pack_scene().dump());
  const auto pack = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> words{"pack", scene, "-o", (folder / name).string(), "-q"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    return outcome;
  };
  const Outcome packed = pack("packed.pealbank", {});
  pack("exact.pealbank", {"--exact"});
  const auto size = [&](const char* name) { return read_bytes(folder / name).size(); };
  EXPECT_LT(size("packed.pealbank"), size("exact.pealbank"));
  for (const char* part : {"surface", "shapes", "transfer", "clicks"})
    EXPECT_NE(packed.out.find(part), std::string::npos) << packed.out;
  const Outcome few = pack("few.pealbank", {"--max-modes", "3"});
  EXPECT_LT(size("few.pealbank"), size("packed.pealbank"));
  EXPECT_NE(few.err.find("the quietest, are left out (--max-modes)"), std::string::npos) << few.err;
  const Outcome small = pack("small.pealbank", {"--max-size", "0.02"});
  EXPECT_NE(small.err.find("--max-size"), std::string::npos) << small.err;
  EXPECT_EQ(run({"pack", scene, "--max-size", "nan"}).code, 2);
  EXPECT_EQ(run({"pack", scene, "--max-modes", "-1"}).code, 2);
}

TEST(Pack, DryRunComputesNothing) {
  const Folder folder;
  const std::string scene = folder.file("s.json", pack_scene().dump());
  const Outcome outcome = run({"pack", scene, "-o", (folder / "a.pealbank").string(), "--dry-run"});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_NE(outcome.out.find("3 objects, 1 different bod"), std::string::npos) << outcome.out;
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"s.json"});
}

TEST(Pack, MistakesEndInASentence) {
  const Folder folder;
  const std::string scene = folder.file("s.json", pack_scene().dump());
  Outcome outcome = run({"pack", scene, "-o", (folder / "no" / "a.pealbank").string()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no/a.pealbank"), std::string::npos) << outcome.err;
  outcome = run({"pack", folder.file("t.json", tone_scene().dump())});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no objects"), std::string::npos) << outcome.err;
  EXPECT_EQ(run({"pack"}).code, 2);
  EXPECT_EQ(run({"pack", scene, "--click-mb", "nan"}).code, 2);
}

}  // namespace peal::test
