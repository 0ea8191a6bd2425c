#include "emission/fields/pulse_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "emission/fields/click_spectra.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

using std::complex;

constexpr double kCoefficientsLeftOut = 1e-6;  // of a DOF's energy: coefficients
constexpr double kCutOff = 1e-7;               // of a DOF's energy: before and after the tables
constexpr double kSilentSpin = 1e-9;  // of the translations' energy per r1^2: rounding, no sound
constexpr double kLowBand = 1000;     // [Hz]
constexpr double kNear = 2.0 / 3;     // u at which nearness is looked at
constexpr int kMaxOrder = kMaxHarmonicOrder;  // harmonics of an ear lie on the stack
constexpr int kMeasures = 3;

/// r p over the pressure at the sphere, travel time taken out [m], spectra of e^{+i omega t}.
std::vector<complex<double>> continuation(const ClickSpectra& spectra, const PulseRecord& record,
                                          int l, double u) {
  std::vector<complex<double>> out(spectra.fft.bins());
  for (std::size_t j = 0; j < out.size(); ++j) {
    const double k = spectra.wavenumber(j, record.air), r = record.radius / std::max(u, 1e-300);
    out[j] = std::conj(u > 0 ? r * radial_ratio(l, k, record.radius, r)
                             : far_ratio(l, k, record.radius));
  }
  return out;
}

using Energies = std::array<double, kMeasures>;

/// Of one coefficient: far away, at 1.5 r1, and far away below 1 kHz.
Energies energies(const ClickSpectra& spectra, std::size_t coefficient,
                  const std::vector<complex<double>>& far,
                  const std::vector<complex<double>>& near) {
  Energies sum{};
  const double bin = spectra.rate / static_cast<double>(spectra.fft.length());
  for (std::size_t j = 0; j < far.size(); ++j) {
    const double power = std::norm(spectra.coefficients[coefficient][j]);
    const double slow = 1 / (1 + std::pow(static_cast<double>(j) * bin / kLowBand, 2));
    sum[0] += power * std::norm(far[j]);
    sum[1] += power * std::norm(near[j]);
    sum[2] += power * std::norm(far[j]) * slow * slow;
  }
  return sum;
}

