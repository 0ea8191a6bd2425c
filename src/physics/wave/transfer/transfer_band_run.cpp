#include "physics/wave/transfer/transfer_band_run.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/thicker_walls.h"
#include "physics/wave/transfer/mode_chords.h"
#include "physics/wave/transfer/tone_recorder.h"

namespace peal {
namespace {

constexpr double kTail = 1e-5;             // of the strongest window's power: 0.1 % of the pressure
constexpr double kInaudible = 1e-6;        // orders with less of all energy at the end are left out
constexpr double kSamplesPerPeriod = 2.5;  // of the highest frequency

// What is not stepping, in steps of one cell that take as long: to cut the body (per cell of the
// grid), and per cell that is listened to and harmonic: to find the harmonic, and to use it.
constexpr double kCuttingSteps = 200, kHarmonicSteps = 4, kToneSteps = 0.4;

double root_mean_square(const std::vector<float>& gains) {
  double sum = 0;
  for (const float g : gains) sum += static_cast<double>(g) * g;
  return std::sqrt(sum / std::max<std::size_t>(1, gains.size()));
}

/// The last orders that carry nothing are left out.
void keep(std::span<const std::complex<double>> found, std::complex<double> scale, int order,
          ModeTransfer& mode) {
  std::vector<double> energy(order + 1);
  double whole = 0, beyond = 0;
  for (int l = 0; l <= order; ++l) {
    for (int m = -l; m <= l; ++m) energy[l] += std::norm(found[harmonic_index(l, m)]);
    whole += energy[l];
  }
  mode.order = order;
  while (mode.order > 0 && beyond + energy[mode.order] < kInaudible * whole)
    beyond += energy[mode.order--];
  for (std::size_t i = 0; i < harmonic_count(mode.order); ++i)
    mode.coefficients.emplace_back(scale * found[i]);
  mode.error = whole > 0 ? std::sqrt(beyond / whole) : 0;
}

}  // namespace

TransferBandRun::TransferBandRun(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                 const TransferPlan& plan, const TransferBand& band)
    : modes_(modes),
      plan_(plan),
      band_(band),
      step_(stable_step(band.cell, plan.request.air.speed_of_sound)),
      listener_(band.grid, listening_margin(), plan.centre),
      strength_(modes.size()) {
  const TriangleMesh cut =
      band.thickened > 0 ? thicker(surface, band.thickened, band.cell) : surface;
  cells_ = cut_cells(cut, band.grid);
  walls_ = std::make_unique<ModalWalls>(cells_, cut, surface);
}

std::vector<WorkGroup> TransferBandRun::work(const TransferPlan& plan, const TransferBand& band) {
  const double step = stable_step(band.cell, plan.request.air.speed_of_sound);
  const auto cells = static_cast<double>(band.grid.size());
  double heard = 0;  // cells on the faces of the listening box
  for (int a = 0; a < 3; ++a)
    heard += 4.0 * (band.grid.count((a + 1) % 3) - 2 * listening_margin()) *
             (band.grid.count((a + 2) % 3) - 2 * listening_margin());
  std::vector<WorkGroup> out;
  for (std::size_t first = 0; first < band.chords.size(); first += kMostTransferFields) {
    const std::size_t count = std::min(kMostTransferFields, band.chords.size() - first);
    WorkGroup group{cells,
                    static_cast<double>(count),
                    band.burst / step,
                    band.ring / step,
                    kLongestTransferRun / step,
                    first == 0 ? kCuttingSteps * cells : 0};
    const auto harmonics = static_cast<double>(harmonic_count(band.order));
    double tones = 0;
    for (std::size_t c = first; c < first + count; ++c)
      tones += static_cast<double>(band.chords[c].size());
    group.besides += heard * harmonics * (kHarmonicSteps + kToneSteps * tones);
    out.push_back(group);
  }
  return out;
}

std::vector<WorkGroup> TransferBandRun::expected(const TransferPlan& plan,
                                                 const TransferBand& band) {
  const double c = plan.request.air.speed_of_sound;
  const double radius = plan.bound / c / stable_step(band.cell, c);
  std::vector<WorkGroup> groups = work(plan, band);
  for (WorkGroup& group : groups) group = expected_work(group, plan.enclosed, radius);
  return groups;
}

void TransferBandRun::run(std::vector<ModeTransfer>& out, TransferWork& work) {
  for (std::size_t first = 0; first < band_.chords.size(); first += kMostTransferFields)
    run_some(first, std::min(kMostTransferFields, band_.chords.size() - first), out, work);
}

TransferBandRun::Chord TransferBandRun::chord(const std::vector<int>& modes) {
  Chord out;
  out.modes = modes;
  for (const int mode : modes) {
    const ModeShape& shape = modes_[mode];
    out.omegas.push_back(
        grid_omega(shape.omega, plan_.request.air.speed_of_sound, band_.cell, step_));
    out.gains.push_back(walls_->gains(shape.shape));
    // Tones of like strength at the walls: what leaks from one to another stays small.
    const double strength = strength_[mode] = root_mean_square(out.gains.back());
    out.drive.push_back(strength > 0 ? 1 / strength : 0);
    std::complex<double> sent = 0;
    for (std::int64_t n = 0; static_cast<double>(n) * step_ < band_.burst; ++n)
      sent += push_at(out, out.omegas.size() - 1, static_cast<double>(n) * step_) *
              std::polar(step_, out.omegas.back() * static_cast<double>(n) * step_);
    out.sent.push_back(sent);
  }
  return out;
}

double TransferBandRun::push_at(const Chord& chord, std::size_t tone, double t) const {
  return chord.drive[tone] * burst_window(t, band_.burst) *
         std::cos(chord.omegas[tone] * (t - 0.5 * band_.burst));
}

void TransferBandRun::push(const Chord& chord, double t, std::vector<float>& rates) const {
  if (t >= band_.burst) {
    rates.clear();
    return;
  }
  rates.assign(cells_.sources.size(), 0.0f);
  for (std::size_t tone = 0; tone < chord.modes.size(); ++tone) {
    const auto a = static_cast<float>(push_at(chord, tone, t));
    const float* gains = chord.gains[tone].data();
    for (std::size_t s = 0; s < rates.size(); ++s) rates[s] += a * gains[s];
  }
}

void TransferBandRun::run_some(std::size_t first, std::size_t count, std::vector<ModeTransfer>& out,
                               TransferWork& work) {
  const double c = plan_.request.air.speed_of_sound;
  std::vector<Chord> chords;
  for (std::size_t i = 0; i < count; ++i) chords.push_back(chord(band_.chords[first + i]));
  double top = 2 * kPi * least_gap(band_.burst);  // bursts are that wide
  for (const Chord& one : chords)
    top = std::max(top, one.omegas.back() + 2 * kPi * least_gap(band_.burst));
  const int stride = std::max(1, static_cast<int>(2 * kPi / (top * step_ * kSamplesPerPeriod)));
  const double interval = stride * step_;
  const auto window = static_cast<std::size_t>(4 * plan_.bound / c / interval) + 4;
  std::vector<ToneRecorder> recorders;
  for (const Chord& one : chords)
    recorders.emplace_back(listener_.cells(), one.omegas, interval, window);

  FdtdPressure steps(cells_, plan_.request.air, step_, FdtdPressure::FieldCount{count});
  std::vector<std::vector<float>> pushes(count);
  std::vector<TransferWork::FieldState> states(count);
  const auto earliest = static_cast<std::int64_t>((band_.burst + 3 * plan_.radius / c) / step_);
  const auto latest = static_cast<std::int64_t>((band_.burst + kLongestTransferRun) / step_);
  for (std::int64_t n = 0; steps.active() > 0; ++n) {
    const double t = static_cast<double>(n) * step_;
    parallel_for(count, [&](std::size_t f) {
      if (n % stride == 0 && steps.active(f)) recorders[f].record(steps.pressure(f), t);
      push(chords[f], t, pushes[f]);
    });
    if (n % (8 * stride) == 0) {
      throw_if_interrupted();
      for (std::size_t f = 0; f < count && n > earliest; ++f) {
        if (!recorders[f].finite())
          fail("the wave equation became unstable at cells of {:.3g} mm",
               1e3 * plan_.request.shown_scale * band_.cell);
        if (recorders[f].tail() < kTail || n > latest) steps.stop(f);
      }
      for (std::size_t f = 0; f < count; ++f) {
        if (states[f].active) states[f].steps = static_cast<double>(n);
        states[f].active = steps.active(f);
        states[f].tail = n > earliest ? recorders[f].tail() : 0;
      }
      work.look(states, kTail);
    }
    steps.step(pushes);
  }
  for (ToneRecorder& recorder : recorders) recorder.finish();
  // Together: harmonics are computed once for all.
  std::vector<BoxListener::Tone> tones;
  for (std::size_t f = 0; f < count; ++f)
    for (std::size_t i = 0; i < chords[f].modes.size(); ++i) {
      const double k = modes_[chords[f].modes[i]].omega / c;
      tones.push_back(
          {k, transfer_order(k, plan_.radius), recorders[f].real(i), recorders[f].imaginary(i)});
    }
  throw_if_interrupted();
  const auto found = listener_.on_sphere(tones, plan_.radius);
  std::size_t first_tone = 0;
  for (const Chord& one : chords) {
    const std::size_t size = one.modes.size();
    finish(one, std::span(tones).subspan(first_tone, size),
           std::span(found).subspan(first_tone, size), out);
    first_tone += size;
  }
  work.finish(states);
}

void TransferBandRun::finish(const Chord& chord, std::span<const BoxListener::Tone> tones,
                             std::span<const std::vector<std::complex<double>>> all,
                             std::vector<ModeTransfer>& out) const {
  for (std::size_t i = 0; i < tones.size(); ++i) {
    ModeTransfer& mode = out[chord.modes[i]];
    mode.omega = modes_[chord.modes[i]].omega;
    mode.method = TransferMethod::time_domain;
    // Unit modal velocity V: acceleration -i omega V.
    const std::complex<double> scale =
        chord.drive[i] > 0 ? std::complex<double>(0, -mode.omega) / chord.sent[i] : 0;
    keep(all[i], scale, tones[i].order, mode);
  }
}

}  // namespace peal
