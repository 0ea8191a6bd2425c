// peal reproduce: the study of Chadwick, Zheng & James 2012, in parts small enough for a test.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "program.h"

namespace peal::test {
namespace {

std::vector<std::vector<double>> numbers_of(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  const std::vector<std::string> lines = lines_of(csv);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    rows.emplace_back();
    std::stringstream line(lines[i]);
    for (std::string cell; std::getline(line, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

}  // namespace

TEST(ReproduceCommand, ListsWhatCanBeRepeated) {
  const Outcome listed = run({"reproduce"});
  EXPECT_EQ(listed.code, 0) << listed.all();
  for (const char* word : {"chadwick2012", "table1", "table2", "fig4", "fig5", "fig8", "fig9"})
    EXPECT_NE(listed.out.find(word), std::string::npos) << word;
}

TEST(ReproduceCommand, UnknownStudiesAndPartsAreSentences) {
  EXPECT_EQ(run({"reproduce", "chadwick2013"}).code, 2);
  const Outcome outcome = run({"reproduce", "chadwick2012", "--only", "fig7"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no part 'fig7'"), std::string::npos) << outcome.all();
}

// Fig. 5: the sound arrives after its travel time and lasts many times longer than the pulse.
TEST(ReproduceCommand, BowlRingsLongerThanItsPulse) {
  const Folder folder;
  const Outcome outcome = run({"reproduce", "chadwick2012", "--quick", "--only", "fig5", "-q", "-o",
                               (folder / "study").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(names_in(folder / "study"),
            (std::vector<std::string>{"fig5.csv", "fig5.png", "fig5.svg", "summary.md"}));
  double pulse_energy = 0, early = 0, heard = 0, late = 0;  // early: before it can arrive from R
  for (const auto& row : numbers_of(read_bytes(folder / "study" / "fig5.csv"))) {
    ASSERT_EQ(row.size(), 3u);
    const double t = row[0], power = row[2] * row[2];
    if (std::abs(t) > 0.05) pulse_energy += std::abs(row[1]);
    (t < 0.13 ? early : heard) += power;
    if (t > 1.0) late += power;  // ten times the length of the pulse
  }
  EXPECT_EQ(pulse_energy, 0);
  EXPECT_LT(early, 1e-4 * heard);
  EXPECT_GT(late, 0.02 * heard);
  EXPECT_LT(late, 0.5 * heard);
  const std::string summary = read_bytes(folder / "study" / "summary.md");
  for (const char* words : {"meshes are not published", "--quick", "4h = 0.097 ms"})
    EXPECT_NE(summary.find(words), std::string::npos) << words;
}

}  // namespace peal::test
