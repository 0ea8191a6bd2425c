#include "emission/fields/click_field.h"

#include <algorithm>

#include "dsp/radiation/band_limit.h"

namespace peal {

void ClickField::set_size(double rate, int rows, int first, int samples,
                          double most_negative_delay) {
  play_.rate = rate, play_.first = first;
  play_.tables.rows = rows;
  play_.tables.blocks = (samples + kClickBlock - 1) / kClickBlock;
  data_.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(this->samples()), 0.0f);
  play_.tables.data = data_.data();
  play_.lead = (kBandHalf - std::min(0, first)) / rate + std::max(0.0, -most_negative_delay);
}

void ClickField::set_row(int row, std::span<const float> values, int from) {
  for (std::size_t n = 0; n < values.size(); ++n)
    data_[place(row, from + static_cast<int>(n))] = values[n];
}

}  // namespace peal
