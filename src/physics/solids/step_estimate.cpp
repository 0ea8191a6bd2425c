// The largest stable step of an explicit body: the power method on M^-1 K, K by differences of
// forces about the present state, directors turning on their sphere. The operator of the viscous
// forces alone is linear in the velocities and gives the second limit,
//   h = (2/w)(sqrt(1 + xi^2) - xi), xi = beta w / 2
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"
#include "physics/solids/explicit_body.h"

namespace peal {

class StepEstimate {
 public:
  explicit StepEstimate(ExplicitBody& body)
      : body_(body), state_(body.state_), rate_(body.rate_), direction_(state_.size()) {
    std::vector<Vec3> at(body.rest_);
    Vec3 low = at[0], high = at[0];
    for (const Vec3& x : at)
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
    size_ = norm(high - low);
  }
  ~StepEstimate() { body_.state_ = state_, body_.rate_ = rate_; }

  /// [1/s], of the stiffness, or of what the viscous forces see of it.
  double highest(bool viscous, int iterations) {
    KeyedRng random(1, 2, viscous);
    for (std::size_t i = 0; i < direction_.size(); ++i)
      direction_[i] =
          body_.inverse_[i] > 0 ? random.uniform(-1, 1) * std::sqrt(body_.inverse_[i]) : 0;
    double squared = 0;
    for (int k = 0; k < iterations; ++k) {
      on_sphere(direction_);
      scale();
      viscous ? by_rate() : by_difference();
      for (std::size_t i = 0; i < image_.size(); ++i) image_[i] *= body_.inverse_[i];
      on_sphere(image_);
      squared = std::sqrt(product(image_, image_) / product(direction_, direction_));
      direction_ = image_;
      if (!(squared > 0)) return 0;
    }
    return std::sqrt(squared);
  }

 private:
  double product(const AlignedVector<double>& a, const AlignedVector<double>& b) const {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (body_.inverse_[i] > 0) sum += a[i] * b[i] / body_.inverse_[i];
    return sum;
  }
  void on_sphere(AlignedVector<double>& v) const {
    if (!body_.sheet_) return;
    for (std::size_t at = 4; at < v.size(); at += 8) {
      double along = 0;
      for (int k = 0; k < 3; ++k) along += v[at + k] * state_[at + k];
      for (int k = 0; k < 3; ++k) v[at + k] -= along * state_[at + k];
    }
  }
  // The longest row becomes 1 (directors) or the size of the body.
  void scale() {
    double most = 0;
    for (std::size_t at = 0; at < direction_.size(); at += 4) {
      const double length = norm(Vec3{direction_[at], direction_[at + 1], direction_[at + 2]});
      most = std::max(most, body_.sheet_ && at % 8 == 4 ? length : length / size_);
    }
    for (double& x : direction_) x /= most;
  }
  void evaluate(double beta, AlignedVector<double>& sums) {
    body_.element_forces(body_.element_call(beta, nullptr), 0, body_.elements_->groups());
    body_.sum_slots(sums);
  }
  void by_difference() {
    constexpr double kTiny = 1e-6;
    AlignedVector<double> ahead, behind;
    for (std::size_t i = 0; i < state_.size(); ++i)
      body_.state_[i] = state_[i] + kTiny * direction_[i];
    evaluate(0, ahead);
    for (std::size_t i = 0; i < state_.size(); ++i)
      body_.state_[i] = state_[i] - kTiny * direction_[i];
    evaluate(0, behind);
    body_.state_ = state_;
    image_.resize(state_.size());
    for (std::size_t i = 0; i < image_.size(); ++i)
      image_[i] = (behind[i] - ahead[i]) / (2 * kTiny);
    if (!body_.sheet_) return;
    for (std::size_t at = 4; at < image_.size(); at += 8) {  // curvature of the sphere: + (F.d) w
      double pull = 0;
      for (int k = 0; k < 3; ++k) pull += 0.5 * (ahead[at + k] + behind[at + k]) * state_[at + k];
      for (int k = 0; k < 3; ++k) image_[at + k] += pull * direction_[at + k];
    }
  }
  void by_rate() {
    AlignedVector<double> still;
    body_.rate_.assign(rate_.size(), 0.0);
    evaluate(0, still);
    body_.rate_ = direction_;
    for (double& v : body_.rate_) v *= 1e-6;
    evaluate(1, image_);
    for (std::size_t i = 0; i < image_.size(); ++i) image_[i] = (still[i] - image_[i]) * 1e6;
  }

  ExplicitBody& body_;
  const AlignedVector<double> state_, rate_;
  AlignedVector<double> direction_, image_;
  double size_;
};

double ExplicitBody::critical_step(int iterations) {
  StepEstimate estimate(*this);
  const double highest = estimate.highest(false, iterations);
  if (!(highest > 0)) fail("solid: nothing can move: let some nodes go");
  double step = 2 / highest;
  if (beta_ > 0) {
    const double viscous = estimate.highest(true, iterations), xi = 0.5 * beta_ * viscous;
    if (viscous > 0) step = std::min(step, 2 / viscous * (std::sqrt(1 + xi * xi) - xi));
  }
  return step;
}

}  // namespace peal
