// A table of a study: named columns and rows of text, as CSV and as Markdown.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

struct StudyTable {
  std::vector<std::string> columns;            // with units in brackets
  std::vector<std::vector<std::string>> rows;  // as long as the columns

  std::string csv() const;
  std::string markdown() const;
};

/// Columns of numbers, one line per index; shorter columns end in empty fields. Atomic.
struct NumberColumn {
  std::string name;
  std::vector<double> values;
};
void write_number_csv(const std::filesystem::path& path, const std::vector<NumberColumn>& columns);

/// |a - b| / |b| over samples in both.
double relative_l2(const std::vector<double>& a, const std::vector<double>& b);
/// The same of their spectra below a frequency [Hz]; samples are `step` [s] apart.
double relative_l2_below(double frequency, double step, const std::vector<double>& a,
                         const std::vector<double>& b);

}  // namespace peal
