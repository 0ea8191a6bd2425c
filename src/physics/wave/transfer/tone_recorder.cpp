#include "physics/wave/transfer/tone_recorder.h"

#include <algorithm>
#include <cmath>

extern "C" void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                            const double* a, int lda, const double* b, int ldb, double beta,
                            double* c, int ldc);
extern "C" void openblas_set_num_threads(int threads);

namespace peal {
namespace {

constexpr int kByRows = 101, kAsTheyAre = 111;

}  // namespace

ToneRecorder::ToneRecorder(std::span<const std::size_t> cells, std::vector<double> omegas,
                           double interval, std::size_t window)
    : cells_(cells),
      omegas_(std::move(omegas)),
      interval_(interval),
      window_(std::max<std::size_t>(1, window)),
      values_(kKept * cells.size()),
      turns_(2 * omegas_.size() * kKept),
      sums_(2 * omegas_.size() * cells.size()),
      power_(window_) {
  openblas_set_num_threads(1);  // BLAS threads would change bits
}

void ToneRecorder::record(const float* pressure, double time) {
  // The absorbing layer keeps a trace of constant pressure, which is no sound: changes are counted.
  if (kept_ == kKept) finish();
  double square = 0;
  const double* before = values_.data() + before_ * n();
  double* values = values_.data() + kept_ * n();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const double p = pressure[cells_[i]], change = p - before[i];
    square += change * change;
    values[i] = p;
  }
  last_ += square - power_[samples_ % window_];
  power_[samples_ % window_] = square;
  if (++samples_ % window_ == 0) {
    last_ = 0;  // summed afresh: running sums keep the rounding of what was loud
    for (const double p : power_) last_ += p;
  }
  strongest_ = std::max(strongest_, last_);
  for (std::size_t tone = 0; tone < omegas_.size(); ++tone) {
    const std::complex<double> turn = std::polar(interval_, omegas_[tone] * time);
    turns_[2 * tone * kKept + kept_] = turn.real();
    turns_[(2 * tone + 1) * kKept + kept_] = turn.imag();
  }
  before_ = kept_++;
}

// Sums are read and written once for all samples that were kept.
void ToneRecorder::finish() {
  if (kept_ > 0 && n() > 0 && !omegas_.empty()) {
    const auto cells = static_cast<int>(n());
    cblas_dgemm(kByRows, kAsTheyAre, kAsTheyAre, static_cast<int>(2 * omegas_.size()), cells,
                static_cast<int>(kept_), 1, turns_.data(), static_cast<int>(kKept), values_.data(),
                cells, 1, sums_.data(), cells);
  }
  kept_ = 0;
}

double ToneRecorder::tail() const { return strongest_ > 0 ? std::max(last_, 0.0) / strongest_ : 0; }

bool ToneRecorder::finite() const { return std::isfinite(last_); }

}  // namespace peal
