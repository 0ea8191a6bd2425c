// A PulseRecord as band-limited spectra at a given rate: the step between the record's own samples
// and the tables of a PulseField.
#pragma once
#include <complex>
#include <vector>

#include "base/fft.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

/// Response of each coefficient to a unit jump of velocity [Pa per m/s] at the sphere, as spectra
/// of e^{+i omega t}; bin j belongs to j * rate / fft.length(). Sample n of the signals belongs to
/// (first + n) / rate after the jump, the travel time r1/c taken out.
struct ClickSpectra {
  double rate = 0;
  int first = 0;
  int samples = 0;  // that can differ from 0, ringing of the continuation included
  RealFft fft{2};
  std::vector<std::vector<std::complex<double>>> coefficients;  // as in the record

  double wavenumber(std::size_t bin, const Air& air) const;  // [1/m]
};

/// Stops when the record makes no sense.
ClickSpectra click_spectra(const PulseRecord& record, double rate);

}  // namespace peal
