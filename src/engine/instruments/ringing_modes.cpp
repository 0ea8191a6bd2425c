#include "engine/instruments/ringing_modes.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "dsp/radiation/small_source.h"

namespace peal {
namespace {

thread_local char refusal[256] = "";

bool in(double x, double low, double high) noexcept { return x >= low && x <= high; }

std::vector<Complex<double>> poles_of(std::span<const peal_mode> modes) {
  std::vector<Complex<double>> poles;
  for (const peal_mode& mode : modes) poles.push_back(pole_of_mode(mode.frequency, mode.decay));
  return poles;
}

}  // namespace

bool refuse(const char* text, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, text);
  std::vsnprintf(refusal, sizeof refusal, text, arguments);
  va_end(arguments);
  return false;
}

const char* last_refusal() noexcept { return refusal; }

bool check_modes(std::span<const peal_mode> modes, int most, double rate) noexcept {
  if (!in(rate, 8000, 384000)) return refuse("rate: expected 8000 to 384000 Hz, got %g", rate);
  if (modes.empty() || modes.size() > static_cast<std::size_t>(most))
    return refuse("modes: expected 1 to %d of them, got %zu", most, modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const peal_mode& m = modes[i];
    if (!in(m.frequency, 1, 0.49 * rate))
      return refuse("mode %zu: expected a frequency of 1 to %g Hz (0.49 of the rate), got %g", i,
                    0.49 * rate, m.frequency);
    if (!in(m.decay, 0, 1e5) || !oscillates(m.frequency, m.decay))
      return refuse("mode %zu: expected a decay of 0 to %g 1/s, below which it oscillates, got %g",
                    i, std::min(1e5, 4 * kPi * m.frequency), m.decay);
    if (!in(m.mass, 1e-9, 1e6))
      return refuse("mode %zu: expected a mass of 1e-9 to 1e6 kg, got %g", i, m.mass);
    if (!in(m.shape, -1e3, 1e3))
      return refuse("mode %zu: expected a shape of -1000 to 1000, got %g", i, m.shape);
  }
  return true;
}

bool check_small_source(double area, double distance) noexcept {
  if (!in(area, 1e-9, 100)) return refuse("area: expected 1e-9 to 100 m^2, got %g", area);
  if (!in(distance, 1e-3, 1e4))
    return refuse("distance: expected 0.001 to 1e4 m, got %g", distance);
  return true;
}

RingingModes::RingingModes(std::span<const peal_mode> modes, double rate, int drives)
    : poles_(poles_of(modes)),
      impulse_(modes.size()),
      weights_(modes.size()),
      bank_(poles_, rate, 1, best_bank_kernel(), drives) {
  for (const peal_mode& mode : modes) {
    mass_.push_back(mode.mass);
    shape_.push_back(mode.shape / std::sqrt(mode.mass));
  }
}

void RingingModes::set_distance(double area, double distance, bool at_once) noexcept {
  for (std::size_t i = 0; i < poles_.size(); ++i)
    weights_[i] = small_source_weight(poles_[i], mass_[i], area, distance, Air{}.density);
  if (at_once)
    bank_.set_weights(0, weights_);
  else
    bank_.ramp_weights(0, weights_, 1);
}

RingingModes::Motion RingingModes::motion(int i) const noexcept {
  const std::complex<double> a = bank_.amplitude(i);
  return {a.imag() / poles_[i].im, a.real() + poles_[i].re / poles_[i].im * a.imag()};
}

// a = dq/dt - conj(s) q, see dsp/modal/half_sine_kernel.h. q is that of unit mass; q / sqrt(mass)
// and its rate stay, but what is made heavier or stiffer would gain energy, (q'^2 + w^2 q^2) / 2:
// then it moves by so much less.
void RingingModes::move_like(const RingingModes& other) noexcept {
  const int both = std::min(bank_.modes(), other.bank_.modes());
  for (int i = 0; i < both; ++i) {
    const double scale = std::min(std::sqrt(mass_[i] / other.mass_[i]), 1.0);
    const double softer =
        std::hypot(other.poles_[i].re, other.poles_[i].im) / std::hypot(poles_[i].re, poles_[i].im);
    const Motion m = other.motion(i);
    const double q = scale * std::min(softer, 1.0) * m.position, rate = scale * m.velocity;
    bank_.set_amplitude(i, {rate - poles_[i].re * q, poles_[i].im * q});
  }
}

double RingingModes::position() const noexcept {
  double sum = 0;
  for (int i = 0; i < bank_.modes(); ++i) sum += shape_[i] * motion(i).position;
  return sum;
}

double RingingModes::velocity() const noexcept {
  double sum = 0;
  for (int i = 0; i < bank_.modes(); ++i) sum += shape_[i] * motion(i).velocity;
  return sum;
}

double RingingModes::swing() const noexcept {
  double sum = 0;
  for (int i = 0; i < bank_.modes(); ++i)
    sum += std::abs(shape_[i]) * std::abs(bank_.amplitude(i)) / poles_[i].im;
  return sum;
}

std::span<const double> RingingModes::project(double impulse) noexcept {
  for (std::size_t i = 0; i < shape_.size(); ++i) impulse_[i] = impulse * shape_[i];
  return impulse_;
}

}  // namespace peal
