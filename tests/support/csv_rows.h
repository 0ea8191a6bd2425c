// Rows of a reference table in tests/data: numbers by column name. Text reads as NaN.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace peal {

struct CsvRow {
  std::map<std::string, std::string> cells;
  double operator[](const std::string& column) const {
    const auto cell = cells.find(column);
    if (cell == cells.end()) {
      ADD_FAILURE() << "no column " << column;
      return NAN;
    }
    char* end = nullptr;
    const double value = std::strtod(cell->second.c_str(), &end);
    return end == cell->second.c_str() ? NAN : value;
  }
  const std::string& text(const std::string& column) const { return cells.at(column); }
};

/// @param name below tests/data, for example "wave/table61.csv". Cells in quotes may hold commas;
/// lines before the columns' names may be comments, #.
inline std::vector<CsvRow> csv_rows(const std::string& name) {
  std::ifstream file(PEAL_TEST_DATA "/" + name);
  EXPECT_TRUE(file) << name;
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        cells.emplace_back();
      else if (c != '\r')
        cells.back() += c;
    }
    return cells;
  };
  std::string line;
  while (std::getline(file, line) && line.starts_with('#')) {
  }
  const auto columns = split(line);
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const auto cells = split(line);
    rows.emplace_back();
    for (std::size_t i = 0; i < columns.size() && i < cells.size(); ++i)
      rows.back().cells[columns[i]] = cells[i];
  }
  return rows;
}

}  // namespace peal
