// What tests of clicks share: an ear that stands still, spectra of sampled and of known signals,
// and the record of an exact ball.
#pragma once
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

#include "emission/click_emitter.h"
#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal::test {

/// Hears without delay: travel time is not the emitter's.
class StillEar final : public TimedEar {
 public:
  explicit StillEar(const Vec3& at) : at_(at) {}
  Vec3 at_arrival(double, const Vec3&) const override { return at_; }
  double arrival_of(double emission, const Vec3&) const override { return emission; }

 private:
  Vec3 at_;
};

/// sum x_n e^{-i 2 pi f t_n} step, t_n = (first + n) step.
template <class Samples>
std::complex<double> spectrum_at(const Samples& x, double first, double step, double frequency) {
  std::complex<double> sum = 0;
  const std::complex<double> turn = std::polar(1.0, -2 * kPi * frequency * step);
  std::complex<double> phase = std::polar(step, -2 * kPi * frequency * step * first);
  for (std::size_t n = 0; n < x.size(); ++n, phase *= turn)
    sum += static_cast<double>(x[n]) * phase;
  return sum;
}

/// Relative L2 error over 40 frequencies up to `highest` [Hz] of samples against a known p(t) [s],
/// which is summed in steps of `fine` [s] over the same stretch of time.
template <class Known>
double band_error(const std::vector<float>& got, std::int64_t first, double rate,
                  const Known& known, double highest, double fine) {
  std::vector<double> exact;
  const double begin = static_cast<double>(first) / rate;
  for (double t = 0; t < static_cast<double>(got.size()) / rate; t += fine)
    exact.push_back(known(begin + t));
  double error = 0, power = 0;
  for (int k = 1; k <= 40; ++k) {
    const double f = highest * k / 40;
    const std::complex<double> a = spectrum_at(got, static_cast<double>(first), 1 / rate, f);
    const std::complex<double> b = spectrum_at(exact, begin / fine, fine, f);
    error += std::norm(a - b), power += std::norm(b);
  }
  return std::sqrt(error / power);
}

/// What one ear hears of one click of a body at rest in the origin; by the clock of the centre.
struct Heard {
  std::int64_t first = 0;
  std::vector<float> samples;
};

inline Heard hear(const std::shared_ptr<const ClickField>& field, const Vec3& at,
                  const Click& click, int stretch = 1 << 20) {
  const PoseTrack track(Pose{});
  ClickEmitter emitter("body", field, track, 1);
  emitter.add(click);
  const StillEar ear(at);
  const TimedEar* const ears[] = {&ear};
  Heard heard;
  heard.first =
      static_cast<std::int64_t>(std::floor((click.time - emitter.lead()) * emitter.rate()));
  const int count = static_cast<int>((emitter.lead() + click.force.length()) * emitter.rate()) +
                    field->samples() + 100;
  heard.samples.resize(count);
  for (int done = 0; done < count; done += stretch) {
    float* const out[] = {heard.samples.data() + done};
    emitter.emit({heard.first + done, std::min(stretch, count - done)}, ears, out);
  }
  return heard;
}

/// The record of an exact ball on a sphere of radius r1 around it.
inline PulseRecord ball_record(double radius, double r1, double h, double step, const Air& air) {
  const ClickSphere ball{radius, air};
  PulseRecord record;
  record.air = air;
  record.radius = r1, record.pulse = h, record.step = step, record.max_frequency = 1e6;
  record.begin = -2 * h;
  record.samples = static_cast<int>((5 * h + (r1 + 20 * radius) / air.speed_of_sound) / step);
  record.coefficients = {{0, 1, 1}, {1, 1, -1}, {2, 1, 0}};
  for (std::size_t i = 0; i < record.coefficients.size(); ++i)
    for (int n = 0; n < record.samples; ++n)
      record.values.push_back(static_cast<float>(std::sqrt(4 * kPi / 3) *
                                                 ball.pulse(r1, 1, record.begin + n * step, h)));
  return record;
}

}  // namespace peal::test
