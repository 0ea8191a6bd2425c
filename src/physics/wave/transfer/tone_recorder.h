// Listens to the tones of one field in some cells while the wave equation is stepped: the Fourier
// transform of the pressure at each tone, cell by cell, and how much is still to come.
//   P(omega) = sum p(t_n) e^{i omega t_n} dt
#pragma once
#include <complex>
#include <span>
#include <vector>

namespace peal {

class ToneRecorder {
 public:
  /// @param omegas of the tones [rad/s], @param interval [s] between samples, @param window
  /// [samples] over which power is averaged to see whether the sound has died out.
  /// @param cells places in the field; must outlive the recorder.
  ToneRecorder(std::span<const std::size_t> cells, std::vector<double> omegas, double interval,
               std::size_t window);

  void record(const float* pressure, double time);
  /// After the last record(): the sums below have all that was heard.
  void finish();

  /// Mean power of the last window over that of the strongest window.
  double tail() const;
  bool finite() const;
  /// In all cells [Pa s], after finish().
  std::span<const double> real(std::size_t tone) const {
    return {sums_.data() + 2 * tone * n(), n()};
  }
  std::span<const double> imaginary(std::size_t tone) const {
    return {sums_.data() + (2 * tone + 1) * n(), n()};
  }

 private:
  std::size_t n() const { return cells_.size(); }
  /// Samples that are kept until the tones are summed over them all at once.
  static constexpr std::size_t kKept = 16;

  std::span<const std::size_t> cells_;
  std::vector<double> omegas_;
  double interval_;
  std::size_t window_, samples_ = 0;
  std::vector<double> values_;  // kKept rows, one per sample
  std::vector<double> turns_;   // rows of cos and sin times the interval per tone, kKept columns
  std::size_t kept_ = 0, before_ = 0;  // rows in use; the row of the sample before
  std::vector<double> sums_, power_;
  double strongest_ = 0, last_ = 0;
};

}  // namespace peal
