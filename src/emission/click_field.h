// How a body that is jerked is heard: tables of the pressure that a sudden change of its velocity
// or spin sends out, at one rate. Computed once per shape and air; immutable, shared by all copies.
//
// The sound at an ear is a weighted sum of the tables, delayed by a little, convolved with the
// force (play/force_samples.h):
//   p(n) = sum_j s_j q(n - j),    q(n) = sum_rows w_row table_row(n)      [Pa], s sums to 1
// Sample n of a table belongs to n / rate seconds after the change, one travel time |ear - centre
// of mass| / c taken out. The tables are band-limited like the force (play/band_limit.h).
#pragma once
#include <span>

#include "base/aligned.h"
#include "base/constants.h"
#include "base/vec.h"
#include "play/click_kernel.h"

namespace peal {

/// A sudden change of a body's motion, body frame.
struct Jerk {
  Vec3 velocity;  // [m/s]
  Vec3 spin;      // [rad/s]
};

/// Where in the tables an ear finds its sound.
struct ClickView {
  int first_row = 0, rows = 0;
  const int* active = nullptr;  // per block of samples: how many of the rows are not over yet
  double delay = 0;             // [s] added to the time of the change; may be negative
};

class ClickField {
 public:
  ClickField() = default;
  ClickField(const ClickField&) = delete;
  ClickField& operator=(const ClickField&) = delete;
  virtual ~ClickField() = default;

  /// Most rows that weights() fills.
  virtual int most_rows() const = 0;
  /// Fills weights[0 .. rows) for an ear [m] in the body frame. Ears inside the smallest sphere
  /// around the body are moved out to it. No allocation.
  virtual ClickView weights(const Vec3& ear, const Jerk& jerk, std::span<float> weights) const = 0;

  double rate() const { return rate_; }
  /// Sample number of the tables' first sample, and how many each has.
  int first() const { return first_; }
  int samples() const { return tables_.blocks * kClickBlock; }
  int rows() const { return tables_.rows; }
  const ClickTables& tables() const { return tables_; }
  /// 0 <= sample < samples().
  float value(int row, int sample) const { return data_[place(row, sample)]; }
  /// [s] How long before the change, by the clock of the centre, something can be heard.
  double lead() const { return lead_; }

 protected:
  /// @param most_negative_delay [s] of any view.
  void set_size(double rate, int rows, int first, int samples, double most_negative_delay);
  /// @param from sample of the first value; the others are 0.
  void set_row(int row, std::span<const float> values, int from = 0);

 private:
  std::size_t place(int row, int sample) const {
    return (static_cast<std::size_t>(sample / kClickBlock) * static_cast<std::size_t>(rows()) +
            static_cast<std::size_t>(row)) *
               kClickBlock +
           static_cast<std::size_t>(sample % kClickBlock);
  }
  double rate_ = 0, lead_ = 0;
  int first_ = 0;
  ClickTables tables_;
  AlignedVector<float> data_;
};

}  // namespace peal
