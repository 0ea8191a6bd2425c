// The program as `make install` leaves it: it finds its files by its own place, also after the
// whole installation was moved, and needs nothing of the source tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.h"

namespace peal::test {
namespace {

namespace fs = std::filesystem;

/// Runs what is installed below a folder, from that folder.
class Installation {
 public:
  Installation() {
    const fs::path build = fs::path(PEAL_PROGRAM).parent_path() / "../..";
    // Installed once and moved: no path of the first place may be left.
    const std::string log = folder_ / "install.log";
    const std::string line = fmt::format("cmake --install '{}' --prefix '{}' > '{}' 2>&1",
                                         build.string(), (folder_ / "first").string(), log);
    EXPECT_EQ(std::system(line.c_str()), 0) << read_bytes(log);
    fs::rename(folder_ / "first", prefix());
    ::setenv("PEAL_PROGRAM", (prefix() / "bin/peal").c_str(), 1);
  }
  ~Installation() { ::unsetenv("PEAL_PROGRAM"); }

  fs::path prefix() const { return folder_ / "moved"; }
  const Folder& folder() const { return folder_; }
  Outcome peal(const std::vector<std::string>& arguments, int code = 0) const {
    RunOptions there;
    there.folder = folder_.path();
    const Outcome outcome = run(arguments, there);
    EXPECT_EQ(outcome.code, code) << outcome.all();
    return outcome;
  }

 private:
  Folder folder_;
};

TEST(Installed, FindsItsScenesAfterItWasMoved) {
  const Installation installed;
  const std::string scenes = (installed.prefix() / "share/peal/scenes").string();
  const std::string list = installed.peal({"scenes"}).out;
  EXPECT_NE(list.find("\nchadwick2012/mugs "), std::string::npos) << list;
  EXPECT_TRUE(installed.peal({"scenes", "door"}).out.starts_with(scenes + "/door.json\n"));
  installed.peal({"render", "door", "-q", "--no-pictures", "--quality", "draft"});
  EXPECT_GT(fs::file_size(installed.folder() / "out/door/main.wav"), 100000u);
  // Nothing was written where the program is.
  EXPECT_EQ(names_in(installed.prefix() / "share/peal/scenes"),
            names_in(PEAL_SOURCE_DIR "/scenes"));
}

TEST(Installed, ReproduceFindsTheScenesOfTheStudyOrSaysWhatIsMissing) {
  const Installation installed;
  const std::vector<std::string> table2{"reproduce", "chadwick2012", "--only", "table2", "-q"};
  installed.peal(table2);
  const std::string table =
      read_bytes(installed.folder() / "out/reproduce-chadwick2012/table2.csv");
  EXPECT_EQ(table.find("is not there"), std::string::npos) << table;
  EXPECT_NE(table.find("no recorded motion: --scenes simulates it"), std::string::npos) << table;
  fs::remove_all(installed.prefix() / "share/peal/scenes");
  const Outcome without = installed.peal(table2);
  EXPECT_NE(without.err.find("warning: table2: the scenes that come with Peal are neither in " +
                             (installed.prefix() / "share/peal/scenes").string()),
            std::string::npos)
      << without.all();
  EXPECT_NE(without.err.find("--scene-folder names another place"), std::string::npos);
  EXPECT_NE(installed.peal({"scenes"}, 1).err.find("make install"), std::string::npos);
}

}  // namespace
}  // namespace peal::test
