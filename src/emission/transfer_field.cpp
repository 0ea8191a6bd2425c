#include "emission/transfer_field.h"

#include <algorithm>
#include <cmath>

#include "bake/transfer_file.h"
#include "base/error.h"
#include "wave/spherical_harmonics.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

constexpr double kFarthest = 1e6;  // [r1] beyond it everything falls as 1/r

double largest(const ModeTransfer& mode) {
  double most = 0;
  for (const auto& c : mode.coefficients)
    most = std::max({most, std::abs(double{c.real()}), std::abs(double{c.imag()})});
  return most;
}

}  // namespace

TransferField::TransferField(const TransferRecord& record)
    : centre_(record.centre),
      radius_(record.radius),
      kernel_(&best_transfer_kernel()),
      covered_(record.modes.size()) {
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
    blocks_.push_back(make_block(record, {modes.data() + first, count}));
    order_ = std::max(order_, blocks_.back().order);
  }
  make_steps();
}

TransferField::Block TransferField::make_block(const TransferRecord& record,
                                               std::span<const int> modes) const {
  Block block;
  block.modes.fill(-1);
  for (const int mode : modes) block.order = std::max(block.order, record.modes[mode].order);
  constexpr std::size_t kPair = 2 * kTransferLane;
  block.coefficients.assign(harmonic_count(block.order) * kPair, 0.0f);
  block.inverse.assign(static_cast<std::size_t>(block.order + 1) * kPair, 0.0f);
  block.wavenumber.assign(kTransferLane, 0.0f);
  for (std::size_t n = 0; n < modes.size(); ++n) {
    const ModeTransfer& mode = record.modes[modes[n]];
    const double k = mode.omega / record.air.speed_of_sound, x = k * radius_;
    block.modes[n] = modes[n];
    block.size[n] = largest(mode);
    block.wavenumber[n] = static_cast<float>(k);
    if (!(block.size[n] > 0)) continue;
    // The sphere's own e^{ik r1} is taken out here, once.
    const Complex turn = std::polar(1 / block.size[n], -x);
    for (std::size_t i = 0; i < mode.coefficients.size(); ++i) {
      const Complex c = turn * Complex(mode.coefficients[i]);
      block.coefficients[i * kPair + n] = static_cast<float>(c.real());
      block.coefficients[i * kPair + kTransferLane + n] = static_cast<float>(c.imag());
    }
    // theta_l / theta_(l-1) at z = -ix is 2l - 1 + z^2 / (the one before).
    Complex inverse;
    for (int l = 1; l <= mode.order; ++l) {
      inverse = 1.0 / (l == 1 ? Complex(1, -x) : 2.0 * l - 1 - x * x * inverse);
      float* at = &block.inverse[static_cast<std::size_t>(l) * kPair + n];
      at[0] = static_cast<float>(inverse.real());
      at[kTransferLane] = static_cast<float>(inverse.imag());
    }
  }
  return block;
}

// As in wave/spherical_harmonics.cpp: a_lm = sqrt((4 l^2 - 1) / (l^2 - m^2)), b_lm = 1 / a_(l-1)m.
void TransferField::make_steps() {
  const auto a = [](double l, double m) { return std::sqrt((4 * l * l - 1) / (l * l - m * m)); };
  double sectoral = 1 / std::sqrt(4 * kPi);
  for (int l = 0; l <= order_; ++l) {
    for (int m = 0; m < l; ++m) {
      step_scale_.push_back(a(l, m));
      step_before_.push_back(l - 1 > m ? 1 / a(l - 1, m) : 0);
    }
    if (l > 0) sectoral *= std::sqrt((2.0 * l + 1) / (2.0 * l));
    step_scale_.push_back(sectoral);
    step_before_.push_back(0);
  }
}

std::size_t TransferField::bytes() const {
  std::size_t floats = 0;
  for (const Block& block : blocks_)
    floats += block.coefficients.size() + block.inverse.size() + block.wavenumber.size();
  return floats * sizeof(float) + 2 * step_scale_.size() * sizeof(double);
}

void TransferField::weights(const Vec3& listener_body, std::span<Complex> out) const {
  if (out.size() != covered_.size())
    fail("transfer field: room for {} weights, the body has {} modes", out.size(), covered_.size());
  std::fill(out.begin(), out.end(), Complex());
  Vec3 from = listener_body - centre_;
  double r = norm(from);
  if (!(r < 1e100)) return;  // nothing is heard from there
  const Vec3 direction = r > 0 ? from / r : Vec3{0, 0, 1};
  if (r < radius_) r = radius_, from = radius_ * direction;
  const Vec3 listener = centre_ + from;

  float harmonics[harmonic_count(kMaxHarmonicOrder)];
  const double axes[3] = {direction.x, direction.y, direction.z};
  kernel_->harmonics({step_scale_.data(), step_before_.data()}, order_, axes, harmonics);
  TransferPlace place;
  place.harmonics = harmonics;
  const double far = std::min(r, kFarthest * radius_), spread = far / r;
  place.distance = static_cast<float>(far);
  place.nearness = static_cast<float>(radius_ / far);
  // r - |listener| without the cancellation of two large numbers.
  place.path = static_cast<float>((norm_squared(centre_) - 2 * dot(listener, centre_)) /
                                  (r + norm(listener)));
  for (const Block& block : blocks_) {
    float re[kTransferLane], im[kTransferLane];
    kernel_->pressures(block.kernel_modes(), place, re, im);
    for (int n = 0; n < kTransferLane; ++n)
      if (block.modes[n] >= 0)
        out[block.modes[n]] = spread * block.size[n] *
                              Complex(static_cast<double>(re[n]), static_cast<double>(im[n]));
  }
}

}  // namespace peal
