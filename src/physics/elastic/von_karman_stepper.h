// Steps of a von Karman plate in its modes, explicit and stable at any amplitude: the energy of
// stretching V = psi^2/2 is a variable of its own (scalar auxiliary variable; Ducceschi & Bilbao),
//   q+ = 2 e^-sT cos(wT) q - e^-2sT q- - T^2 g (psi+ + psi)/2 + T^2 Phi f,  g = V'/sqrt(2 V)
//   psi+ = psi + g.(q+ - q-)/2
// which is one division, no iteration. What is linear is exact. Nothing allocates after the
// construction.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

struct VonKarmanTables {
  std::span<const double> omega, sigma;  // [rad/s], [1/s] of each mode
  std::span<const double> stress;        // E h / (2 z^4)
  std::span<const double> coupling;      // [k][p][q]
};

class VonKarmanStepper {
 public:
  VonKarmanStepper(const VonKarmanTables& tables, double rate)
      : modes_(tables.omega.size()), step_(1 / rate) {
    stress_.assign(tables.stress.begin(), tables.stress.end());
    coupling_.assign(tables.coupling.begin(), tables.coupling.end());
    for (std::size_t s = 0; s < modes_; ++s) {
      const double sigma = tables.sigma.empty() ? 0 : tables.sigma[s], w = tables.omega[s];
      const double damped = std::sqrt(std::max(0.0, w * w - sigma * sigma));
      first_.push_back(2 * std::exp(-sigma * step_) * std::cos(damped * step_));
      second_.push_back(std::exp(-2 * sigma * step_));
    }
    q_.resize(modes_), before_.resize(modes_), next_.resize(modes_), slope_.resize(modes_);
    row_.resize(modes_);
  }

  /// Amplitudes now and one step ago; the stretching is taken from the latter.
  void set(std::span<const double> now, std::span<const double> before) noexcept {
    for (std::size_t s = 0; s < modes_; ++s) q_[s] = now[s], before_[s] = before[s];
    auxiliary_ = std::sqrt(2 * 0.5 * (stretching(q_) + stretching(before_)));
  }
  const std::vector<double>& amplitudes() const noexcept { return q_; }
  const std::vector<double>& earlier() const noexcept { return before_; }  // one step ago
  /// [J] stored by stretching, as the steps know it.
  double stored() const noexcept { return 0.5 * auxiliary_ * auxiliary_; }

  /// One step; `forces` [N kg^-1/2] on each mode, or none.
  void advance(std::span<const double> forces = {}) noexcept {
    const double v = stretching(q_, true);
    const double scale = v > 0 ? 1 / std::sqrt(2 * v) : 0, t2 = step_ * step_;
    double along = 0, size = 0;
    for (std::size_t s = 0; s < modes_; ++s) {
      const double g = scale * slope_[s];
      slope_[s] = g;
      next_[s] =
          first_[s] * q_[s] - second_[s] * before_[s] + (forces.empty() ? 0 : t2 * forces[s]);
      along += g * (next_[s] - before_[s]), size += g * g;
    }
    const double both = (2 * auxiliary_ + 0.5 * along) / (1 + 0.25 * t2 * size);  // psi+ + psi
    for (std::size_t s = 0; s < modes_; ++s) next_[s] -= 0.5 * t2 * slope_[s] * both;
    auxiliary_ = both - auxiliary_;
    before_.swap(q_), q_.swap(next_);
  }

 private:
  /// [J] V = 1/4 sum stress (q'Hq)^2; with `slope` its derivatives, into slope_.
  double stretching(const std::vector<double>& q, bool slope = false) noexcept {
    double sum = 0;
    if (slope)
      for (double& g : slope_) g = 0;
    for (std::size_t k = 0; k < stress_.size(); ++k) {
      const double* h = &coupling_[k * modes_ * modes_];
      double form = 0;
      for (std::size_t p = 0; p < modes_; ++p, h += modes_) {
        double x = 0;
        for (std::size_t s = 0; s < modes_; ++s) x += h[s] * q[s];
        row_[p] = x, form += x * q[p];
      }
      sum += 0.25 * stress_[k] * form * form;
      if (slope)
        for (std::size_t p = 0; p < modes_; ++p) slope_[p] += stress_[k] * form * row_[p];
    }
    return sum;
  }

  std::size_t modes_;
  double step_, auxiliary_ = 0;
  std::vector<double> stress_, coupling_, first_, second_;
  std::vector<double> q_, before_, next_, slope_, row_;
};

}  // namespace peal
