// Exit codes, help texts and what the program says about a wrong command line.
#include <gtest/gtest.h>

#include <regex>

#include "program.h"

namespace peal::test {
namespace {

const std::vector<std::string> kCommands{"render",  "simulate",  "bake",      "field",    "compare",
                                         "import",  "check",     "modes",     "inspect",  "schema",
                                         "shatter", "reproduce", "materials", "transfer", "pack",
                                         "studio",  "view",      "scenes",    "section"};

TEST(CommandLine, HelpTeaches) {
  const Outcome all = run({"--help"});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(all.err, "");
  for (const std::string& command : kCommands)
    EXPECT_NE(all.out.find(command), std::string::npos) << command;
  for (const char* lesson : {"peal render drop", "peal scenes", "peal check", "peal schema", "130"})
    EXPECT_NE(all.out.find(lesson), std::string::npos) << lesson;
  EXPECT_EQ(run({"-h"}).out, all.out);
}

/// Names of all options and flags as apps/cli/*.cpp declares them.
std::vector<std::string> declared_options() {
  std::vector<std::string> names;
  const std::regex declaration(R"re(add_(?:option|flag)\(\s*"([^"]+)")re");
  for (const std::string& file : names_in(PEAL_SOURCE_DIR "/apps/cli")) {
    if (!file.ends_with(".cpp")) continue;
    const std::string text = read_bytes(std::filesystem::path(PEAL_SOURCE_DIR "/apps/cli") / file);
    for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at)
      names.push_back((*at)[1]);
  }
  return names;
}

TEST(CommandLine, EveryOptionIsExplained) {
  std::string help;
  for (const std::string& command : kCommands) {
    const Outcome outcome = run({command, "--help"});
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    help += outcome.out;
  }
  const std::vector<std::string> names = declared_options();
  ASSERT_GE(names.size(), 7u);
  for (const std::string& name : names) {
    const std::regex line("\n  " + name + "[ :].*[a-z]{4}");
    const std::regex two_lines("\n  " + name + "[ :][^\n]*\n {10,}[a-z]{3}");
    EXPECT_TRUE(std::regex_search(help, line) || std::regex_search(help, two_lines)) << name;
  }
}

TEST(CommandLine, VersionIsANumber) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(std::regex_match(outcome.out, std::regex(R"(peal \d+\.\d+\.\d+\n)"))) << outcome.out;
}

TEST(CommandLine, MistakesGetCodeTwoAndAWayOut) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{},
       "peal: expected a command: render, simulate, bake, pack, field, compare, import, check, "
       "scenes, modes, "
       "transfer, section, inspect, schema, materials, shatter, reproduce, studio, view; `peal "
       "--help` "
       "explains "
       "the commands\n"},
      {{"rendr", "a.json"},
       "peal: there is no command 'rendr'; did you mean 'render'?; `peal --help` explains the "
       "commands\n"},
      {{"--quiet"},
       "peal: there is no option '--quiet'; known: --help, --version; `peal --help` explains the "
       "commands\n"},
      {{"scenes/drop.json"},
       "peal: expected a command before 'scenes/drop.json'; to hear it: peal render "
       "scenes/drop.json\n"},
      {{"help"}, "peal: `peal --help` explains the commands\n"},
      {{"render"}, "peal: render: scene is required\n`peal render --help` lists what it takes\n"},
      {{"check"}, "peal: check: scenes is required\n`peal check --help` lists what it takes\n"},
      {{"render", "a.json", "--blok", "1"},
       "peal: render: there is no option '--blok'; did you mean '--block'?\n`peal render --help` "
       "lists what it takes\n"},
      {{"schema", "a.json"},
       "peal: schema: The following argument was not expected: a.json\n`peal schema --help` lists "
       "what it takes\n"},
      {{"render", "a.json", "-j", "0"},
       "peal: render: --threads: Value 0 not in range 1 to 1024\n`peal render --help` lists what "
       "it "
       "takes\n"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.all();
    EXPECT_EQ(outcome.err, message);
    EXPECT_EQ(outcome.out, "");
  }
  for (const char* number : {"x", "nan", "-1", "0", "1e9", ""})
    EXPECT_EQ(run({"render", "a.json", "--block", number}).code, 2) << number;
}

TEST(CommandLine, AFullDiskBehindStandardOutputIsAnError) {
  RunOptions full;
  full.stdout_file = "/dev/full";
  const std::string scene = PEAL_SOURCE_DIR "/scenes/drop.json";
  for (const auto& arguments :
       {std::vector<std::string>{"schema"}, {"schema", "--reference"}, {"check", scene}}) {
    const Outcome outcome = run(arguments, full);
    EXPECT_EQ(outcome.code, 1) << arguments.front();
    EXPECT_NE(outcome.err.find("No space left"), std::string::npos) << outcome.err;
  }
}

TEST(CommandLine, NobodyNeedReadItsMessages) {
  const std::string peal = "'" PEAL_PROGRAM "' ";
  for (const char* stream : {"2>&-", "2>/dev/full", ">&- 2>&-"})
    EXPECT_EQ(WEXITSTATUS(std::system((peal + "render nowhere.json " + stream).c_str())), 1)
        << stream;
  EXPECT_EQ(WEXITSTATUS(std::system((peal + "--port >&- 2>&-").c_str())), 2);
  EXPECT_EQ(WEXITSTATUS(std::system((peal + "schema >&- 2>&-").c_str())), 1);
}

}  // namespace
}  // namespace peal::test
