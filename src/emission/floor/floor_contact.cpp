#include "emission/floor/floor_contact.h"

#include <algorithm>
#include <cmath>

#include "base/fft.h"
#include "base/harmonics_kernel.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "emission/body_sounds.h"
#include "emission/ensemble.h"
#include "emission/fields/pulse_field.h"
#include "emission/resonator.h"
#include "physics/wave/exact/ball_on_floor.h"
#include "physics/wave/multipole/pulse_kernel.h"

namespace peal {
namespace {

constexpr double kMostTurns = 8;    // k a up to which the difference is followed
constexpr double kSphere = 2.1;     // [a] of the record, around the point of contact
constexpr double kStops = 0.6;      // of the rate, or 1.2 of what is trusted: the cut begins
constexpr double kEnds = 1.7;       // of where it begins: the cut ends
constexpr double kPulsePart = 0.3;  // pulse width over the rate's period: no zero within the band
constexpr double kLasts = 60;       // [a/c] until it is over
constexpr double kLeftOut = 1e-6;   // of what other fields do without: below 1 kHz it is a rest
constexpr int kLead = 40;           // [samples at the rate] of the cut's own ringing

// So smooth that it rings for a few samples only: what it rings on for, cut off at the record's
// ends, would drown the low frequencies, of which ball and image leave little.
double taper(double frequency, double begins) {
  const double x = (frequency / begins - 1) / (kEnds - 1);
  return 0.5 * std::erfc(8 * (x - 0.5));
}

/// Coefficients (degrees 0 .. order) of the difference on the sphere at one frequency.
std::vector<std::complex<double>> coefficients(double radius, int along, double k, const Air& air,
                                               int order) {
  const int terms = 12 + static_cast<int>(1.5 * k * radius), points = 4 * (order / 2 + 3);
  const BallOnFloor ball(radius, radius, along, k, air, terms);
  std::vector<std::complex<double>> out(static_cast<std::size_t>(order) + 1);
  std::vector<double> harmonics(harmonic_count(order));
  // Even about the floor: twice the upper half, in short pieces with Gauss' rule of four points.
  const double place[4] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                           0.93056815579702629},
               weight[4] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                            0.17392742256872693};
  for (int piece = 0; piece < points / 4; ++piece)
    for (int i = 0; i < 4; ++i) {
      const double share = 4.0 / points, up = (piece + place[i]) * share;
      const double across = std::sqrt(1 - up * up), r = kSphere * radius;
      const std::complex<double> p =
          ball.pressure(r * across, r * up) - ball.superposed(r * across, r * up);
      fill_harmonics(order, {across, 0, up}, harmonics.data());
      // Around the axis: 2 pi for m = 0, Int cos^2 = pi for m = 1.
      const double area = 2 * share * weight[i] * (along ? kPi : 2 * kPi);
      for (int l = along; l <= order; l += 2)
        out[static_cast<std::size_t>(l)] += area * p * harmonics[harmonic_index(l, along)];
    }
  return out;
}

}  // namespace

PulseRecord floor_contact_record(double radius, const Air& air, double rate) {
  PulseRecord record;
  record.air = air;
  record.radius = kSphere * radius;
  record.polar_axis = 1;
  record.max_frequency =
      std::min(0.42 * rate, kMostTurns * air.speed_of_sound / (2 * kPi * radius));
  record.pulse = kPulsePart / rate;
  record.step = 0.5 / rate;
  const double travel = record.radius / air.speed_of_sound;
  record.begin = -kLead / rate;
  const double lasts = 2 * kLead / rate + travel + kLasts * radius / air.speed_of_sound;
  const RealFft fft(fft_length(static_cast<std::size_t>(std::ceil(lasts / record.step))));
  record.samples = static_cast<int>(fft.length());
  const double width = 1 / (record.step * static_cast<double>(fft.length()));  // [Hz] of a bin
  const double begins = std::min(kStops * rate, 1.2 * record.max_frequency);
  const double highest = kEnds * begins;
  const auto used = std::min(fft.bins(), static_cast<std::size_t>(highest / width) + 1);
  const int order = 12 + static_cast<int>(2 * kPi * highest / air.speed_of_sound * record.radius);

  std::vector<std::vector<std::complex<double>>> spectra[2];  // [along][bin][l]
  for (const int along : {0, 1}) {
    spectra[along].resize(used);
    parallel_for(used, [&](std::size_t bin) {
      // Of frequency 0 the limit.
      const double k =
          std::max(2 * kPi * width * static_cast<double>(bin) / air.speed_of_sound, 1e-3 / radius);
      spectra[along][bin] = coefficients(radius, along, k, air, order);
    });
  }
  const auto add = [&](int dof, int along, int l, int m) {
    std::vector<std::complex<double>> spectrum(fft.bins());
    for (std::size_t bin = 0; bin < used; ++bin) {
      const double f = width * static_cast<double>(bin);
      spectrum[bin] = std::conj(spectra[along][bin][static_cast<std::size_t>(l)]) * record.pulse *
                      pulse_spectrum(f, record.pulse) * taper(f, begins) / record.step *
                      std::polar(1.0, 2 * kPi * f * record.begin);
    }
    std::vector<double> samples(fft.length());
    fft.inverse(spectrum, samples);
    record.coefficients.push_back({dof, l, m});
    record.values.insert(record.values.end(), samples.begin(), samples.end());
  };
  for (int l = 0; l <= order; ++l)
    if (l % 2 == 0)
      add(1, 0, l, 0);
    else  // x of the world is the second axis of the harmonics, z the first
      add(0, 1, l, -1), add(2, 1, l, 1);
  return record;
}

void FloorContactPool::want(int object, const std::string& name, double radius, const Air& air,
                            double max_frequency, int mechanism) {
  wanted_.try_emplace(object, Wanted{name, radius, resonator_rate(max_frequency), air, mechanism});
}

ClickEmitter* FloorContactPool::emitter(int object) const {
  const auto found = emitters_.find(object);
  return found == emitters_.end() ? nullptr : found->second;
}

std::vector<std::string> FloorContactPool::names() const {
  std::vector<std::string> names;
  for (const auto& [object, wanted] : wanted_) names.push_back(wanted.name);
  return names;
}

void FloorContactPool::prepare(BodySounds& sounds, Ensemble& ensemble, const PrepareWatch&) {
  for (const auto& [object, wanted] : wanted_) {
    Hasher hasher;
    hasher.add(std::string("floor contact")).add(wanted.radius).add(wanted.rate);
    hasher.add(wanted.air.speed_of_sound).add(wanted.air.density);
    std::shared_ptr<const ClickField>& field = sounds.clicks[hasher.result().hex()];
    if (!field)
      field = std::make_shared<const PulseField>(
          floor_contact_record(wanted.radius, wanted.air, wanted.rate), wanted.rate, kLeftOut);
    auto emitter =
        std::make_unique<ClickEmitter>(wanted.name, field, ensemble.track(object), ensemble.ears());
    emitter->belongs_to(object, {wanted.mechanism, true});
    emitter->is_part_of_floor();
    emitters_[object] = emitter.get();
    ensemble.add(std::move(emitter));
  }
}

}  // namespace peal
