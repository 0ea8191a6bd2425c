#include "tools/studies/study_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/fft.h"
#include "base/files/atomic_file.h"

namespace peal {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

template <class Cell>
std::string joined(const std::vector<std::string>& cells, const char* between, const Cell& cell) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? between : "") + cell(cells[i]);
  return out;
}

}  // namespace

std::string StudyTable::csv() const {
  std::string out = joined(columns, ",", quoted) + "\n";
  for (const auto& row : rows) out += joined(row, ",", quoted) + "\n";
  return out;
}

std::string StudyTable::markdown() const {
  const auto same = [](const std::string& text) { return text; };
  std::string out = "| " + joined(columns, " | ", same) + " |\n|";
  for (std::size_t i = 0; i < columns.size(); ++i) out += "---|";
  out += "\n";
  for (const auto& row : rows) out += "| " + joined(row, " | ", same) + " |\n";
  return out;
}

void write_number_csv(const std::filesystem::path& path, const std::vector<NumberColumn>& columns) {
  std::string out;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out += (i > 0 ? "," : "") + quoted(columns[i].name);
    longest = std::max(longest, columns[i].values.size());
  }
  out += "\n";
  for (std::size_t n = 0; n < longest; ++n) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) out += ",";
      if (n < columns[i].values.size()) out += fmt::format("{:.7g}", columns[i].values[n]);
    }
    out += "\n";
  }
  write_file_atomically(path, out);
}

double relative_l2(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, whole = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    whole += b[i] * b[i];
  }
  return whole > 0 ? std::sqrt(difference / whole) : difference > 0 ? INFINITY : 0;
}

double relative_l2_below(double frequency, double step, const std::vector<double>& a,
                         const std::vector<double>& b) {
  const RealFft fft(fft_length(2 * std::max({a.size(), b.size(), std::size_t(1)})));
  const auto spectrum = [&](std::vector<double> signal) {
    signal.resize(fft.length());
    std::vector<std::complex<double>> bins(fft.bins());
    fft.forward(signal, bins);
    return bins;
  };
  const auto left = spectrum(a), right = spectrum(b);
  double difference = 0, whole = 0;
  for (std::size_t j = 0; j < left.size(); ++j) {
    if (static_cast<double>(j) > frequency * step * static_cast<double>(fft.length())) break;
    difference += std::norm(left[j] - right[j]);
    whole += std::norm(right[j]);
  }
  return whole > 0 ? std::sqrt(difference / whole) : difference > 0 ? INFINITY : 0;
}

}  // namespace peal
