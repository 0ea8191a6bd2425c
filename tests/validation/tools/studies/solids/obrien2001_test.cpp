// Table 1 beside ours: every scene of the paper a hundred times as fast as there, sound included.
#include "tools/studies/solids/obrien2001.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "support/rendered.h"

namespace peal::obrien2001 {
namespace {

TEST(Obrien2001Slow, EverySceneIsAHundredTimesAsFastAsThePapers) {
  test::TemporaryFolder folder;
  reproduce({folder.path(), PEAL_SOURCE_DIR "/scenes/obrien2001", {"table1"}, true});
  std::ifstream in(folder.path() / "table1.csv");
  std::string row;
  std::getline(in, row);  // names of columns
  int rows = 0;
  for (; std::getline(in, row); ++rows) {
    const double faster = std::strtod(row.substr(row.rfind(',') + 1).c_str(), nullptr);
    std::printf("  %s\n", row.c_str());
    EXPECT_GT(faster, 100) << row;
  }
  EXPECT_EQ(rows, 8);
}

}  // namespace
}  // namespace peal::obrien2001
