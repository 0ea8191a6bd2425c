// Lists of folders that are larger than a list may be.
#include "tools/server/file_tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace peal {
namespace {

struct ListedFolder : testing::Test {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("peal_file_tree_" + std::to_string(::getpid()));
  ListedFolder() { std::filesystem::create_directories(path); }
  ~ListedFolder() override { std::filesystem::remove_all(path); }
  void write(const std::string& name) const { std::ofstream(path / name) << "1"; }
  std::vector<std::string> list(std::size_t limit, bool& truncated) const {
    std::vector<std::string> names;
    for (const FileEntry& entry : FileTree(path).list(limit, truncated))
      names.push_back(entry.name);
    return names;
  }
};

TEST_F(ListedFolder, HasWhatAViewerReadsBeforeTheRest) {
  for (int i = 0; i < 300; ++i) write("frame_" + std::to_string(i) + ".png");
  for (const char* name : {"report.json", "motion.glb", "events.csv", "main.wav"}) write(name);
  bool truncated = false;
  const auto names = list(10, truncated);
  EXPECT_TRUE(truncated);
  EXPECT_EQ(names.size(), 10u);
  for (const char* name : {"report.json", "motion.glb", "events.csv", "main.wav"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  EXPECT_EQ(list(304, truncated).size(), 304u);
  EXPECT_FALSE(truncated);
}

TEST_F(ListedFolder, LeavesOutWhatCannotBeAskedFor) {
  for (const char* name : {"main.wav", ".hidden.wav", "bell\x07.wav", "a\\b.wav"}) write(name);
  bool truncated = false;
  EXPECT_EQ(list(10, truncated), std::vector<std::string>{"main.wav"});
  EXPECT_FALSE(truncated);
}

}  // namespace
}  // namespace peal
