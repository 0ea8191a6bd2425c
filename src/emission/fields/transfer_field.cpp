#include "emission/fields/transfer_field.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "models/bake/transfer_file.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

using Amplitude = std::complex<double>;

double largest(const ModeTransfer& mode) {
  double most = 0;
  for (const auto& c : mode.coefficients)
    most = std::max({most, std::abs(double{c.real()}), std::abs(double{c.imag()})});
  return most;
}

}  // namespace

TransferField::TransferField(const TransferRecord& record) : covered_(record.modes.size()) {
  check_transfer(record, "transfer field");
  std::vector<int> modes;
  for (std::size_t i = 0; i < record.modes.size(); ++i) {
    covered_[i] = !record.modes[i].coefficients.empty();
    if (covered_[i]) modes.push_back(static_cast<int>(i));
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [&](int a, int b) { return record.modes[a].order < record.modes[b].order; });
  for (std::size_t first = 0; first < modes.size(); first += kTransferLane) {
    const std::size_t count = std::min<std::size_t>(kTransferLane, modes.size() - first);
    add_block(record, {modes.data() + first, count});
    play_.order = std::max(play_.order, blocks_.back().order);
  }
  play_.centre = record.centre, play_.radius = record.radius;
  play_.modes = static_cast<int>(covered_.size());
  play_.blocks = blocks_, play_.values = values_;
  play_.steps = harmonic_steps();
}

void TransferField::add_block(const TransferRecord& record, std::span<const int> modes) {
  TransferBlock block{};
  std::fill(std::begin(block.modes), std::end(block.modes), -1);
  for (const int mode : modes) block.order = std::max(block.order, record.modes[mode].order);
  block.first = values_.size();
  values_.resize(values_.size() + block_value_count(block.order), 0.0f);
  constexpr std::size_t kPair = 2 * kTransferLane;
  float* const coefficients = values_.data() + block.first;
  float* const inverses = coefficients + coefficient_count(block.order);
  float* const wavenumber = inverses + inverse_count(block.order);
  for (std::size_t n = 0; n < modes.size(); ++n) {
    const ModeTransfer& mode = record.modes[modes[n]];
    const double k = mode.omega / record.air.speed_of_sound, x = k * record.radius;
    block.modes[n] = modes[n];
    block.size[n] = largest(mode);
    wavenumber[n] = static_cast<float>(k);
    if (!(block.size[n] > 0)) continue;
    // The sphere's own e^{ik r1} is taken out here, once.
    const Amplitude turn = std::polar(1 / block.size[n], -x);
    for (std::size_t i = 0; i < mode.coefficients.size(); ++i) {
      const Amplitude c = turn * Amplitude(mode.coefficients[i]);
      coefficients[i * kPair + n] = static_cast<float>(c.real());
      coefficients[i * kPair + kTransferLane + n] = static_cast<float>(c.imag());
    }
    // theta_l / theta_(l-1) at z = -ix is 2l - 1 + z^2 / (the one before).
    Amplitude inverse;
    for (int l = 1; l <= mode.order; ++l) {
      inverse = 1.0 / (l == 1 ? Amplitude(1, -x) : 2.0 * l - 1 - x * x * inverse);
      float* at = inverses + static_cast<std::size_t>(l) * kPair + n;
      at[0] = static_cast<float>(inverse.real());
      at[kTransferLane] = static_cast<float>(inverse.imag());
    }
  }
  blocks_.push_back(block);
}

std::size_t TransferField::bytes() const {
  return values_.size() * sizeof(float) + blocks_.size() * sizeof(TransferBlock);
}

void TransferField::weights(const Vec3& listener_body, std::span<Amplitude> out) const {
  if (out.size() != covered_.size())
    fail("transfer field: room for {} weights, the body has {} modes", out.size(), covered_.size());
  transfer_weights(play_, listener_body, out.data());
}

}  // namespace peal
