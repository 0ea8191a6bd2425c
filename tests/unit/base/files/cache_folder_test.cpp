// Where things are kept, and what happens to an entry that cannot be read.
#include "base/files/cache_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "base/files/temporary_folder.h"

namespace peal {
namespace {

class CacheFolder : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kNames) {
      const char* value = ::getenv(name);
      old_.push_back(value ? std::optional<std::string>(value) : std::nullopt);
      ::unsetenv(name);
    }
  }
  void TearDown() override {
    for (std::size_t i = 0; i < old_.size(); ++i)
      if (old_[i])
        ::setenv(kNames[i], old_[i]->c_str(), 1);
      else
        ::unsetenv(kNames[i]);
  }
  static constexpr const char* kNames[] = {"PEAL_CACHE", "XDG_CACHE_HOME", "HOME"};
  std::vector<std::optional<std::string>> old_;
};

TEST_F(CacheFolder, FollowsTheEnvironment) {
  EXPECT_EQ(user_cache_folder("a"), "");
  ::setenv("HOME", "/home/x", 1);
  EXPECT_EQ(user_cache_folder("a"), "/home/x/.cache/peal/a");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(user_cache_folder("a"), "/home/x/.cache/peal/a");
  ::setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(user_cache_folder("a"), "/xdg/peal/a");
  ::setenv("PEAL_CACHE", "mine", 1);
  EXPECT_EQ(user_cache_folder("a"), "mine/a");
  ::setenv("PEAL_CACHE", "", 1);
  EXPECT_EQ(user_cache_folder("a"), "");
}

TEST(CacheEntry, ThatCannotBeReadIsRemovedAndSaid) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "entry";
  std::ofstream(path) << "x";
  std::string said;
  const auto warn = [&](const std::string& text) { said = text; };
  EXPECT_EQ(load_cached<int>(
                path, [](const auto&) { return 7; }, warn),
            7);
  EXPECT_EQ(said, "");
  const auto bad = [](const std::filesystem::path&) -> int { fail("entry: damaged"); };
  EXPECT_EQ(load_cached<int>(path, bad, warn), std::nullopt);
  EXPECT_EQ(said, "entry: damaged; the entry is removed, it is computed again");
  EXPECT_FALSE(std::filesystem::exists(path));
  said = "";
  EXPECT_EQ(load_cached<int>(path, bad, warn), std::nullopt);
  EXPECT_EQ(said, "") << "an entry that is not there is no damage";
}

TEST(CacheEntry, IsNotRemovedByControlC) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "entry";
  std::ofstream(path) << "x";
  const auto stop = [](const std::filesystem::path&) -> int { throw Interrupted(); };
  EXPECT_THROW(load_cached<int>(path, stop), Interrupted);
  EXPECT_TRUE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace peal
