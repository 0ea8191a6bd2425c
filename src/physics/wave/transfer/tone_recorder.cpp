#include "physics/wave/transfer/tone_recorder.h"

#include <algorithm>
#include <cmath>

namespace peal {

ToneRecorder::ToneRecorder(std::span<const std::size_t> cells, std::vector<double> omegas,
                           double interval, std::size_t window)
    : cells_(cells),
      omegas_(std::move(omegas)),
      interval_(interval),
      window_(std::max<std::size_t>(1, window)),
      values_(cells.size()),
      sums_(2 * omegas_.size() * cells.size()),
      power_(window_) {}

void ToneRecorder::record(const float* pressure, double time) {
  // The absorbing layer keeps a trace of constant pressure, which is no sound: changes are counted.
  double square = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const double p = pressure[cells_[i]], change = p - values_[i];
    square += change * change;
    values_[i] = p;
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
    double* re = sums_.data() + 2 * tone * n();
    double* im = re + n();
    const double c = turn.real(), s = turn.imag();
    for (std::size_t i = 0; i < values_.size(); ++i) re[i] += c * values_[i];
    for (std::size_t i = 0; i < values_.size(); ++i) im[i] += s * values_[i];
  }
}

double ToneRecorder::tail() const { return strongest_ > 0 ? std::max(last_, 0.0) / strongest_ : 0; }

bool ToneRecorder::finite() const { return std::isfinite(last_); }

}  // namespace peal
