#include "emission/pulse_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "emission/click_spectra.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

using std::complex;

constexpr double kChannelsLeftOut = 1e-6;  // of a DOF's energy: channels
constexpr double kCutOff = 1e-7;           // of a DOF's energy: before and after the tables
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

/// Of one channel: far away, at 1.5 r1, and far away below 1 kHz.
Energies energies(const ClickSpectra& spectra, std::size_t channel,
                  const std::vector<complex<double>>& far,
                  const std::vector<complex<double>>& near) {
  Energies sum{};
  const double bin = spectra.rate / static_cast<double>(spectra.fft.length());
  for (std::size_t j = 0; j < far.size(); ++j) {
    const double power = std::norm(spectra.channels[channel][j]);
    const double slow = 1 / (1 + std::pow(static_cast<double>(j) * bin / kLowBand, 2));
    sum[0] += power * std::norm(far[j]);
    sum[1] += power * std::norm(near[j]);
    sum[2] += power * std::norm(far[j]) * slow * slow;
  }
  return sum;
}

/// Which channels can be heard.
std::vector<std::size_t> audible(const PulseRecord& record, const ClickSpectra& spectra,
                                 int order) {
  std::vector<std::vector<complex<double>>> far, near;
  for (int l = 0; l <= order; ++l) {
    far.push_back(continuation(spectra, record, l, 0));
    near.push_back(continuation(spectra, record, l, kNear));
  }
  std::vector<Energies> of_channel;
  std::array<Energies, kRigidDofs> of_dof{};
  for (std::size_t i = 0; i < record.channels.size(); ++i) {
    const PulseChannel& channel = record.channels[i];
    of_channel.push_back(energies(spectra, i, far[channel.l], near[channel.l]));
    for (int m = 0; m < kMeasures; ++m) of_dof[channel.dof][m] += of_channel[i][m];
  }
  double translations = 0;
  for (int f = 0; f < 3; ++f) translations = std::max(translations, of_dof[f][0]);

  std::vector<double> importance(of_channel.size());
  for (std::size_t i = 0; i < of_channel.size(); ++i) {
    const Energies& whole = of_dof[record.channels[i].dof];
    for (int m = 0; m < kMeasures; ++m)
      if (whole[m] > 0) importance[i] = std::max(importance[i], of_channel[i][m] / whole[m]);
  }
  std::vector<std::size_t> by_importance(of_channel.size());
  std::iota(by_importance.begin(), by_importance.end(), 0);
  std::stable_sort(by_importance.begin(), by_importance.end(),
                   [&](std::size_t a, std::size_t b) { return importance[a] < importance[b]; });
  std::array<double, kRigidDofs> dropped{};
  std::vector<std::size_t> kept;
  for (const std::size_t i : by_importance) {
    const int dof = record.channels[i].dof;
    const bool silent =
        dof >= 3 && of_dof[dof][0] < kSilentSpin * translations * record.radius * record.radius;
    if (silent || (dropped[dof] += importance[i]) <= kChannelsLeftOut) continue;
    kept.push_back(i);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct ChannelSpans {
  std::vector<std::size_t> order;  // channels, longest first
  std::vector<int> ends;           // of each, sample after the last that can be heard
  int from = 0, to = 0;            // all that can be heard lies between
};

/// Where the channels begin and end to sound, far away and near: what lies outside is below
/// kCutOff of its DOF's energy, all channels together.
ChannelSpans channel_spans(const PulseRecord& record, const ClickSpectra& spectra,
                           const std::vector<std::size_t>& kept) {
  std::array<double, kRigidDofs> whole[2] = {};
  std::array<int, kRigidDofs> channels{};
  std::vector<std::vector<float>> power[2];  // far, near; per kept channel
  std::vector<complex<double>> product(spectra.fft.bins());
  std::vector<double> signal(spectra.fft.length());
  for (const std::size_t i : kept) {
    const PulseChannel& channel = record.channels[i];
    ++channels[channel.dof];
    for (const int near : {0, 1}) {
      const auto way = continuation(spectra, record, channel.l, near ? kNear : 0);
      for (std::size_t j = 0; j < product.size(); ++j) product[j] = spectra.channels[i][j] * way[j];
      spectra.fft.inverse(product, signal);
      auto& of_channel = power[near].emplace_back(spectra.samples);
      for (int n = 0; n < spectra.samples; ++n) {
        of_channel[n] = static_cast<float>(signal[n] * signal[n]);
        whole[near][channel.dof] += signal[n] * signal[n];
      }
    }
  }
  std::vector<int> ends(kept.size(), 0);
  int from = spectra.samples, to = 0;
  for (std::size_t c = 0; c < kept.size(); ++c) {
    const int dof = record.channels[kept[c]].dof;
    for (const int near : {0, 1}) {
      const std::vector<float>& p = power[near][c];
      const double limit = kCutOff * whole[near][dof] / channels[dof];
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
  ChannelSpans out{{}, {}, from, to};
  for (const std::size_t c : by_end) {
    out.order.push_back(kept[c]);
    out.ends.push_back(std::max(from, ends[c]));
  }
  return out;
}

}  // namespace

PulseField::PulseField(const PulseRecord& record, double rate) {
  PulseTables& pulse = play_.pulse;
  for (const PulseChannel& channel : record.channels) {
    if (channel.dof < 0 || channel.dof >= kRigidDofs || channel.l < 0 ||
        std::abs(channel.m) > channel.l || channel.l > kMaxOrder)
      fail(
          "a field of acceleration pulses has a channel (freedom {}, l {}, m {}); expected l <= {}",
          channel.dof, channel.l, channel.m, kMaxOrder);
    pulse.order = std::max(pulse.order, channel.l);
  }
  const ClickSpectra spectra = click_spectra(record, rate);
  play_.is_dipole = false;
  play_.speed_of_sound = record.air.speed_of_sound;
  pulse.centre = record.centre, pulse.radius = record.radius;
  pulse.polar_axis = record.polar_axis;

  std::vector<std::size_t> kept = audible(record, spectra, pulse.order);
  const ChannelSpans spans = channel_spans(record, spectra, kept);
  kept = spans.order;
  for (const std::size_t i : kept) {
    const PulseChannel& channel = record.channels[i];
    channels_.push_back({channel.dof, channel.l, channel.m});
  }

  const int length = (spans.to - spans.from + kClickBlock - 1) / kClickBlock * kClickBlock;
  std::vector<std::vector<float>> tables[2];  // per zone: a row for each channel and node
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
    std::vector<std::size_t> first;  // row of each channel
    for (const ClickChannel& channel : channels_) {
      first.push_back(dofs.size());
      dofs.resize(dofs.size() + outward[channel.l].size(), channel.dof);
    }
    rows.resize(dofs.size());
    parallel_for(kept.size(), [&](std::size_t c) {
      throw_if_interrupted();
      std::vector<complex<double>> product(spectra.fft.bins());
      std::vector<double> signal(spectra.fft.length());
      std::size_t row = first[c];
      for (const auto& way : outward[channels_[c].l]) {
        for (std::size_t j = 0; j < product.size(); ++j)
          product[j] = spectra.channels[kept[c]][j] * way[j];
        spectra.fft.inverse(product, signal);
        rows[row++].assign(signal.begin() + spans.from, signal.begin() + spans.ends[c]);
      }
    });
    late_[static_cast<int>(zone)] = late_tables(rows, row_scales(rows, zone), length, dofs);
  }

  const auto all_rows = [&](int zone) {
    return static_cast<int>(late_[zone].courses.size() + tables[zone].size());
  };
  const double offset = norm(record.centre) / record.air.speed_of_sound;
  set_size(rate, all_rows(0) + all_rows(1), spectra.first + spans.from, spans.to - spans.from,
           -offset);
  for (const int zone : {0, 1}) {
    LateTables& late = late_[zone];
    const int first = zone == 0 ? 0 : all_rows(0);
    const auto courses = static_cast<int>(late.courses.size());
    std::vector<int>& active = active_[zone];
    active.assign(samples() / kClickBlock, courses);
    for (int k = 0; k < courses; ++k) set_row(first + k, late.courses[k], late.from);
    for (int r = 0; r < static_cast<int>(tables[zone].size()); ++r) {
      std::vector<float>& values = tables[zone][r];
      values.resize(std::min<std::size_t>(values.size(), late.from));
      set_row(first + courses + r, values);
      for (int block = 0; block * kClickBlock < static_cast<int>(values.size()); ++block)
        active[block] = courses + r + 1;
    }
    pulse.zone[zone] = late.zone();
    pulse.zone[zone].rows = all_rows(zone);
    pulse.zone[zone].active = active;
  }
  pulse.channels = channels_;
  play_.most_rows = std::max(all_rows(0), all_rows(1));
  for (LateTables& late : late_) late.courses = {};  // they are in the tables
}

std::vector<float> PulseField::row_scales(const std::vector<std::vector<float>>& rows,
                                          ClickZone zone) const {
  std::array<double, kRigidDofs> of_dof{};
  std::vector<int> dofs;
  std::size_t row = 0;
  for (const ClickChannel& channel : channels_) {
    double most = 0;
    for (int j = 0; j <= click_degree(channel.l, zone); ++j, ++row) {
      double sum = 0;
      for (const float x : rows[row]) sum += static_cast<double>(x) * static_cast<double>(x);
      most = std::max(most, sum);
      dofs.push_back(channel.dof);
    }
    of_dof[channel.dof] += most;
  }
  std::vector<float> out;
  for (const int dof : dofs)
    out.push_back(of_dof[dof] > 0 ? static_cast<float>(1 / std::sqrt(of_dof[dof])) : 0.0f);
  return out;
}

}  // namespace peal
