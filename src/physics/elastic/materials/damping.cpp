#include "physics/elastic/materials/damping.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {
const double kSixtyDecibels = std::log(1000.0);
}

double decay_rate(const Damping& d, double omega) {
  const double squared = omega * omega;
  return (d.alpha + d.beta * squared + d.gamma / squared) / 2;
}

double t60_from_decay(double sigma) { return kSixtyDecibels / sigma; }
double decay_from_t60(double t60) { return kSixtyDecibels / t60; }

double t60_at(const Damping& damping, double frequency) {
  return t60_from_decay(decay_rate(damping, 2 * kPi * frequency));
}

double loss_factor_at(const Damping& damping, double frequency) {
  const double omega = 2 * kPi * frequency;
  return 2 * decay_rate(damping, omega) / omega;
}

Damping fit_damping(std::span<const DecayMeasurement> measurements) {
  if (measurements.empty()) fail("fitting damping needs at least one measured T60");
  // Rows scaled by 1/(2 sigma): relative errors. Columns scaled to unit length: alpha, beta, gamma
  // differ by twenty orders of magnitude.
  const auto count = static_cast<Eigen::Index>(measurements.size());
  Eigen::MatrixXd a(count, 3);
  for (Eigen::Index r = 0; r < count; ++r) {
    const auto& [frequency, t60] = measurements[r];
    if (!(frequency > 0 && t60 > 0))
      fail("fitting damping: expected frequency > 0 Hz and T60 > 0 s, got {} Hz and {} s",
           frequency, t60);
    const double squared = std::pow(2 * kPi * frequency, 2);
    a.row(r) << 1, squared, 1 / squared;
    a.row(r) /= 2 * decay_from_t60(t60);
  }
  const Eigen::Vector3d scale = a.colwise().norm();
  for (int c = 0; c < 3; ++c) a.col(c) /= scale[c];
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(count);

  Eigen::Vector3d best = Eigen::Vector3d::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (int active = 1; active < 8; ++active) {
    Eigen::MatrixXd part(count, 0);
    std::vector<int> columns;
    for (int c = 0; c < 3; ++c)
      if (active >> c & 1) {
        columns.push_back(c);
        part.conservativeResize(Eigen::NoChange, part.cols() + 1);
        part.col(part.cols() - 1) = a.col(c);
      }
    if (part.cols() > count) continue;
    const Eigen::VectorXd x = part.colPivHouseholderQr().solve(ones);
    const double error = (part * x - ones).squaredNorm();
    // Fewer terms win ties: three terms through one measurement are not determined.
    if ((x.array() < 0).any() || !x.allFinite() || error >= least * (1 - 1e-12)) continue;
    least = error;
    best.setZero();
    for (std::size_t i = 0; i < columns.size(); ++i) best[columns[i]] = x[i];
  }
  return {best[0] / scale[0], best[1] / scale[1], best[2] / scale[2]};
}

}  // namespace peal
