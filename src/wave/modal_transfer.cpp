#include "wave/modal_transfer.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "wave/box_listener.h"
#include "wave/modal_walls.h"
#include "wave/mode_chords.h"
#include "wave/pressure_steps.h"
#include "wave/shell_box.h"
#include "wave/thicker_walls.h"
#include "wave/tone_recorder.h"

namespace peal {
namespace {

constexpr double kTail = 1e-5;  // of the strongest window's power: 0.1 % of the pressure
constexpr int kLeastOrder = 10;
constexpr double kInaudible = 1e-6;        // orders with less of all energy at the end are left out
constexpr double kSamplesPerPeriod = 2.5;  // of the highest frequency

/// Modes of one chord on one grid.
struct Chord {
  std::vector<int> modes;
  std::vector<double> omegas;              // on the grid
  std::vector<std::vector<float>> gains;   // per mode, for unit drive
  std::vector<double> drive;               // [1/s^2] amplitude of the modal acceleration
  std::vector<std::complex<double>> sent;  // transform of the drive at the tone
};

double root_mean_square(const std::vector<float>& gains) {
  double sum = 0;
  for (const float g : gains) sum += static_cast<double>(g) * g;
  return std::sqrt(sum / std::max<std::size_t>(1, gains.size()));
}

class BandRun {
 public:
  BandRun(const TriangleMesh& surface, std::span<const ModeShape> modes, const TransferPlan& plan,
          const TransferBand& band)
      : modes_(modes),
        plan_(plan),
        band_(band),
        step_(stable_step(band.cell, plan.request.air.speed_of_sound)),
        listener_(band.grid, listening_margin(), plan.centre) {
    const TriangleMesh cut =
        band.thickened > 0 ? thicker(surface, band.thickened, band.cell) : surface;
    cells_ = cut_cells(cut, band.grid);
    walls_ = std::make_unique<ModalWalls>(cells_, cut, surface);
  }

  /// @param progress called with the part of the band done.
  void run(std::vector<ModeTransfer>& out, const std::function<void(double)>& progress) {
    const std::size_t all = band_.chords.size();
    for (std::size_t first = 0; first < all; first += kMostTransferFields) {
      const std::size_t count = std::min(kMostTransferFields, all - first);
      run_some(first, count, out, [&](double part) {
        if (progress)
          progress((static_cast<double>(first) + part * static_cast<double>(count)) /
                   static_cast<double>(all));
      });
    }
  }

 private:
  Chord chord(const std::vector<int>& modes) const {
    Chord out;
    out.modes = modes;
    for (const int mode : modes) {
      const ModeShape& shape = modes_[mode];
      out.omegas.push_back(
          grid_omega(shape.omega, plan_.request.air.speed_of_sound, band_.cell, step_));
      out.gains.push_back(walls_->gains(shape.shape));
      // Tones of like strength at the walls: what leaks from one to another stays small.
      const double strength = root_mean_square(out.gains.back());
      out.drive.push_back(strength > 0 ? 1 / strength : 0);
      std::complex<double> sent = 0;
      for (std::int64_t n = 0; static_cast<double>(n) * step_ < band_.burst; ++n)
        sent += push_at(out, out.omegas.size() - 1, static_cast<double>(n) * step_) *
                std::polar(step_, out.omegas.back() * static_cast<double>(n) * step_);
      out.sent.push_back(sent);
    }
    return out;
  }

  double push_at(const Chord& chord, std::size_t tone, double t) const {
    return chord.drive[tone] * burst_window(t, band_.burst) *
           std::cos(chord.omegas[tone] * (t - 0.5 * band_.burst));
  }

  void push(const Chord& chord, double t, std::vector<float>& rates) const {
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

  void run_some(std::size_t first, std::size_t count, std::vector<ModeTransfer>& out,
                const std::function<void(double)>& progress) {
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

    PressureSteps steps(cells_, plan_.request.air, step_, PressureSteps::FieldCount{count});
    std::vector<std::vector<float>> pushes(count);
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
        if (progress)
          progress(std::min(0.99, static_cast<double>(n) / (1.3 * static_cast<double>(earliest))));
        for (std::size_t f = 0; f < count && n > earliest; ++f) {
          if (!recorders[f].finite())
            fail("the wave equation became unstable at cells of {:.3g} mm",
                 1e3 * plan_.request.shown_scale * band_.cell);
          if (recorders[f].tail() < kTail || n > latest) steps.stop(f);
        }
      }
      steps.step(pushes);
    }
    // Together: harmonics are computed once for all.
    std::vector<BoxListener::Tone> tones;
    for (std::size_t f = 0; f < count; ++f)
      for (std::size_t i = 0; i < chords[f].modes.size(); ++i) {
        const double k = modes_[chords[f].modes[i]].omega / c;
        const int order =
            std::clamp(shell_order(k * plan_.radius), kLeastOrder, kMostTransferOrder);
        tones.push_back({k, order, recorders[f].real(i), recorders[f].imaginary(i)});
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
  }

  void finish(const Chord& chord, std::span<const BoxListener::Tone> tones,
              std::span<const std::vector<std::complex<double>>> all,
              std::vector<ModeTransfer>& out) {
    for (std::size_t i = 0; i < tones.size(); ++i) {
      ModeTransfer& mode = out[chord.modes[i]];
      mode.omega = modes_[chord.modes[i]].omega;
      mode.method = TransferMethod::time_domain;
      const double kh = tones[i].k * band_.cell;
      // Unit modal velocity V: acceleration -i omega V.
      const std::complex<double> scale =
          chord.drive[i] > 0 ? std::complex<double>(0, -mode.omega) / chord.sent[i] : 0;
      keep(all[i], scale, tones[i].order, mode);
      // Walls a hundredth of the radius thicker were 1.3 dB louder, a third of that 0.5 dB.
      mode.error += 0.01 + 0.03 * kh * kh + 15 * band_.thickened / plan_.bound;
    }
  }

  /// The last orders that carry nothing are left out.
  static void keep(std::span<const std::complex<double>> found, std::complex<double> scale,
                   int order, ModeTransfer& mode) {
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

  std::span<const ModeShape> modes_;
  const TransferPlan& plan_;
  const TransferBand& band_;
  double step_;
  BoxListener listener_;
  CutCells cells_;
  std::unique_ptr<ModalWalls> walls_;
};

}  // namespace

TransferRecord time_domain_transfer(const TriangleMesh& surface, std::span<const ModeShape> modes,
                                    const TransferPlan& plan,
                                    const std::function<void(double)>& progress) {
  TransferRecord record{plan.request.air, plan.centre, plan.radius, {}};
  int count = 0;
  double all = 0, before = 0;
  for (const TransferBand& band : plan.bands) {
    all += band.cell_steps;
    for (const auto& chord : band.chords) count = std::max(count, chord.back() + 1);
  }
  record.modes.resize(count);
  for (const TransferBand& band : plan.bands) {
    BandRun(surface, modes, plan, band).run(record.modes, [&](double part) {
      if (progress) progress((before + part * band.cell_steps) / all);
    });
    before += band.cell_steps;
  }
  if (progress) progress(1);
  return record;
}

}  // namespace peal
