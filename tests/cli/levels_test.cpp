// docs/levels.md: three of its rows rendered again by the script that wrote it, and what no row may
// say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>

#include "program.h"

namespace peal::test {
namespace {

struct Level {
  double peak, laeq, efficiency;  // [dB], [dB], 1
};

std::string printed_by(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 256> part;
  while (pipe && std::fgets(part.data(), part.size(), pipe)) out += part.data();
  EXPECT_TRUE(pipe && pclose(pipe) == 0) << command;
  return out;
}

/// By event: name: peak, LAeq, efficiency.
std::map<std::string, Level> page_rows() {
  std::ifstream file(PEAL_SOURCE_DIR "/docs/levels.md");
  std::map<std::string, Level> out;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| ") || line.starts_with("| event")) continue;
    const std::size_t end = line.find(" | ");
    Level level{};
    double energy = 0;
    EXPECT_EQ(std::sscanf(line.c_str() + end, " | %lf | %lf | %lf | %lf", &level.peak, &level.laeq,
                          &energy, &level.efficiency),
              4)
        << line;
    out[line.substr(2, end - 2)] = level;
  }
  return out;
}

TEST(LevelsPage, SaysWhatIsRendered) {
  const auto page = page_rows();
  ASSERT_GE(page.size(), 16u);
  for (const auto& [event, level] : page) {
    EXPECT_GT(level.efficiency, 1e-6) << event;
    EXPECT_LT(level.efficiency, 0.5) << event;
    EXPECT_GT(level.peak, level.laeq) << event;
  }
  const Folder folder;
  const std::pair<const char*, const char*> again[] = {
      {"ball_concrete", "steel ball of 10 mm, 1 m/s, concrete floor"},
      {"ball_boards", "steel ball of 10 mm, 1 m/s, oak boards of 20 mm without end"},
      {"marble_stone", "glass marble of 16 mm, dropped 20 cm, granite floor"}};
  for (const auto& [name, event] : again) {
    ASSERT_TRUE(page.contains(event)) << event;
    const std::string said =
        printed_by(fmt::format("PEAL_CACHE='{}' python3 '{}/scripts/write-levels' '{}' {}",
                               (folder / "cache").string(), PEAL_SOURCE_DIR, program_path(), name));
    Level got{};
    double energy = 0;
    const std::size_t colon = said.find(": peak");
    ASSERT_NE(colon, std::string::npos) << said;
    ASSERT_EQ(std::sscanf(said.c_str() + colon, ": peak %lf dB, LAeq %lf dB, %lf J, efficiency %lf",
                          &got.peak, &got.laeq, &energy, &got.efficiency),
              4)
        << said;
    EXPECT_NEAR(got.peak, page.at(event).peak, 0.15) << event;
    EXPECT_NEAR(got.laeq, page.at(event).laeq, 0.15) << event;
    EXPECT_NEAR(got.efficiency / page.at(event).efficiency, 1, 0.06) << event;
  }
}

}  // namespace
}  // namespace peal::test
