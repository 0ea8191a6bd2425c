// Progress goes to standard error: plain lines into a log, one redrawn bar on a terminal.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

Outcome rendered(bool terminal, bool quiet) {
  const Folder folder;
  Json scene = struck_scene();
  scene["output"] = {{"level", "normalised"}};  // nothing to say about full scale
  folder.file("scene.json", scene.dump());
  RunOptions options;
  options.folder = folder.path();
  options.terminal = terminal;
  std::vector<std::string> arguments{"render", "scene.json", "-o", "out", "--no-pictures"};
  if (quiet) arguments.push_back("--quiet");
  return run(arguments, options);
}

TEST(Progress, PlainLinesInALog) {
  const Outcome log = rendered(false, false);
  ASSERT_EQ(log.code, 0) << log.all();
  const std::vector<std::string> lines = lines_of(log.err);
  ASSERT_GE(lines.size(), 4u) << log.err;
  EXPECT_EQ(lines[0], "modes: started");
  EXPECT_EQ(log.err.find('\r'), std::string::npos);
  EXPECT_EQ(log.err.find('\x1b'), std::string::npos) << "no terminal codes in a log";
  EXPECT_EQ(log.err.back(), '\n');
  EXPECT_NE(log.err.find("\nsound: started\n"), std::string::npos) << log.err;
}

TEST(Progress, ARedrawnBarOnATerminal) {
  const Outcome bar = rendered(true, false);
  ASSERT_EQ(bar.code, 0) << bar.all();
  EXPECT_NE(bar.err.find("\r\x1b[2Kmodes ["), std::string::npos) << bar.err;
  EXPECT_NE(bar.err.find("\r\x1b[2Ksound ["), std::string::npos) << bar.err;
  EXPECT_NE(bar.err.find(" %"), std::string::npos) << bar.err;
  EXPECT_EQ(bar.err.find("started"), std::string::npos) << bar.err;
  EXPECT_EQ(bar.out.find('\r'), std::string::npos) << "results stay clean";
  // What stands between two carriage returns fits the terminal.
  std::size_t widest = 0, begin = 0;
  for (std::size_t i = 0; i <= bar.err.size(); ++i)
    if (i == bar.err.size() || bar.err[i] == '\r' || bar.err[i] == '\n')
      widest = std::max(widest, i - begin), begin = i + 1;
  EXPECT_LE(widest, 80u + 8) << "columns and the codes that clear the rest of a line";
}

TEST(Progress, NoneWhenQuiet) {
  EXPECT_EQ(rendered(false, true).err, "");
  EXPECT_EQ(rendered(true, true).err, "");
}

}  // namespace
}  // namespace peal::test
