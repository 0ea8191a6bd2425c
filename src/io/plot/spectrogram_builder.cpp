#include "io/plot/spectrogram_builder.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr double kWindowSeconds = 0.0465;
constexpr int kShortestWindow = 32, kSmallestTransform = 1024;
constexpr int kLongestWindow = 1 << 20;
// [dB] loss of a Hann window a quarter bin beside a tone: the transform is twice the window.
constexpr double kLargestScallop = 0.36;

std::vector<double> row_edges(const AnalysisOptions& options, double high) {
  std::vector<double> edges;
  const double low = options.min_hz;
  for (int r = 0; r <= options.rows; ++r) {
    const double u = static_cast<double>(r) / options.rows;
    edges.push_back(options.log_frequency ? low * std::pow(high / low, u) : low + (high - low) * u);
  }
  return edges;
}

}  // namespace

int default_window(double rate, std::int64_t frames) {
  int window = kShortestWindow;
  while (2 * window <= rate * kWindowSeconds && 4 * static_cast<std::int64_t>(window) <= frames)
    window *= 2;
  return window;
}

SpectrogramBuilder::SpectrogramBuilder(double rate, std::int64_t frames, std::size_t tracks,
                                       const AnalysisOptions& options)
    : rate_(rate),
      frames_per_column_(static_cast<double>(frames) / options.columns),
      window_(options.window > 0 ? options.window : default_window(rate, frames)),
      recent_(tracks) {
  const double high = options.max_hz > 0 ? options.max_hz : rate / 2;
  if (!(high > options.min_hz) || high > rate / 2 || options.min_hz < 0 ||
      (options.log_frequency && options.min_hz == 0))
    fail("spectrogram from {} Hz to {} Hz: expected 0 < start < end <= {} Hz", options.min_hz, high,
         rate / 2);
  if (window_ < 4 || window_ > kLongestWindow || window_ % 2 != 0)
    fail("spectrogram window of {} frames: expected an even number from 4 to {}", window_,
         kLongestWindow);
  size_ = kSmallestTransform;
  while (size_ < 2 * window_) size_ *= 2;
  const double hop = window_ / 3.0;  // the squares of overlapping Hann windows add up evenly
  windows_per_column_ =
      std::max<std::int64_t>(1, std::llround(std::ceil(frames_per_column_ / hop)));

  shape_.resize(static_cast<std::size_t>(window_));
  double sum = 0, squares = 0;
  for (int i = 0; i < window_; ++i) {
    const double w = 0.5 - 0.5 * std::cos(2 * kPi * (i + 0.5) / window_);
    sum += w, squares += w * w;
    shape_[static_cast<std::size_t>(i)] = w;
  }
  // A tone of amplitude A has |X| = A sum / 2 in its bin and the mean square A^2 / 2.
  for (double& w : shape_) w *= std::sqrt(2.0) / sum;

  fft_.emplace(static_cast<std::size_t>(size_));
  input_.assign(fft_->length(), 0);
  output_.resize(fft_->bins());
  power_.resize(output_.size());
  decibels_.resize(output_.size());
  first_ = -window_ / 2;
  for (auto& track : recent_) track.assign(static_cast<std::size_t>(window_ / 2), 0.0f);

  result_.columns = options.columns;
  result_.rows = options.rows;
  result_.edges = row_edges(options, high);
  result_.bandwidth = rate * squares / (sum * sum);
  result_.level.assign(
      static_cast<std::size_t>(options.columns) * static_cast<std::size_t>(options.rows),
      kSilenceLevel);
}

std::int64_t SpectrogramBuilder::window_start() const {
  const double part =
      (static_cast<double>(in_column_) + 0.5) / static_cast<double>(windows_per_column_);
  return std::llround(std::floor((column_ + part) * frames_per_column_)) - window_ / 2;
}

