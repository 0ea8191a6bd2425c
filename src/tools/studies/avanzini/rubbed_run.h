// A rubbed pair as the paper has it, run through and measured.
// In: law, modes of both bodies, forces over time, scheme. Out: velocities per sample, and what one
// hears of them: pitch, level, attack, bandwidth, roughness. SI units.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tools/studies/friction_pair.h"

namespace peal::avanzini2005 {

struct RubbedCase {
  std::string name;
  FrictionLaw law;
  std::vector<FrictionMode> exciter, resonator;
  double duration = 0;                                   // [s]
  std::function<double(double)> external, normal_force;  // [N] over [s]
};

/// Our sheet's numbers: the paper prints none.
RubbedCase wineglass();
RubbedCase brake();
RubbedCase door();

struct RubbedRun {
  double rate = 0;
  std::vector<double> resonator, exciter, slip;  // [m/s] after each sample
  std::vector<double> position, force;           // [m] of the resonator, [N]
};

constexpr double kPaperRate = 44100;  // [Hz]
/// @param start [m/s] of the first mode: brake and door are chaotic.
RubbedRun run(const RubbedCase& of, FrictionPair::Scheme scheme, double rate = kPaperRate,
              double start = 0);

/// Of the resonator's velocity between two times.
struct Heard {
  double pitch = 0;      // [Hz] shortest period (autocorrelation), 0 of silence
  double rms = 0;        // [m/s] without the mean
  double centroid = 0;   // [Hz] of the spectrum's amplitudes: bandwidth
  double roughness = 0;  // part of the power that does not repeat from period to period
};
Heard heard(const RubbedRun& run, double from, double to);
/// [s] when the rms of 10 ms first reaches a part of the last tenth's.
double time_to_reach(const RubbedRun& run, double part);
/// Amplitude spectrum of the velocity [m/s], Hann window, and its frequencies [Hz].
struct Spectrum {
  std::vector<double> frequency, amplitude;
};
Spectrum spectrum(const RubbedRun& run, double from, double to);

}  // namespace peal::avanzini2005
