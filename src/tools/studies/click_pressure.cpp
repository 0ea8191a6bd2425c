#include "tools/studies/click_pressure.h"

#include <cmath>

#include "dsp/radiation/band_limit.h"

namespace peal {

std::vector<double> click_pressure(const ClickField& field, const Air& air, const Vec3& ear,
                                   const VelocityJump& velocity_jump, double start,
                                   const ForceTimes& force, std::size_t samples) {
  std::vector<float> weights(static_cast<std::size_t>(field.most_rows()));
  const ClickView view = field.weights(ear, velocity_jump, weights);
  std::vector<double> click(static_cast<std::size_t>(field.samples()), 0.0);
  for (int row = 0; row < view.rows; ++row)
    for (int n = 0; n < field.samples(); ++n)
      click[n] += static_cast<double>(weights[row]) *
                  static_cast<double>(field.value(view.first_row + row, n));

  const double rate = field.rate();
  const double begin = (start + force.delay + norm(ear) / air.speed_of_sound + view.delay) * rate;
  const double rise = force.rise * rate, fall = force.fall * rate;
  std::vector<float> push(static_cast<std::size_t>(force_sample_count(rise + fall)) + 16);
  const int pushes = sample_force(begin, rise, fall, push.data());
  const long first = std::lround(std::floor(begin)) - kBandHalf + 1 + field.first();

  std::vector<double> out(samples, 0.0);
  for (int j = 0; j < pushes; ++j)
    for (std::size_t n = 0; n < click.size(); ++n) {
      const long at = first + j + static_cast<long>(n);
      if (at >= 0 && at < static_cast<long>(samples))
        out[static_cast<std::size_t>(at)] += static_cast<double>(push[j]) * click[n];
    }
  return out;
}

}  // namespace peal