void SpectrogramBuilder::push(std::span<const std::vector<float>> pieces) {
  for (std::size_t t = 0; t < recent_.size(); ++t)
    recent_[t].insert(recent_[t].end(), pieces[t].begin(), pieces[t].end());
  analyse_ready_windows();
}

void SpectrogramBuilder::analyse_ready_windows() {
  const auto held = static_cast<std::int64_t>(recent_[0].size());
  while (column_ < result_.columns && window_start() + window_ <= first_ + held) {
    add_window(static_cast<std::size_t>(window_start() - first_));
    if (++in_column_ == windows_per_column_) finish_column();
  }
  const std::int64_t needless = std::min(held, window_start() - first_);
  if (needless <= 0) return;
  for (auto& track : recent_) track.erase(track.begin(), track.begin() + needless);
  first_ += needless;
}

void SpectrogramBuilder::add_window(std::size_t offset) {
  for (const auto& track : recent_) {
    const float* source = track.data() + offset;
    bool silent = true;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
      input_[i] = source[i] * shape_[i];
      silent = silent && source[i] == 0;
    }
    if (silent) continue;
    fft_->forward(input_, output_);
    for (std::size_t b = 0; b < power_.size(); ++b) power_[b] += std::norm(output_[b]);
  }
}

void SpectrogramBuilder::finish_column() {
  const double count =
      static_cast<double>(windows_per_column_) * static_cast<double>(recent_.size());
  const double scale = 1 / (count * kReferencePressure * kReferencePressure);
  for (std::size_t b = 0; b < power_.size(); ++b) {
    const double level = power_[b] > 0 ? 10 * std::log10(power_[b] * scale) : kSilenceLevel;
    decibels_[b] = std::max(kSilenceLevel, static_cast<float>(level));
    power_[b] = 0;
  }
  for (int r = 0; r < result_.rows; ++r)
    result_.level[static_cast<std::size_t>(r) * static_cast<std::size_t>(result_.columns) +
                  static_cast<std::size_t>(column_)] =
        row_level(result_.edges[static_cast<std::size_t>(r)],
                  result_.edges[static_cast<std::size_t>(r) + 1]);
  ++column_;
  in_column_ = 0;
}

double SpectrogramBuilder::level_at(double bin) const {
  const int last = static_cast<int>(decibels_.size()) - 1;
  const int left = std::clamp(static_cast<int>(std::floor(bin)), 0, last - 1);
  const double u = std::clamp(bin - left, 0.0, 1.0);
  return (1 - u) * decibels_[left] + u * decibels_[left + 1];
}

// Between the bins around a spectral line its level is the top of the parabola through them [dB],
// the main lobe of Hann being close to one.
float SpectrogramBuilder::row_level(double low_hz, double high_hz) const {
  const double to_bin = size_ / rate_, low = low_hz * to_bin, high = high_hz * to_bin;
  double level = level_at(0.5 * (low + high));
  const int last = static_cast<int>(decibels_.size()) - 2;
  const int from = std::max(1, static_cast<int>(std::floor(low)));
  const int to = std::min(last, static_cast<int>(std::ceil(high)));
  for (int b = from; b <= to; ++b) {
    const double left = decibels_[b - 1], mid = decibels_[b], right = decibels_[b + 1];
    if (b >= low && b <= high) level = std::max(level, mid);
    if (!(mid > left && mid >= right)) continue;
    const double bend = 2 * mid - left - right, top = b + 0.5 * (right - left) / bend;
    const double rise = std::min(kLargestScallop, (right - left) * (right - left) / (8 * bend));
    if (top >= low && top <= high) level = std::max(level, mid + rise);
  }
  return std::max(kSilenceLevel, static_cast<float>(level));
}

Spectrogram SpectrogramBuilder::finish() {
  for (auto& track : recent_) track.resize(track.size() + static_cast<std::size_t>(window_), 0.0f);
  analyse_ready_windows();
  if (column_ != result_.columns)
    fail("the sound ended before column {} of {} of its spectrogram", column_, result_.columns);
  return std::move(result_);
}

}  // namespace peal