/// Which coefficients can be heard.
std::vector<std::size_t> audible(const PulseRecord& record, const ClickSpectra& spectra, int order,
                                 double left_out) {
  std::vector<std::vector<complex<double>>> far, near;
  for (int l = 0; l <= order; ++l) {
    far.push_back(continuation(spectra, record, l, 0));
    near.push_back(continuation(spectra, record, l, kNear));
  }
  std::vector<Energies> of_coefficient;
  std::array<Energies, kRigidDofs> of_dof{};
  for (std::size_t i = 0; i < record.coefficients.size(); ++i) {
    const PulseCoefficient& coefficient = record.coefficients[i];
    of_coefficient.push_back(energies(spectra, i, far[coefficient.l], near[coefficient.l]));
    for (int m = 0; m < kMeasures; ++m) of_dof[coefficient.dof][m] += of_coefficient[i][m];
  }
  double translations = 0;
  for (int f = 0; f < 3; ++f) translations = std::max(translations, of_dof[f][0]);

  std::vector<double> importance(of_coefficient.size());
  for (std::size_t i = 0; i < of_coefficient.size(); ++i) {
    const Energies& whole = of_dof[record.coefficients[i].dof];
    for (int m = 0; m < kMeasures; ++m)
      if (whole[m] > 0) importance[i] = std::max(importance[i], of_coefficient[i][m] / whole[m]);
  }
  std::vector<std::size_t> by_importance(of_coefficient.size());
  std::iota(by_importance.begin(), by_importance.end(), 0);
  std::stable_sort(by_importance.begin(), by_importance.end(),
                   [&](std::size_t a, std::size_t b) { return importance[a] < importance[b]; });
  std::array<double, kRigidDofs> dropped{};
  std::vector<std::size_t> kept;
  for (const std::size_t i : by_importance) {
    const int dof = record.coefficients[i].dof;
    const bool silent =
        dof >= 3 && of_dof[dof][0] < kSilentSpin * translations * record.radius * record.radius;
    if (silent || (dropped[dof] += importance[i]) <= left_out * kCoefficientsLeftOut) continue;
    kept.push_back(i);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct CoefficientSpans {
  std::vector<std::size_t> order;  // coefficients, longest first
  std::vector<int> ends;           // of each, sample after the last that can be heard
  int from = 0, to = 0;            // all that can be heard lies between
};

/// Where the coefficients begin and end to sound, far away and near: what lies outside is below
/// kCutOff of its DOF's energy, all coefficients together.
CoefficientSpans coefficient_spans(const PulseRecord& record, const ClickSpectra& spectra,
                                   const std::vector<std::size_t>& kept, double left_out) {
  std::array<double, kRigidDofs> whole[2] = {};
  std::array<int, kRigidDofs> coefficients{};
  std::vector<std::vector<float>> power[2];  // far, near; per kept coefficient
  std::vector<complex<double>> product(spectra.fft.bins());
  std::vector<double> signal(spectra.fft.length());
  for (const std::size_t i : kept) {
    const PulseCoefficient& coefficient = record.coefficients[i];
    ++coefficients[coefficient.dof];
    for (const int near : {0, 1}) {
      const auto way = continuation(spectra, record, coefficient.l, near ? kNear : 0);
      for (std::size_t j = 0; j < product.size(); ++j)
        product[j] = spectra.coefficients[i][j] * way[j];
      spectra.fft.inverse(product, signal);
      auto& of_coefficient = power[near].emplace_back(spectra.samples);
      for (int n = 0; n < spectra.samples; ++n) {
        of_coefficient[n] = static_cast<float>(signal[n] * signal[n]);
        whole[near][coefficient.dof] += signal[n] * signal[n];
      }
    }
  }
  std::vector<int> ends(kept.size(), 0);
  int from = spectra.samples, to = 0;
  for (std::size_t c = 0; c < kept.size(); ++c) {
    const int dof = record.coefficients[kept[c]].dof;
    for (const int near : {0, 1}) {
      const std::vector<float>& p = power[near][c];
      const double limit = left_out * kCutOff * whole[near][dof] / coefficients[dof];
      double before = 0, after = 0;
      int first = 0, last = spectra.samples;
      while (first < last && (before += static_cast<double>(p[first])) <= limit) ++first;
      while (last > first && (after += static_cast<double>(p[last - 1])) <= limit) --last;
      if (first >= last) continue;
      ends[c] = std::max(ends[c], last);
      from = std::min(from, first), to = std::max(to, last);
    }
  }
  if (from >= to) from = to = 0;
  std::vector<std::size_t> by_end(kept.size());
  std::iota(by_end.begin(), by_end.end(), 0);
  std::stable_sort(by_end.begin(), by_end.end(),
                   [&](std::size_t a, std::size_t b) { return ends[a] > ends[b]; });
  CoefficientSpans out{{}, {}, from, to};
  for (const std::size_t c : by_end) {
    out.order.push_back(kept[c]);
    out.ends.push_back(std::max(from, ends[c]));
  }
  return out;
}

}  // namespace

PulseField::PulseField(const PulseRecord& record, double rate, double left_out) {
  PulseTables& pulse = play_.pulse;
  for (const PulseCoefficient& coefficient : record.coefficients) {
    if (coefficient.dof < 0 || coefficient.dof >= kRigidDofs || coefficient.l < 0 ||
        std::abs(coefficient.m) > coefficient.l || coefficient.l > kMaxOrder)
      fail(
          "a field of acceleration pulses has a coefficient (freedom {}, l {}, m {}); expected l "
          "<= {}",
          coefficient.dof, coefficient.l, coefficient.m, kMaxOrder);
    pulse.order = std::max(pulse.order, coefficient.l);
  }
  const ClickSpectra spectra = click_spectra(record, rate);
  play_.is_dipole = false;
  play_.speed_of_sound = record.air.speed_of_sound;
  pulse.centre = record.centre, pulse.radius = record.radius;
  pulse.polar_axis = record.polar_axis;

  std::vector<std::size_t> kept = audible(record, spectra, pulse.order, left_out);
  const CoefficientSpans spans = coefficient_spans(record, spectra, kept, left_out);
  kept = spans.order;
  for (const std::size_t i : kept) {
    const PulseCoefficient& coefficient = record.coefficients[i];
    coefficients_.push_back({coefficient.dof, coefficient.l, coefficient.m});
  }

  const int length = (spans.to - spans.from + kClickBlock - 1) / kClickBlock * kClickBlock;
  std::vector<std::vector<float>> tables[2];  // per zone: a row for each coefficient and node
  for (const ClickZone zone : {ClickZone::all, ClickZone::far}) {
    auto& rows = tables[static_cast<int>(zone)];
    std::vector<std::vector<std::vector<complex<double>>>> outward(pulse.order + 1);  // [l][node]
    parallel_for(outward.size(), [&](std::size_t l) {
      const int order = static_cast<int>(l);
      const int degree = click_degree(order, zone);
      for (int j = 0; j <= degree; ++j)
        outward[l].push_back(continuation(spectra, record, order, click_node(degree, j, zone)));
    });
    std::vector<int> dofs;
    std::vector<std::size_t> first;  // row of each coefficient
    for (const ClickCoefficient& coefficient : coefficients_) {
      first.push_back(dofs.size());
      dofs.resize(dofs.size() + outward[coefficient.l].size(), coefficient.dof);
    }
    rows.resize(dofs.size());
    parallel_for(kept.size(), [&](std::size_t c) {
      throw_if_interrupted();
      std::vector<complex<double>> product(spectra.fft.bins());
      std::vector<double> signal(spectra.fft.length());
      std::size_t row = first[c];
      for (const auto& way : outward[coefficients_[c].l]) {
        for (std::size_t j = 0; j < product.size(); ++j)
          product[j] = spectra.coefficients[kept[c]][j] * way[j];
        spectra.fft.inverse(product, signal);
        rows[row++].assign(signal.begin() + spans.from, signal.begin() + spans.ends[c]);
      }
    });
    late_[static_cast<int>(zone)] = late_tables(rows, row_scales(rows, zone), length, dofs);
  }

  const auto all_rows = [&](int zone) {
    return static_cast<int>(late_[zone].basis.size() + tables[zone].size());
  };
  const double offset = norm(record.centre) / record.air.speed_of_sound;
  set_size(rate, all_rows(0) + all_rows(1), spectra.first + spans.from, spans.to - spans.from,
           -offset);
  for (const int zone : {0, 1}) {
    LateTables& late = late_[zone];
    const int first = zone == 0 ? 0 : all_rows(0);
    const auto basis = static_cast<int>(late.basis.size());
    std::vector<int>& active = active_[zone];
    active.assign(samples() / kClickBlock, basis);
    for (int k = 0; k < basis; ++k) set_row(first + k, late.basis[k], late.from);
    for (int r = 0; r < static_cast<int>(tables[zone].size()); ++r) {
      std::vector<float>& values = tables[zone][r];
      values.resize(std::min<std::size_t>(values.size(), late.from));
      set_row(first + basis + r, values);
      for (int block = 0; block * kClickBlock < static_cast<int>(values.size()); ++block)
        active[block] = basis + r + 1;
    }
    pulse.zone[zone] = late.zone();
    pulse.zone[zone].rows = all_rows(zone);
    pulse.zone[zone].active = active;
  }
  pulse.coefficients = coefficients_;
  play_.most_rows = std::max(all_rows(0), all_rows(1));
  for (LateTables& late : late_) late.basis = {};  // they are in the tables
}

std::vector<float> PulseField::row_scales(const std::vector<std::vector<float>>& rows,
                                          ClickZone zone) const {
  std::array<double, kRigidDofs> of_dof{};
  std::vector<int> dofs;
  std::size_t row = 0;
  for (const ClickCoefficient& coefficient : coefficients_) {
    double most = 0;
    for (int j = 0; j <= click_degree(coefficient.l, zone); ++j, ++row) {
      double sum = 0;
      for (const float x : rows[row]) sum += static_cast<double>(x) * static_cast<double>(x);
      most = std::max(most, sum);
      dofs.push_back(coefficient.dof);
    }
    of_dof[coefficient.dof] += most;
  }
  std::vector<float> out;
  for (const int dof : dofs)
    out.push_back(of_dof[dof] > 0 ? static_cast<float>(1 / std::sqrt(of_dof[dof])) : 0.0f);
  return out;
}

}  // namespace peal
