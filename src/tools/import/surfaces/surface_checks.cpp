#include "tools/import/surfaces/surface_checks.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "base/error.h"
#include "base/fft.h"

namespace peal {
namespace {

constexpr double kMostDisagreement = 0.05;
constexpr double kWindow = 0.005;           // [s] of a difference of positions: below 200 Hz
constexpr std::int64_t kFramesRead = 1024;  // at once
constexpr std::size_t kListened = 12;       // points whose spectrum is looked at
constexpr std::int64_t kLongest = 1 << 18;  // frames of it
constexpr double kLoudTop = -40;            // [dB]
constexpr double kLeastHeard = 1e-8;        // [m/s]

/// Sums up velocities and compares with positions, window by window.
class Agreement {
 public:
  explicit Agreement(const SurfaceFile& file) : file_(file), way_(3 * file.points(), 0.0) {}

  /// Frame `number` with its velocities.
  void add(std::int64_t number, const float* v) {
    const double time = file_.begin() + static_cast<double>(number) / file_.rate();
    while (next_ < file_.key_times().size() && file_.key_times()[next_] <= time) {
      if (file_.key_times()[next_] - since_ >= kWindow || next_ == 0)
        compare(file_.key_times()[next_] - time, v);
      ++next_;
    }
    for (std::size_t i = 0; i < way_.size(); ++i)
      way_[i] += static_cast<double>(v[i]) / file_.rate();
  }

  double error() const { return all_ > 0 ? std::sqrt(wrong_ / all_) : 0; }

 private:
  /// @param offset [s] of the key from the frame; way_ goes to half a frame before it.
  void compare(double offset, const float* v) {
    const std::vector<double> x = file_.positions(static_cast<std::int64_t>(next_), 1);
    std::vector<double> way = way_;
    for (std::size_t i = 0; i < way.size(); ++i)
      way[i] += (offset + 0.5 / file_.rate()) * static_cast<double>(v[i]);
    for (std::size_t i = 0; i < x.size() && !place_.empty(); ++i) {
      const double moved = x[i] - place_[i], summed = way[i] - begin_[i];
      wrong_ += (moved - summed) * (moved - summed), all_ += moved * moved;
    }
    place_ = x, begin_ = std::move(way), since_ = file_.key_times()[next_];
  }

  const SurfaceFile& file_;
  std::vector<double> way_, begin_, place_;
  std::size_t next_ = 0;
  double since_ = -1e300, wrong_ = 0, all_ = 0;
};

void check_triangles(const SurfaceFile& file) {
  const SolidSurface& surface = file.surface();
  const auto area = [&](const std::vector<double>& x, std::size_t key, std::size_t t) {
    const auto at = [&](int p) {
      const double* c = &x[3 * (key * file.points() + static_cast<std::size_t>(p))];
      return Vec3{c[0], c[1], c[2]};
    };
    const auto& [a, b, c] = surface.triangles[t];
    return 0.5 * cross(at(b) - at(a), at(c) - at(a));
  };
  constexpr std::int64_t kKeys = 32;
  const auto keys = static_cast<std::int64_t>(file.key_times().size());
  std::vector<Vec3> before(surface.triangles.size());
  for (std::int64_t first = 0; first < keys; first += kKeys) {
    const std::vector<double> x = file.positions(first, kKeys);
    const auto some = static_cast<std::size_t>(std::min(kKeys, keys - first));
    for (std::size_t k = 0; k < some; ++k)
      for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        const Vec3 now = area(x, k, t);
        const double time = file.key_times()[static_cast<std::size_t>(first) + k];
        const bool flat = !(norm(now) > 0);
        if (flat || (norm(before[t]) > 0 && dot(now, before[t]) < 0))
          fail(
              "{}: triangle {} {} at {:.6g} s: the simulation has come apart there, and it would "
              "be "
              "heard as a click; smaller steps or stiffer elements help",
              file.name(), t, flat ? "has no area" : "turns inside out", time);
        before[t] = now;
      }
  }
}

void listen(const SurfaceFile& file, std::vector<std::vector<float>> rows, SurfaceFindings& out) {
  double all = 0, top = 0, heard = 0;
  const std::size_t length = fft_length(std::max<std::size_t>(2, rows[0].size()));
  const Fft fft(length);
  for (const std::vector<float>& row : rows) {
    // Accelerations under a window: what is at rest at both ends of the band is nothing.
    std::vector<std::complex<double>> x(length);
    const auto count = static_cast<double>(row.size());
    for (std::size_t i = 1; i < row.size(); ++i)
      x[i] = (0.5 - 0.5 * std::cos(2 * kPi * static_cast<double>(i) / count)) * file.rate() *
             (static_cast<double>(row[i]) - static_cast<double>(row[i - 1]));
    fft.forward(x);
    for (std::size_t k = 1; k < length / 2; ++k) {
      const double frequency = static_cast<double>(k) * file.rate() / static_cast<double>(length);
      const double power = std::norm(x[k]);
      all += power;
      if (frequency > 0.45 * file.rate()) top += power;
      if (frequency > 20) heard += power / std::pow(2 * kPi * frequency, 2);
    }
  }
  const auto samples = static_cast<double>(length) * static_cast<double>(rows[0].size()) *
                       static_cast<double>(rows.size());
  out.heard = std::sqrt(2 * heard / samples / 0.375);
  out.top = 10 * std::log10((top + 1e-300) / (all + 1e-300));
  if (out.heard < kLeastHeard)
    out.warnings.push_back(
        "nothing above 20 Hz moves: a rigid or quasi-static motion has no vibration, and nothing "
        "will be heard");
  else if (out.top > kLoudTop)
    out.warnings.push_back(fmt::format(
        "the top tenth of the band holds {:.0f} dB of all acceleration: what is above half the "
        "rate "
        "was folded into it; let the simulator filter velocities before it thins them out",
        out.top));
}

}  // namespace

SurfaceFindings check_surface(const SurfaceFile& file) {
  check_triangles(file);
  SurfaceFindings out;
  Agreement agreement(file);
  std::vector<std::vector<float>> rows(3 * std::min(kListened, file.points()));
  for (std::int64_t first = 0; first < file.frames(); first += kFramesRead) {
    const std::vector<float> v = file.velocities(first, kFramesRead);
    const std::int64_t count = std::min(kFramesRead, file.frames() - first);
    for (std::int64_t k = 0; k < count; ++k) {
      const float* const frame = &v[static_cast<std::size_t>(k) * 3 * file.points()];
      agreement.add(first + k, frame);
      for (std::size_t p = 0; p < file.points(); ++p)
        out.fastest = std::max(
            out.fastest,
            std::hypot(double(frame[3 * p]), double(frame[3 * p + 1]), double(frame[3 * p + 2])));
      if (first + k >= kLongest) continue;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t point = (i / 3) * file.points() / (rows.size() / 3);
        rows[i].push_back(frame[3 * point + i % 3]);
      }
    }
  }
  out.disagreement = agreement.error();
  if (out.disagreement > kMostDisagreement)
    fail(
        "{}: velocities and positions disagree by {:.3g} % below 200 Hz; expected at most 5 %: "
        "both "
        "in metres and seconds, of the same points, from the same start",
        file.name(), 100 * out.disagreement);
  listen(file, std::move(rows), out);
  return out;
}

}  // namespace peal
