// How a body that is made to jump is heard: builds and owns the tables that
// dsp/radiation/click_tables.h reads. Computed once per shape and air; immutable, shared by all
// copies. The two kinds: dipole_field.h, pulse_field.h.
#pragma once
#include <span>

#include "base/aligned.h"
#include "base/constants.h"
#include "dsp/radiation/click_tables.h"

namespace peal {

class ClickField {
 public:
  ClickField() = default;
  ClickField(const ClickField&) = delete;
  ClickField& operator=(const ClickField&) = delete;
  virtual ~ClickField() = default;

  const PlayClick& play() const { return play_; }
  /// Most rows that weights() fills.
  int most_rows() const { return play_.most_rows; }
  /// Fills weights[0 .. rows) for an ear [m] in the body frame. Ears inside the smallest sphere
  /// around the body are moved out to it. No allocation.
  ClickView weights(const Vec3& ear, const VelocityJump& velocity_jump,
                    std::span<float> weights) const {
    return click_weights(play_, ear, velocity_jump, weights.data());
  }

  double rate() const { return play_.rate; }
  /// Sample number of the tables' first sample, and how many each has.
  int first() const { return play_.first; }
  int samples() const { return play_.samples(); }
  int rows() const { return play_.tables.rows; }
  const ClickTables& tables() const { return play_.tables; }
  /// 0 <= sample < samples().
  float value(int row, int sample) const { return data_[place(row, sample)]; }
  /// [s] How long before the change, by the clock of the centre, something can be heard.
  double lead() const { return play_.lead; }

 protected:
  /// @param most_negative_delay [s] of any view.
  void set_size(double rate, int rows, int first, int samples, double most_negative_delay);
  /// @param from sample of the first value; the others are 0.
  void set_row(int row, std::span<const float> values, int from = 0);
  PlayClick play_;

 private:
  std::size_t place(int row, int sample) const {
    return (static_cast<std::size_t>(sample / kClickBlock) * static_cast<std::size_t>(rows()) +
            static_cast<std::size_t>(row)) *
               kClickBlock +
           static_cast<std::size_t>(sample % kClickBlock);
  }
  AlignedVector<float> data_;
};

}  // namespace peal
